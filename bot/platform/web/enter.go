package web

import (
	"cmp"
	"context"
	"encoding/base64"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/texts"
)

// visitor is who a request comes from.
type visitor struct {
	base  string // the path all of the visitor's pages begin with
	key   string // "" if nobody has entered
	name  string
	token string // "" if the browser has none yet
	texts texts.Language
	lang  string // as the browser tells it, or ""

	origin string // see site.origin
	cookies
}

// user is the visitor's id.
func (v visitor) user() chat.UserID { return userID(v.key) }

// userPrefix begins the port's names for the page's people.
const userPrefix = "local:"

// userID is the port's name for who has the key.
func userID(key string) chat.UserID { return chat.UserID(userPrefix + key) }

// keyOf is the key that the port's name was made of.
func keyOf(user chat.UserID) string { return strings.TrimPrefix(string(user), userPrefix) }

// second says whether the visitor is a further person in one browser.
func (v visitor) second() bool { return v.base != "/" }

// lookTime is how long somebody who only looks waits for the store: they see soon that it is away, and a later look
// loses nothing. What somebody does waits as long as the store tries.
const lookTime = 900 * time.Millisecond

// visitor finds out who asks. A visitor whose cookie doesn't own the name is
// nobody; the error is the store's.
func (ow *owners) visitor(r *http.Request) (visitor, error) {
	v := visitor{base: "/", origin: ow.origin(r), texts: ow.speaksTo(r), cookies: ow.cookies(r)}
	if langs := accepted(r.Header.Get("Accept-Language")); len(langs) > 0 && langs[0] != "mul" {
		v.lang = langs[0]
	}
	path := r.PathValue("name")
	if path != "" {
		v.base = secondBase(path)
	}
	var key string
	v.token, key = v.read(v.cookieName(v.second()))
	if v.token == "" || key == "" || v.second() && key != path {
		return v, nil
	}
	ctx := r.Context()
	if r.Method != http.MethodPost {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, lookTime)
		defer cancel()
	}
	o, err := ow.of(ctx, key)
	if err != nil || !o.has(v.token) {
		return v, err
	}
	v.key, v.name = key, o.Name
	return v, ow.recordBrowser(ctx, v, o)
}

// recordBrowser notes in which browser a further person is.
func (ow *owners) recordBrowser(ctx context.Context, v visitor, o *ownerNote) error {
	own, _ := v.read(v.cookieName(false))
	if !v.second() || own == "" || o.Browser != "" || o.has(own) {
		return nil
	}
	o.Browser = hashed(own)
	return ow.set(ctx, v.key, o)
}

// secondBase is the path below which the further person's cookie is sent.
func secondBase(key string) string { return "/as/" + url.PathEscape(key) + "/" }

// cookies are those that a browser has of the page, as its request shows them.
type cookies struct {
	sent   []*http.Cookie
	secure bool   // the browser reaches the page by TLS
	port   string // of a private page; "" on a public one
}

