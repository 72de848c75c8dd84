package web

import (
	"bytes"
	"encoding/json"
	"errors"
	"html/template"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/driver"
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
func (x *site) ownHost(r *http.Request) bool {
	host := strings.ToLower(r.Host)
	if x.hosts[host] {
		return true
	}
	addr, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	return ok && host == addr.String()
}

// addressOutside is the page's address for others: the public name that a proxy with a
// certificate has, or the one that this machine has in its own network; "" if there is
// none.
func (x *site) addressOutside() string {
	switch {
	case len(x.cfg.Hosts) > 0:
		return "https://" + x.cfg.Hosts[0] + "/"
	case x.private:
		return ""
	}
	addrs := []net.Addr{x.cfg.Listener.Addr()}
	if at, err := netip.ParseAddrPort(addrs[0].String()); err == nil && at.Addr().IsUnspecified() {
		addrs, _ = net.InterfaceAddrs() // without them it has none
	}
	return addressAmong(addrs, x.port)
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
func (x *site) trusted(addr netip.Addr) bool {
	return slices.ContainsFunc(x.cfg.Proxies, func(p netip.Prefix) bool { return p.Contains(addr) })
}

// behindProxy says whether a trusted proxy has passed the request on.
func (x *site) behindProxy(r *http.Request) bool {
	return !x.private && x.trusted(peer(r))
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
func (x *site) remote(r *http.Request) netip.Addr {
	from := peer(r)
	if !x.behindProxy(r) {
		return from
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for _, hop := range slices.Backward(hops) {
		addr := hostAddr(hop)
		if !addr.IsValid() {
			break
		}
		if from = addr; !x.trusted(addr) {
			break
		}
	}
	return from
}

// origin names those who share limits with who asks: all at one address, of IPv6 all in
// the part that a household or a provider's customer has. It is "" on a private page,
// where there are none.
func (x *site) origin(r *http.Request) string {
	if x.private {
		return ""
	}
	addr, bits := x.remote(r), 32
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
func (x *site) secure(r *http.Request) bool {
	if r.TLS != nil {
		return true
	}
	said := r.Header.Values("X-Forwarded-Proto")
	return x.behindProxy(r) && len(said) > 0 && strings.EqualFold(said[len(said)-1], "https")
}

// speaksTo is the texts in the language of the request, of somebody entered or not.
func (x *site) speaksTo(r *http.Request) texts.Language {
	return catalogue.In(append(accepted(r.Header.Get("Accept-Language")), x.cfg.Language)...)
}

// pageData is what the templates "page", "enter", "notice", "verify" and "privacy" are filled with.
type pageData struct {
	T       texts.Language
	Private bool
	Port    string
	Now     int64 // ms since 1970
	Name    string
	Problem string
	AtOnce  bool   // the script enters without being asked
	Show    string // the deal that somebody at the door is on the way to; "" for none

	Verifies bool // there is a page that checks deals
	Tells    bool // there is a page that tells of data

	// Of the page that tells of data alone:
	PrivacyLines screenView

	// Of the check of deals alone:
	Keys    []driver.PublicKey
	Verdict *Report // nil before anything was given

	// Of the chat alone:
	Seen                     string
	Second                   bool
	Faces                    bool   // there is a sheet of card faces
	Who                      string // key of whom the page was made for
	Act                      string // id of the next act made without script
	Alert                    string
	Ask                      *chat.Ask // what a reader without script is asked; nil for nothing
	Channel, Panels, Answers []template.HTML
	First                    []firstStep
	Shortcuts                []string
	Outside                  string // the page's address for others; "" if they can't open it
	Commands                 []chat.CommandWord
	Modules                  []string // of the script: to be fetched at once, not each when another asks for it
}

// write sends a page made by the template.
func (x *site) write(w http.ResponseWriter, status int, name string, data pageData) {
	data.Private, data.Port, data.Now, data.Verifies, data.Tells = x.private, x.port, x.cfg.Now().UnixMilli(), x.cfg.Verify != nil, x.cfg.Privacy != nil
	var b bytes.Buffer
	if err := pages.ExecuteTemplate(&b, name, data); err != nil {
		x.cfg.Log.Error("local: a page can't be made", "page", name, "error", err)
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes())
}

// reply is the answer to a script's request.
type reply struct {
	Alert   string   `json:"alert,omitempty"`
	Refused bool     `json:"refused,omitempty"`
	Open    chat.Ref `json:"open,omitempty"`  // the message that the act leads to
	Table   string   `json:"table,omitempty"` // that has begun by the act
	At      int64    `json:"at,omitempty"`    // when the bot had done it, in ms since 1970

	Ask *chat.Ask `json:"ask,omitempty"` // what the reader is asked; nil for nothing
}

// scripted says whether the request is a script's, which reads JSON.
func scripted(r *http.Request) bool {
	return strings.Contains(r.Header.Get("Accept"), "application/json")
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v)
}

// refuse says kindly why a request isn't served.
func (x *site) refuse(w http.ResponseWriter, r *http.Request, status int, text string) {
	t := catalogue.In(accepted(r.Header.Get("Accept-Language"))...)
	if scripted(r) {
		writeJSON(w, status, reply{Alert: t.Say(text), Refused: true})
		return
	}
	x.write(w, status, "notice", pageData{T: t, Problem: t.Say(text)})
}

func (x *site) missing(w http.ResponseWriter, r *http.Request) {
	x.refuse(w, r, http.StatusNotFound, "missing")
}

// fault says that something of ours failed, and logs what.
func (x *site) fault(w http.ResponseWriter, r *http.Request, err error) {
	x.cfg.Log.Error("local: a request failed", "route", r.Pattern, "error", err)
	x.refuse(w, r, http.StatusServiceUnavailable, "failed")
}

// badForm says why a form couldn't be read.
func (x *site) badForm(w http.ResponseWriter, r *http.Request, err error) {
	if errors.As(err, new(*http.MaxBytesError)) {
		x.refuse(w, r, http.StatusRequestEntityTooLarge, "long")
		return
	}
	x.refuse(w, r, http.StatusBadRequest, "unclear")
}
