package web

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"tarockbot/bot/chat"
)

// The page is private as long as only people at this machine can open it: then it is
// one household's, and everybody there may be several people. It is public with
// Config.Public, or when Config.Hosts name it for a proxy.

// thisMachine are the proxies that are trusted if none are named.
var thisMachine = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128")}

// checkAdmin says why nobody can have the name on the page, if so.
func checkAdmin(name string) error {
	if _, _, ok := parseName(name); !ok {
		return fmt.Errorf("%q is no name that somebody can have on the page", name)
	}
	return nil
}

// addressOutside is the page's address for others: the public name that a proxy with a
// certificate has, or the one that this machine has in its own network; "" if there is
// none.
func (p *Platform) addressOutside() string {
	switch {
	case len(p.cfg.Hosts) > 0:
		return "https://" + p.cfg.Hosts[0] + "/"
	case p.private:
		return ""
	}
	addrs := []net.Addr{p.cfg.Listener.Addr()}
	if at, err := netip.ParseAddrPort(addrs[0].String()); err == nil && at.Addr().IsUnspecified() {
		addrs, _ = net.InterfaceAddrs() // without them it has none
	}
	return addressAmong(addrs, p.port)
}

// addressAmong is the page's address by the first that other machines of a network reach;
// those of version 4 are easier to type.
func addressAmong(addrs []net.Addr, port string) string {
	best := ""
	for _, a := range addrs {
		host, _, _ := strings.Cut(a.String(), "/")
		if h, _, err := net.SplitHostPort(host); err == nil {
			host = h
		}
		ip, err := netip.ParseAddr(host)
		if err != nil || ip.IsLoopback() || ip.IsUnspecified() || ip.IsLinkLocalUnicast() {
			continue
		}
		if url := "http://" + net.JoinHostPort(ip.String(), port) + "/"; ip.Unmap().Is4() {
			return url
		} else if best == "" {
			best = url
		}
	}
	return best
}

// noteHost keeps whose private page it is: the key of whoever entered it first.
const noteHost = "host"

// Administers says whether the user is one of those who are named. On a private page,
// if none are, it is whose page it is.
func (p *Platform) Administers(ctx context.Context, space chat.ChatID, user chat.UserID) (bool, error) {
	if space != Channel {
		return false, nil
	}
	if len(p.admins) > 0 || !p.private {
		return slices.ContainsFunc(p.admins, func(key string) bool { return user == userID(key) }), nil
	}
	host, err := p.cfg.Notes.Read(ctx, noteHost)
	if err != nil {
		return false, fmt.Errorf("local: whose page it is: %w", err)
	}
	return host != nil && user == userID(string(host)), nil
}

// warnOfAdmins says which administrators' names anybody may still take.
func (p *Platform) warnOfAdmins(ctx context.Context) {
	for _, key := range p.admins {
		if o, err := p.owner(ctx, key); err == nil && o == nil && !p.private {
			p.cfg.Log.Warn("local: nobody has this administrator's name yet: whoever takes it administers", "name", key)
		}
	}
}

// warnOfAdmin tells what becomes of an administrator's name, if the user has one, for
// on a public page it is whose takes it first.
func (p *Platform) warnOfAdmin(user chat.UserID, what string) {
	if p.private {
		return
	}
	for _, key := range p.admins {
		if userID(key) == user {
			p.cfg.Log.Warn("local: "+what, "name", key)
		}
	}
}

// proxied says that a request to a private page came through a proxy. Only a public page
// may have one: behind it everybody would seem to be at this machine. A proxy that passes a
// name of its own on is known by what the browser takes for the page's origin.
func (s server) proxied(r *http.Request) bool {
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
func (p *Platform) trusted(addr netip.Addr) bool {
	return slices.ContainsFunc(p.cfg.Proxies, func(x netip.Prefix) bool { return x.Contains(addr) })
}

// behindProxy says whether a trusted proxy has passed the request on.
func (p *Platform) behindProxy(r *http.Request) bool {
	return !p.private && p.trusted(peer(r))
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
func (p *Platform) remote(r *http.Request) netip.Addr {
	from := peer(r)
	if !p.behindProxy(r) {
		return from
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for _, hop := range slices.Backward(hops) {
		addr := hostAddr(hop)
		if !addr.IsValid() {
			break
		}
		if from = addr; !p.trusted(addr) {
			break
		}
	}
	return from
}

// origin names those who share limits with who asks: all at one address, of IPv6 all in
// the part that a household or a provider's customer has. It is "" on a private page,
// where there are none.
func (p *Platform) origin(r *http.Request) string {
	if p.private {
		return ""
	}
	addr, bits := p.remote(r), 32
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
func (p *Platform) secure(r *http.Request) bool {
	if r.TLS != nil {
		return true
	}
	said := r.Header.Values("X-Forwarded-Proto")
	return p.behindProxy(r) && len(said) > 0 && strings.EqualFold(said[len(said)-1], "https")
}
