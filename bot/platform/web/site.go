package web

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"tarockbot/bot/platform/texts"
)

// site is what all parts of the page know: how browsers reach it, and how requests are answered. It is
// private as long as only people at this machine can open it: then it is one household's, and everybody
// there may be several people. It is public with Config.Public, or when Config.Hosts name it for a proxy.
type site struct {
	cfg     *Config
	private bool
	port    string
	hosts   map[string]bool // by which browsers may ask for it
}

// thisMachine are the proxies that are trusted if none are named.
var thisMachine = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128")}

// allowedHosts are the names this machine has for the page, and the given, which stand
// behind a proxy's port as often as not.
func allowedHosts(port string, given []string) map[string]bool {
	hosts := make(map[string]bool)
	for _, h := range []string{"127.0.0.1", "localhost", "[::1]"} {
		hosts[h+":"+port], hosts[h] = true, port == "80"
	}
	for _, h := range given {
		h = strings.ToLower(h)
		hosts[h+":"+port], hosts[h] = true, true
	}
	return hosts
}

// ownHost says whether the browser asked for this page by a name of ours. A foreign name
// that leads here is a rebinding attack. The address that was connected to is never a name.
func (s *site) ownHost(r *http.Request) bool {
	host := strings.ToLower(r.Host)
	if s.hosts[host] {
		return true
	}
	addr, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	return ok && host == addr.String()
}

// addressOutside is the page's address for others: the public name that a proxy with a
// certificate has, or the one that this machine has in its own network; "" if there is
// none.
func (s *site) addressOutside() string {
	switch {
	case len(s.cfg.Hosts) > 0:
		return "https://" + s.cfg.Hosts[0] + "/"
	case s.private:
		return ""
	}
	addrs := []net.Addr{s.cfg.Listener.Addr()}
	if at, err := netip.ParseAddrPort(addrs[0].String()); err == nil && at.Addr().IsUnspecified() {
		addrs, _ = net.InterfaceAddrs() // without them it has none
	}
	return addressAmong(addrs, s.port)
}

// addressAmong is the page's address by the first that other machines of a network reach;
// those of version 4 are easier to type.
func addressAmong(addrs []net.Addr, port string) string {
	best := ""
	for _, a := range addrs {
		host, _, _ := strings.Cut(a.String(), "/")
		ip := hostAddr(host)
		if !ip.IsValid() || ip.IsLoopback() || ip.IsUnspecified() || ip.IsLinkLocalUnicast() {
			continue
		}
		if url := "http://" + net.JoinHostPort(ip.String(), port) + "/"; ip.Is4() {
			return url
		} else if best == "" {
			best = url
		}
	}
	return best
}

// proxied says that a request to a private page came through a proxy. Only a public page
// may have one: behind it everybody would seem to be at this machine. A proxy that passes a
// name of its own on is known by what the browser takes for the page's origin.
func proxied(r *http.Request) bool {
	for _, header := range []string{"Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-Ip"} {
		if r.Header.Get(header) != "" {
			return true
		}
	}
	if r.Header.Get("Sec-Fetch-Site") != "same-origin" || r.Header.Get("Origin") == "" {
		return false
	}
	origin, err := url.Parse(r.Header.Get("Origin"))
	return err != nil || !strings.EqualFold(origin.Host, r.Host)
}

// trusted says whether the address is a proxy's whose word on who asks is taken.
func (s *site) trusted(addr netip.Addr) bool {
	return slices.ContainsFunc(s.cfg.Proxies, func(p netip.Prefix) bool { return p.Contains(addr) })
}

// behindProxy says whether a trusted proxy has passed the request on.
func (s *site) behindProxy(r *http.Request) bool {
	return !s.private && s.trusted(peer(r))
}

// peer is the address that the connection comes from; the zero value if there is none.
func peer(r *http.Request) netip.Addr { return hostAddr(r.RemoteAddr) }

// hostAddr reads an address, with or without a port.
func hostAddr(text string) netip.Addr {
	text = strings.TrimSpace(text)
	if host, _, err := net.SplitHostPort(text); err == nil {
		text = host
	}
	addr, err := netip.ParseAddr(strings.Trim(text, "[]"))
	if err != nil {
		return netip.Addr{}
	}
	return addr.Unmap().WithZone("")
}

// remote is where the request comes from. What X-Forwarded-For says is taken from
// trusted proxies alone, from the last on: each adds whom it was asked by, and what
// stands before the last that isn't trusted may have been written by anybody.
func (s *site) remote(r *http.Request) netip.Addr {
	from := peer(r)
	if !s.behindProxy(r) {
		return from
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for _, hop := range slices.Backward(hops) {
		addr := hostAddr(hop)
		if !addr.IsValid() {
			break
		}
		if from = addr; !s.trusted(addr) {
			break
		}
	}
	return from
}

// origin names those who share limits with who asks: all at one address, of IPv6 all in
// the part that a household or a provider's customer has. It is "" on a private page,
// where there are none.
func (s *site) origin(r *http.Request) string {
	if s.private {
		return ""
	}
	addr, bits := s.remote(r), 32
	if addr.Is6() {
		bits = 56
	}
	if prefix, err := addr.Prefix(bits); err == nil && addr.IsValid() {
		return prefix.String()
	}
	return "unknown"
}

// secure says whether the browser reaches the page by TLS: as a trusted proxy tells, for
// the page itself has none.
func (s *site) secure(r *http.Request) bool {
	if r.TLS != nil {
		return true
	}
	said := r.Header.Values("X-Forwarded-Proto")
	return s.behindProxy(r) && len(said) > 0 && strings.EqualFold(said[len(said)-1], "https")
}

// speaksTo is the texts in the language of the request, of somebody entered or not.
func (s *site) speaksTo(r *http.Request) texts.Language {
	return catalogue.In(append(accepted(r.Header.Get("Accept-Language")), s.cfg.Language)...)
}
