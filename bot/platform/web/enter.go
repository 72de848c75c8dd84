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

	origin string // see Platform.origin
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

// visitor finds out who asks. A visitor whose cookie doesn't own the name is
// nobody; the error is the store's.
func (p *Platform) visitor(r *http.Request) (visitor, error) {
	langs := accepted(r.Header.Get("Accept-Language"))
	v := visitor{base: "/", origin: p.origin(r), texts: catalogue.In(append(langs, p.cfg.Language)...)}
	if len(langs) > 0 && langs[0] != "mul" {
		v.lang = langs[0]
	}
	path := r.PathValue("name")
	if path != "" {
		v.base = secondBase(path)
	}
	var key string
	v.token, key = p.readCookie(r, p.cookieName(v.second(), p.secure(r)))
	if v.token == "" || key == "" || v.second() && key != path {
		return v, nil
	}
	o, err := p.owner(r.Context(), key)
	if err != nil || !o.has(v.token) {
		return v, err
	}
	v.key, v.name = key, o.Name
	return v, p.recordBrowser(r, v, o)
}

// recordBrowser notes in which browser a further person is.
func (p *Platform) recordBrowser(r *http.Request, v visitor, o *ownerNote) error {
	own, _ := p.readCookie(r, p.cookieName(false, p.secure(r)))
	if !v.second() || own == "" || o.Browser != "" || o.has(own) {
		return nil
	}
	o.Browser = hashed(own)
	return p.setOwner(r.Context(), v.key, o)
}

// secondBase is the path below which the further person's cookie is sent.
func secondBase(key string) string { return "/as/" + url.PathEscape(key) + "/" }

// cookieName is what the cookie is called. On a private page it has the port in it, because
// browsers send cookies to all ports of a machine, which may have several bots. A public page
// may move between nodes that listen on different ports. By TLS the name begins so that no
// browser takes it from another host or without TLS.
func (p *Platform) cookieName(second, secure bool) string {
	name := "tarockbot"
	switch {
	case secure:
		name = "__Host-" + name
	case second:
		name += "-as"
	}
	if p.private {
		name += "-" + p.port
	}
	return name
}

// readCookie returns the token and the key of the name it was last used for.
func (p *Platform) readCookie(r *http.Request, name string) (token, key string) {
	cookies := r.CookiesNamed(name)
	if len(cookies) == 0 && !p.private {
		cookies = withPort(r.Cookies(), name)
	}
	if len(cookies) == 0 {
		return "", ""
	}
	token, rest, _ := strings.Cut(cookies[0].Value, ".")
	raw, err := base64.RawURLEncoding.DecodeString(rest)
	if err != nil || len(token) != base64.RawURLEncoding.EncodedLen(tokenSize) {
		return "", ""
	}
	return token, string(raw)
}

// withPort are those of the cookies whose name has a port after it: all pages gave such ones
// once, and browsers keep them.
func withPort(cookies []*http.Cookie, name string) []*http.Cookie {
	return slices.DeleteFunc(cookies, func(c *http.Cookie) bool {
		port, ok := strings.CutPrefix(c.Name, name+"-")
		return !ok || port == "" || strings.Trim(port, "0123456789") != ""
	})
}

// setCookie gives the browser the token, under the name that it enters with;
// with no key it keeps the token for its names but is nobody.
func (p *Platform) setCookie(w http.ResponseWriter, r *http.Request, base, token, key string) {
	http.SetCookie(w, p.cookie(r, p.cookieName(base != "/", p.secure(r)), base, token, key))
}

// cookie holds the token, and the key of the name that the browser last used it for.
func (p *Platform) cookie(r *http.Request, name, base, token, key string) *http.Cookie {
	return &http.Cookie{
		Name:     name,
		Value:    token + "." + base64.RawURLEncoding.EncodeToString([]byte(key)),
		Path:     base,
		MaxAge:   400 * 24 * 60 * 60, // the most that browsers keep
		HttpOnly: true,
		SameSite: http.SameSiteStrictMode,
		Secure:   p.secure(r),
	}
}

// doorName is the cookie of a browser's token before it has taken a name. A browser that comes from
// another site tells this one, and not the one of its names, which would be replaced else.
func (p *Platform) doorName(r *http.Request, v visitor) string {
	return p.cookieName(v.second(), p.secure(r)) + "-door"
}

// doorAge is how long a browser that has asked for a name, and heard no answer, can come back for it, in seconds.
const doorAge = 24 * 60 * 60

// door shows where one enters. The browser has its token from here on, so the name that it takes
// is its own even if it never hears the answer.
func door(s server, w http.ResponseWriter, r *http.Request, v visitor, data pageData) {
	name := s.p.doorName(r, v)
	if token, _ := s.p.readCookie(r, name); token == "" && v.token == "" {
		c := s.p.cookie(r, name, v.base, secret(tokenSize), "")
		c.SameSite, c.MaxAge = http.SameSiteLaxMode, doorAge
		http.SetCookie(w, c)
	}
	s.write(w, http.StatusOK, "enter", data)
}

