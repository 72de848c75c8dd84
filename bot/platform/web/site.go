package web

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/text/language"

	"tarockbot/bot/platform/texts"
)

// site knows how browsers reach the page and how requests are answered; all parts of the page share it.
// The page is private while only this machine can open it: it then belongs to one household, and one
// browser may have several identities. It is public with Config.Public or Config.Hosts.
type site struct {
	cfg     *Config
	private bool
	port    string
	hosts   map[string]bool // accepted in requests
}

// thisMachine are the proxies trusted by default.
var thisMachine = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128")}

// newSite returns the site of a complete configuration.
func newSite(c *Config) *site {
	port, loopback := c.address()
	return &site{cfg: c, private: loopback && !c.Public && len(c.Hosts) == 0, port: port, hosts: allowedHosts(port, c.Hosts)}
}

// allowedHosts returns the page's host names: those of this machine and the given ones. A given name is
// accepted with and without the port, because a proxy may listen on another.
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

// ownHost reports whether the request is for one of the page's host names, which prevents DNS rebinding.
// The address connected to is accepted, because it is no name.
func (s *site) ownHost(r *http.Request) bool {
	host := strings.ToLower(r.Host)
	if s.hosts[host] {
		return true
	}
	addr, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	return ok && host == addr.String()
}

// addressOutside returns the page's address for others: the first of Config.Hosts, or this machine's
// address in its network; "" if there is none.
func (s *site) addressOutside() string {
	switch {
	case len(s.cfg.Hosts) > 0:
		return "https://" + s.cfg.Hosts[0] + "/"
	case s.private:
		return ""
	}
	addrs := []net.Addr{s.cfg.Listener.Addr()}
	if at, err := netip.ParseAddrPort(addrs[0].String()); err == nil && at.Addr().IsUnspecified() {
		addrs, _ = net.InterfaceAddrs() // an error leaves none
	}
	return addressAmong(addrs, s.port)
}

// addressAmong returns the page's address with the first IP address that other machines reach. IPv4 comes
// first, because it is easier to type.
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

// proxied reports whether a request to a private page came through a proxy. A private page refuses
// proxies, because all users would seem to be at this machine. A proxy that rewrites the host is detected
// by the Origin header.
func proxied(r *http.Request) bool {
	headers := []string{"Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-Ip"}
	if slices.ContainsFunc(headers, func(name string) bool { return r.Header.Get(name) != "" }) {
		return true
	}
	if r.Header.Get("Sec-Fetch-Site") != "same-origin" || r.Header.Get("Origin") == "" {
		return false
	}
	origin, err := url.Parse(r.Header.Get("Origin"))
	return err != nil || !strings.EqualFold(origin.Host, r.Host)
}

// trusted reports whether the address is a trusted proxy's.
func (s *site) trusted(addr netip.Addr) bool {
	return slices.ContainsFunc(s.cfg.Proxies, func(p netip.Prefix) bool { return p.Contains(addr) })
}

// behindProxy reports whether a trusted proxy passed the request on.
func (s *site) behindProxy(r *http.Request) bool {
	return !s.private && s.trusted(peer(r))
}

// peer returns the address that the connection comes from, or the zero value.
func peer(r *http.Request) netip.Addr { return hostAddr(r.RemoteAddr) }

// hostAddr parses an address with or without a port.
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

// remote returns the client's address. X-Forwarded-For is read from the end and only as far as trusted
// proxies wrote it: anybody may have written the rest.
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

// origin identifies the clients that share a rate limit: an IPv4 address or an IPv6 /56. It is empty on a
// private page, which has no limits.
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

// secure reports whether the browser uses TLS. A trusted proxy tells this by X-Forwarded-Proto.
func (s *site) secure(r *http.Request) bool {
	if r.TLS != nil {
		return true
	}
	said := r.Header.Values("X-Forwarded-Proto")
	return s.behindProxy(r) && len(said) > 0 && strings.EqualFold(said[len(said)-1], "https")
}

// speaksTo returns the texts in the request's language, or else in Config.Language.
func (s *site) speaksTo(r *http.Request) texts.Language {
	return catalogue.In(append(accepted(r.Header.Get("Accept-Language")), s.cfg.Language)...)
}

// maxTag is the length of the longest language tag accepted.
const maxTag = 35

// accepted returns the languages of an Accept-Language header, best first, or none if the header is
// invalid. "mul" is any language.
func accepted(header string) (tags []string) {
	wanted, _, _ := language.ParseAcceptLanguage(header)
	for _, tag := range wanted {
		if text := tag.String(); len(text) <= maxTag {
			tags = append(tags, text)
		}
	}
	return tags
}
