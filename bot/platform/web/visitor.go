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

// visitor is identified by a cookie. On a private page a browser may have several identities: the first at /, others at
// /as/NAME/ with their own cookies.
type visitor struct {
	base  string
	key   string // "" without a cookie
	name  string
	token string // "" before the browser's first name
	texts texts.Language
	lang  string // the browser's, or ""

	origin string // see site.origin
	cookies
}

func (v visitor) user() chat.UserID { return userID(v.key) }

func (v visitor) isSecond() bool { return v.base != "/" }

// storeTime limits a GET request's wait for the store. Visitors soon learn of an outage.
const storeTime = 900 * time.Millisecond

// Without a cookie, identify returns an empty key. Errors are the store's.
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
		ctx, cancel = context.WithTimeout(ctx, storeTime)
		defer cancel()
	}
	note, err := o.find(ctx, key)
	if err != nil || !note.has(v.token) {
		return v, err
	}
	v.key, v.name = key, note.Name
	return v, o.recordBrowser(ctx, v, note)
}

func (o *owners) recordBrowser(ctx context.Context, v visitor, note *ownerNote) error {
	own, _ := v.read(v.cookieName(false))
	if !v.isSecond() || own == "" || note.Browser != "" || note.has(own) {
		return nil
	}
	note.Browser = hashed(own)
	return o.set(ctx, v.key, note)
}

func secondBase(key string) string { return "/as/" + url.PathEscape(key) + "/" }

type cookies struct {
	sent   []*http.Cookie
	secure bool
	port   string // "" on a public page
}

func (s *site) cookiesOf(r *http.Request) cookies {
	c := cookies{sent: r.Cookies(), secure: s.secure(r)}
	if s.private {
		c.port = s.port
	}
	return c
}

// Browsers send cookies to all ports. A private page's cookie has the port, because several bots may run; a public
// page's nodes may have different ports. Browsers accept __Host- only by TLS and from this host.
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

// read also returns the key of the browser's last name.
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

// Public pages once had ports in cookies' names.
func hasPort(cookie, name string) bool {
	port, ok := strings.CutPrefix(cookie, name+"-")
	return ok && port != "" && strings.Trim(port, "0123456789") == ""
}

// An empty key logs the browser out.
func (c cookies) set(w http.ResponseWriter, base, token, key string) {
	http.SetCookie(w, c.cookie(c.cookieName(base != "/"), base, token, key))
}

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

// Browsers send the door cookie even after a link on another site. Without it, writeDoor would replace the token.
func (v visitor) doorName() string { return v.cookieName(v.isSecond()) + "-door" }
