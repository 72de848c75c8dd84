package web

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/url"

	"tarockbot/bot/chat"
)

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
func (e entrance) writeDoor(w http.ResponseWriter, v visitor, data pageData) {
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
	case v.isSecond() && !e.private:
		e.refuse(w, r, http.StatusForbidden, "second.refused")
		return
	case v.isSecond():
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
	if first, _ := v.read(v.cookieName(false)); v.isSecond() && first == "" {
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
	case v.isSecond():
		return own, nil
	}
	o.Token = hashed(token)
	return token, e.owners.set(r.Context(), key, o)
}

// leave makes the browser nobody; its token goes on owning its names.
func (e entrance) leave(w http.ResponseWriter, r *http.Request, v visitor) {
	if v.token != "" && !v.isSecond() {
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
		e.writeDoor(w, v, pageData{T: v.texts, Name: name, AtOnce: !foreign(r)})
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