func (x *site) cookies(r *http.Request) cookies {
	c := cookies{sent: r.Cookies(), secure: x.secure(r)}
	if x.private {
		c.port = x.port
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
func (v visitor) doorName() string { return v.cookieName(v.second()) + "-door" }

// entrance lets people take names, and enter with them.
type entrance struct {
	*site
	owners *owners
	handle chat.Handler
}

// doorAge is how long a browser that has asked for a name, and heard no answer, can come back for it, in seconds.
const doorAge = 24 * 60 * 60

// show shows where one enters. The browser has its token from here on, so the name that it takes
// is its own even if it never hears the answer.
func (e entrance) show(w http.ResponseWriter, v visitor, data pageData) {
	name := v.doorName()
	if token, _ := v.read(name); token == "" && v.token == "" {
		c := v.cookie(name, v.base, secret(tokenSize), "")
		c.SameSite, c.MaxAge = http.SameSiteLaxMode, doorAge
		http.SetCookie(w, c)
	}
	e.write(w, http.StatusOK, "enter", data)
}

// enter claims a name for the browser, or for the further person of /as/NAME/.
func (e entrance) enter(w http.ResponseWriter, r *http.Request, v visitor) {
	if err := r.ParseForm(); err != nil {
		e.badForm(w, r, err)
		return
	}
	door := v.cookie(v.doorName(), v.base, "", "")
	written := r.PostForm.Get("name")
	name, key, ok := parseName(written)
	data := pageData{T: v.texts, Name: written, Show: r.PostForm.Get(showKey)}
	again := func(status int, problem string) {
		data.Problem = problem
		e.write(w, status, "enter", data)
	}
	switch {
	case !ok:
		again(http.StatusUnprocessableEntity, v.texts.Say("enter.invalid"))
		return
	case v.second() && !e.private:
		e.refuse(w, r, http.StatusForbidden, "second.refused")
		return
	case v.second():
		v.base = secondBase(key)
	}
	switch err := e.seat(w, r, v, key, name); {
	case errors.Is(err, errTaken):
		again(http.StatusConflict, v.texts.Say("enter.taken"))
	case errors.Is(err, errTooMany):
		again(http.StatusTooManyRequests, v.texts.Say("enter.many"))
	case err != nil:
		e.fault(w, r, err)
	default:
		door.MaxAge = -1 // which deletes it
		http.SetCookie(w, door)
		http.Redirect(w, r, backTo(v.base, data.Show), http.StatusSeeOther)
	}
}

// seat claims the name with the browser's token, or with a new one, lets the
// browser keep it and tells the bot who is there.
func (e entrance) seat(w http.ResponseWriter, r *http.Request, v visitor, key, name string) error {
	token, err := e.tokenFor(r, v, key)
	if err != nil {
		return err
	}
	o, err := e.owners.claim(r.Context(), key, name, token, v.origin)
	if err != nil {
		return err
	}
	v.set(w, v.base, token, key)
	if first, _ := v.read(v.cookieName(false)); v.second() && first == "" {
		// A further person is the first in this browser: by a token of its own its names
		// are known to be of one browser; see recordBrowser.
		v.set(w, "/", secret(tokenSize), "")
	}
	v.key, v.name = key, o.Name
	if e.private {
		if _, err := e.cfg.Notes.Claim(r.Context(), noteHost, []byte(key)); err != nil {
			return err
		}
	}
	e.announce(r, v)
	return nil
}

// announce lets the bot learn name and language at once. Whoever entered is in
// even if it doesn't: their first act tells both again.
func (e entrance) announce(r *http.Request, v visitor) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), decideTime)
	defer cancel()
	_, err := e.handle(ctx, chat.Input{
		ID: string(v.user()) + ":enter:" + secret(12), User: v.user(), Name: v.name, Lang: v.lang, What: chat.Reachable,
	})
	if err != nil {
		e.cfg.Log.Warn("local: the bot doesn't know who entered", "error", err)
	}
}

// tokenFor is the token to claim the name with: the browser's, also from the door, or a new one. A name may
// be the browser's own already: a further person's, or one that it took before the page
// was reached by TLS. By TLS that goes to the token that has never been sent without, and
// the browser's others stay with it.
func (e entrance) tokenFor(r *http.Request, v visitor, key string) (token string, err error) {
	plain := v.cookies
	plain.secure = false
	own, _ := plain.read(plain.cookieName(false))
	before, _ := v.read(v.doorName())
	token = cmp.Or(v.token, before, secret(tokenSize))
	if own == "" || own == v.token {
		return token, nil
	}
	o, err := e.owners.of(r.Context(), key)
	switch {
	case err != nil || !o.has(own):
		return token, err
	case v.second():
		return own, nil
	}
	o.Token = hashed(token)
	return token, e.owners.set(r.Context(), key, o)
}

// leave makes the browser nobody; its token goes on owning its names.
func (e entrance) leave(w http.ResponseWriter, r *http.Request, v visitor) {
	if v.token != "" && !v.second() {
		v.set(w, v.base, v.token, "")
	}
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

// arrive leads to the own pages of the further person that ?as=NAME names, and is the
// door there. The page's script enters at once, unless another site has led here:
// opening a page alone takes no name.
func (e entrance) arrive(w http.ResponseWriter, r *http.Request, v visitor) {
	path, as := r.PathValue("name"), r.URL.Query().Get("as")
	name, key, ok := parseName(cmp.Or(path, as))
	if spelled, same, ok := parseName(as); ok && same == key {
		name = spelled
	}
	switch {
	case !e.private:
		e.refuse(w, r, http.StatusForbidden, "second.refused")
	case !ok:
		e.refuse(w, r, http.StatusUnprocessableEntity, "enter.invalid")
	case key == path:
		e.show(w, v, pageData{T: v.texts, Name: name, AtOnce: !foreign(r)})
	case key == name:
		http.Redirect(w, r, secondBase(key), http.StatusSeeOther)
	default: // there it is as it was written
		http.Redirect(w, r, secondBase(key)+"?"+url.Values{"as": {name}}.Encode(), http.StatusSeeOther)
	}
}

// foreign says that another site has led here.
func foreign(r *http.Request) bool {
	site := r.Header.Get("Sec-Fetch-Site")
	return site == "cross-site" || site == "same-site"
}
