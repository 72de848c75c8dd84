package web

import (
	"encoding/base64"
	"net/http"
	"slices"
	"strings"
)

// cookies are those that a browser has of the page, as its request shows them.
type cookies struct {
	sent   []*http.Cookie
	secure bool   // the browser reaches the page by TLS
	port   string // of a private page; "" on a public one
}

func (s *site) cookies(r *http.Request) cookies {
	c := cookies{sent: r.Cookies(), secure: s.secure(r)}
	if s.private {
		c.port = s.port
	}
	return c
}

// cookieName is what the cookie is called. On a private page it has the port in it, because
// browsers send cookies to all ports of a machine, which may have several bots. A public page
// may move between nodes that listen on different ports. By TLS the name begins so that no
// browser takes it from another host or without TLS.
func (c cookies) cookieName(second bool) string {
	name := "tarockbot"
	switch {
	case c.secure:
		name = "__Host-" + name
	case second:
		name += "-as"
	}
	if c.port != "" {
		name += "-" + c.port
	}
	return name
}

// read returns the token and the key of the name it was last used for.
func (c cookies) read(name string) (token, key string) {
	i := slices.IndexFunc(c.sent, func(x *http.Cookie) bool { return x.Name == name })
	if i < 0 && c.port == "" {
		i = slices.IndexFunc(c.sent, func(x *http.Cookie) bool { return hasPort(x.Name, name) })
	}
	if i < 0 {
		return "", ""
	}
	token, rest, _ := strings.Cut(c.sent[i].Value, ".")
	raw, err := base64.RawURLEncoding.DecodeString(rest)
	if err != nil || len(token) != base64.RawURLEncoding.EncodedLen(tokenSize) {
		return "", ""
	}
	return token, string(raw)
}

// hasPort says whether the cookie is called by the name with a port after it: all pages gave such ones
// once, and browsers keep them.
func hasPort(cookie, name string) bool {
	port, ok := strings.CutPrefix(cookie, name+"-")
	return ok && port != "" && strings.Trim(port, "0123456789") == ""
}

// set gives the browser the token, under the name that it enters with;
// with no key it keeps the token for its names but is nobody.
func (c cookies) set(w http.ResponseWriter, base, token, key string) {
	http.SetCookie(w, c.cookie(c.cookieName(base != "/"), base, token, key))
}

// cookie holds the token, and the key of the name that the browser last used it for.
func (c cookies) cookie(name, base, token, key string) *http.Cookie {
	return &http.Cookie{
		Name:     name,
		Value:    token + "." + base64.RawURLEncoding.EncodeToString([]byte(key)),
		Path:     base,
		MaxAge:   400 * 24 * 60 * 60, // the most that browsers keep
		HttpOnly: true,
		SameSite: http.SameSiteStrictMode,
		Secure:   c.secure,
	}
}

// doorName is the cookie of a browser's token before it has taken a name. A browser that comes from
// another site tells this one, and not the one of its names, which would be replaced else.
func (v visitor) doorName() string { return v.cookieName(v.isSecond()) + "-door" }
