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

// site describes how browsers reach the page. A page is private if only this machine can open it: browsers may then
// have several identities. Config.Public or Config.Hosts makes it public.
type site struct {
	cfg     *Config
	private bool
	port    string
	hosts   map[string]bool
}

// thisMachine lists the default proxies.
var thisMachine = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128")}

func newSite(c *Config) *site {
	port, loopback := c.address()
	return &site{cfg: c, private: loopback && !c.Public && len(c.Hosts) == 0, port: port, hosts: allowedHosts(port, c.Hosts)}
}

// allowedHosts accepts given names without a port, because a proxy may use another port.
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

// ownHost prevents DNS rebinding. It also allows the address that the browser connected to, which is no name.
func (s *site) ownHost(r *http.Request) bool {
	host := strings.ToLower(r.Host)
	if s.hosts[host] {
		return true
	}
	addr, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	return ok && host == addr.String()
}

// addressOutside returns the first host or this machine's address, or "".
func (s *site) addressOutside() string {
	switch {
	case len(s.cfg.Hosts) > 0:
		return "https://" + s.cfg.Hosts[0] + "/"
	case s.private:
		return ""
	}
	addrs := []net.Addr{s.cfg.Listener.Addr()}
	if at, err := netip.ParseAddrPort(addrs[0].String()); err == nil && at.Addr().IsUnspecified() {
		addrs, _ = net.InterfaceAddrs()
	}
	return addressAmong(addrs, s.port)
}

// addressAmong prefers IPv4, which is easier to type.
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

// proxied detects proxies before a private page: all users would seem to be at this machine. The Origin header reveals
// rewritten hosts.
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

func (s *site) trusted(addr netip.Addr) bool {
	return slices.ContainsFunc(s.cfg.Proxies, func(p netip.Prefix) bool { return p.Contains(addr) })
}

func (s *site) behindProxy(r *http.Request) bool {
	return !s.private && s.trusted(peer(r))
}

func peer(r *http.Request) netip.Addr { return hostAddr(r.RemoteAddr) }

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

// remote reads X-Forwarded-For from the end: only trusted proxies' entries are reliable.
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

// origin returns the unit of rate limits: an IPv4 address or an IPv6 /56. A private page has none.
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

// A trusted proxy reports TLS in X-Forwarded-Proto.
func (s *site) secure(r *http.Request) bool {
	if r.TLS != nil {
		return true
	}
	forwarded := r.Header.Values("X-Forwarded-Proto")
	return s.behindProxy(r) && len(forwarded) > 0 && strings.EqualFold(forwarded[len(forwarded)-1], "https")
}

func (s *site) speaksTo(r *http.Request) texts.Language {
	return catalogue.In(append(accepted(r.Header.Get("Accept-Language")), s.cfg.Language)...)
}

const maxTag = 35

// accepted returns the languages, best first. "mul" means any.
func accepted(header string) (tags []string) {
	wanted, _, _ := language.ParseAcceptLanguage(header)
	for _, tag := range wanted {
		if text := tag.String(); len(text) <= maxTag {
			tags = append(tags, text)
		}
	}
	return tags
}