// enter claims a name for the browser, or for the further person of /as/NAME/.
func (s server) enter(w http.ResponseWriter, r *http.Request, v visitor) {
	if err := r.ParseForm(); err != nil {
		s.badForm(w, r, err)
		return
	}
	door := s.p.cookie(r, s.p.doorName(r, v), v.base, "", "")
	written := r.PostForm.Get("name")
	name, key, ok := parseName(written)
	data := pageData{T: v.texts, Name: written, Show: r.PostForm.Get(showKey)}
	again := func(status int, problem string) {
		data.Problem = problem
		s.write(w, status, "enter", data)
	}
	switch {
	case !ok:
		again(http.StatusUnprocessableEntity, v.texts.Say("enter.invalid"))
		return
	case v.second() && !s.p.private:
		s.refuse(w, r, http.StatusForbidden, "second.refused")
		return
	case v.second():
		v.base = secondBase(key)
	}
	switch err := s.seat(w, r, v, key, name); {
	case errors.Is(err, errTaken):
		again(http.StatusConflict, v.texts.Say("enter.taken"))
	case errors.Is(err, errTooMany):
		again(http.StatusTooManyRequests, v.texts.Say("enter.many"))
	case err != nil:
		s.fault(w, r, err)
	default:
		door.MaxAge = -1 // which deletes it
		http.SetCookie(w, door)
		http.Redirect(w, r, backTo(v.base, data.Show), http.StatusSeeOther)
	}
}

// seat claims the name with the browser's token, or with a new one, lets the
// browser keep it and tells the bot who is there.
func (s server) seat(w http.ResponseWriter, r *http.Request, v visitor, key, name string) error {
	token, err := s.tokenFor(r, v, key)
	if err != nil {
		return err
	}
	o, err := s.p.claim(r.Context(), key, name, token, v.origin)
	if err != nil {
		return err
	}
	s.p.setCookie(w, r, v.base, token, key)
	if first, _ := s.p.readCookie(r, s.p.cookieName(false, s.p.secure(r))); v.second() && first == "" {
		// A further person is the first in this browser: by a token of its own its names
		// are known to be of one browser; see recordBrowser.
		s.p.setCookie(w, r, "/", secret(tokenSize), "")
	}
	v.key, v.name = key, o.Name
	if s.p.private {
		if _, err := s.p.cfg.Notes.Claim(r.Context(), noteHost, []byte(key)); err != nil {
			return err
		}
	}
	s.announce(r, v)
	return nil
}

// announce lets the bot learn name and language at once. Whoever entered is in
// even if it doesn't: their first act tells both again.
func (s server) announce(r *http.Request, v visitor) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), decideTime)
	defer cancel()
	_, err := s.handle(ctx, chat.Input{
		ID: string(v.user()) + ":enter:" + secret(12), User: v.user(), Name: v.name, Lang: v.lang, What: chat.Reachable,
	})
	if err != nil {
		s.p.cfg.Log.Warn("local: the bot doesn't know who entered", "error", err)
	}
}

// tokenFor is the token to claim the name with: the browser's, also from the door, or a new one. A name may
// be the browser's own already: a further person's, or one that it took before the page
// was reached by TLS. By TLS that goes to the token that has never been sent without, and
// the browser's others stay with it.
func (s server) tokenFor(r *http.Request, v visitor, key string) (token string, err error) {
	own, _ := s.p.readCookie(r, s.p.cookieName(false, false))
	before, _ := s.p.readCookie(r, s.p.doorName(r, v))
	token = cmp.Or(v.token, before, secret(tokenSize))
	if own == "" || own == v.token {
		return token, nil
	}
	o, err := s.p.owner(r.Context(), key)
	switch {
	case err != nil || !o.has(own):
		return token, err
	case v.second():
		return own, nil
	}
	o.Token = hashed(token)
	return token, s.p.setOwner(r.Context(), key, o)
}

// leave makes the browser nobody; its token goes on owning its names.
func (s server) leave(w http.ResponseWriter, r *http.Request, v visitor) {
	if v.token != "" && !v.second() {
		s.p.setCookie(w, r, v.base, v.token, "")
	}
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

// arrive leads to the own pages of the further person that ?as=NAME names, and is the
// door there. The page's script enters at once, unless another site has led here:
// opening a page alone takes no name.
func (s server) arrive(w http.ResponseWriter, r *http.Request, v visitor) {
	path, as := r.PathValue("name"), r.URL.Query().Get("as")
	name, key, ok := parseName(cmp.Or(path, as))
	if spelled, same, ok := parseName(as); ok && same == key {
		name = spelled
	}
	switch {
	case !s.p.private:
		s.refuse(w, r, http.StatusForbidden, "second.refused")
	case !ok:
		s.refuse(w, r, http.StatusUnprocessableEntity, "enter.invalid")
	case key == path:
		door(s, w, r, v, pageData{T: v.texts, Name: name, AtOnce: !foreign(r)})
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
