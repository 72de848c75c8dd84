package web

import (
	"context"
	"encoding/base64"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/texts"
)

// visitor is the requester, identified by a cookie. On a private page one browser may hold several
// identities. The first uses path /; each further one has the path /as/NAME/ and a cookie sent only there.
type visitor struct {
	base  string // the path of the visitor's pages
	key   string // "" without a valid cookie
	name  string
	token string // "" before the first
	texts texts.Language
	lang  string // the browser's, or ""

	origin string // see site.origin
	cookies
}

// user returns the visitor's user id.
func (v visitor) user() chat.UserID { return userID(v.key) }

// isSecond reports whether the request is for a second identity.
func (v visitor) isSecond() bool { return v.base != "/" }

// lookTime is how long a GET request waits for the store. A failed look costs nothing, so the visitor soon
// sees the outage. Other requests wait as long as the store retries.
const lookTime = 900 * time.Millisecond

// identify returns the requester by cookie. A visitor without a valid cookie has an empty key. It may
// store which browser a second identity uses. The error is the store's; GET requests give up after
// lookTime.
func (o *owners) identify(r *http.Request) (visitor, error) {
	v := visitor{base: "/", origin: o.origin(r), texts: o.speaksTo(r), cookies: o.cookiesOf(r)}
	if langs := accepted(r.Header.Get("Accept-Language")); len(langs) > 0 && langs[0] != "mul" {
		v.lang = langs[0]
	}
	path := r.PathValue("name")
	if path != "" {
		v.base = secondBase(path)
	}
	var key string
	v.token, key = v.read(v.cookieName(v.isSecond()))
	if v.token == "" || key == "" || v.isSecond() && key != path {
		return v, nil
	}
	ctx := r.Context()
	if r.Method != http.MethodPost {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, lookTime)
		defer cancel()
	}
	note, err := o.of(ctx, key)
	if err != nil || !note.has(v.token) {
		return v, err
	}
	v.key, v.name = key, note.Name
	return v, o.recordBrowser(ctx, v, note)
}

// recordBrowser stores which browser a second identity uses, unless it is known.
func (o *owners) recordBrowser(ctx context.Context, v visitor, note *ownerNote) error {
	own, _ := v.read(v.cookieName(false))
	if !v.isSecond() || own == "" || note.Browser != "" || note.has(own) {
		return nil
	}
	note.Browser = hashed(own)
	return o.set(ctx, v.key, note)
}

// secondBase returns the path of the second identity's pages and cookie.
func secondBase(key string) string { return "/as/" + url.PathEscape(key) + "/" }

// cookies are the request's cookies and the scheme for naming new ones.
type cookies struct {
	sent   []*http.Cookie
	secure bool   // the browser uses TLS
	port   string // "" on a public page
}

// cookiesOf returns the request's cookies.
func (s *site) cookiesOf(r *http.Request) cookies {
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
