package local

import (
	"net"
	"net/http"
	"strings"

	"tarockbot/bot/chat"
)

// policy lets the page have nothing but its own files, and nobody frame it.
const policy = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"

// maxBody is the size of the largest request body, in bytes.
const maxBody = 16 << 10

// guard stands before every route: it refuses strangers' requests, sets the
// headers that keep browsers careful, and survives a panic.
func (s server) guard(next http.Handler) http.Handler {
	cross := http.NewCrossOriginProtection()
	cross.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.refuse(w, r, http.StatusForbidden, "foreign")
	}))
	inner := cross.Handler(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer s.recover(w, r)
		setHeaders(w.Header())
		if !s.ownHost(r) || s.p.private && s.proxied(r) {
			s.refuse(w, r, http.StatusMisdirectedRequest, "host")
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, maxBody)
		inner.ServeHTTP(w, r)
	})
}

func setHeaders(h http.Header) {
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Referrer-Policy", "same-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
}

// recover answers for a handler that panicked and logs where.
func (s server) recover(w http.ResponseWriter, r *http.Request) {
	v := recover()
	if v == nil {
		return
	}
	if v == http.ErrAbortHandler { //nolint:errorlint // net/http panics with this very value
		panic(v)
	}
	s.p.log.Error("local: a request panicked", "route", r.Pattern, "err", chat.Recovered(v))
	s.refuse(w, r, http.StatusInternalServerError, "failed")
}

// allowedHosts are the names this machine has for the page, and the given.
func allowedHosts(port string, more []string) map[string]bool {
	hosts := make(map[string]bool)
	for _, h := range append([]string{"127.0.0.1", "localhost", "[::1]"}, more...) {
		h = strings.ToLower(h)
		hosts[h+":"+port] = true
		if port == "80" || strings.Contains(strings.Trim(h, "[]"), ":") || isConfigured(h, more) {
			hosts[h] = true
		}
	}
	return hosts
}

// isConfigured says whether the host is among the given names, which stand
// behind a proxy's port as often as not.
func isConfigured(h string, given []string) bool {
	for _, g := range given {
		if strings.EqualFold(g, h) {
			return true
		}
	}
	return false
}

// ownHost says whether the browser asked for this page by a name of ours. A
// foreign name that leads here is a rebinding attack. The address that was
// connected to is never a name.
func (s server) ownHost(r *http.Request) bool {
	host := strings.ToLower(r.Host)
	if s.p.hosts[host] {
		return true
	}
	addr, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	return ok && host == addr.String()
}
