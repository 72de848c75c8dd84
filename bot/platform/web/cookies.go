package web

import (
	"encoding/base64"
	"net/http"
	"slices"
	"strings"
)

// cookies are the request's cookies and the scheme for naming new ones.
type cookies struct {
	sent   []*http.Cookie
	secure bool   // the browser uses TLS
	port   string // "" on a public page
}

// cookies returns the request's cookies.
func (s *site) cookies(r *http.Request) cookies {
	c := cookies{sent: r.Cookies(), secure: s.secure(r)}
	if s.private {
		c.port = s.port
	}
	return c
}

// cookieName returns the cookie's name. On a private page it contains the port, because browsers send
// cookies to all ports of a machine and several bots may run there. On a public page it does not, because
// the page may move between nodes with different ports. By TLS it has the prefix __Host-: browsers then
// accept it neither from another host nor without TLS.
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

// read returns the token and the key of the last name that the browser used.
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

// hasPort reports whether the cookie is called name-PORT. Public pages once used such names, and browsers
// still hold them.
func hasPort(cookie, name string) bool {
	port, ok := strings.CutPrefix(cookie, name+"-")
	return ok && port != "" && strings.Trim(port, "0123456789") == ""
}

// set stores the token in the browser with the key of the name in use. With an empty key the browser keeps
// its names but is logged out.
func (c cookies) set(w http.ResponseWriter, base, token, key string) {
	http.SetCookie(w, c.cookie(c.cookieName(base != "/"), base, token, key))
}

// cookie returns a cookie with the token and the key of the name in use.
func (c cookies) cookie(name, base, token, key string) *http.Cookie {
	return &http.Cookie{
		Name:     name,
		Value:    token + "." + base64.RawURLEncoding.EncodeToString([]byte(key)),
		Path:     base,
		MaxAge:   400 * 24 * 60 * 60, // browsers' upper limit
		HttpOnly: true,
		SameSite: http.SameSiteStrictMode,
		Secure:   c.secure,
	}
}

// doorName returns the name of the door cookie, which holds the token of a browser without a name. Unlike
// the main cookie it is sent when another site leads here, so the token is not replaced then.
func (v visitor) doorName() string { return v.cookieName(v.isSecond()) + "-door" }
