package web

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/url"

	"tarockbot/bot/chat"
)

type entrance struct {
	*site
	owners *owners
	handle chat.Handler
}

// doorAge is in seconds. It limits the time to reclaim a name after a lost answer.
const doorAge = 24 * 60 * 60

type doorData struct {
	common
	Name    string
	Problem string
	AtOnce  bool // the script enters without a click
	Show    string
	Invited []lineView // what the link leads to; nil without an invitation
}

// writeDoor first gives the browser a token, in case the answer to its claim is lost.
func (e entrance) writeDoor(w http.ResponseWriter, v visitor, data doorData) {
	name := v.doorName()
	if token, _ := v.read(name); token == "" && v.token == "" {
		c := v.cookie(name, v.base, secret(tokenSize), "")
		c.SameSite, c.MaxAge = http.SameSiteLaxMode, doorAge
		http.SetCookie(w, c)
	}
	e.write(w, http.StatusOK, "enter", data)
}

// enter claims a name, below /as/NAME/ for a second identity.
func (e entrance) enter(w http.ResponseWriter, r *http.Request, v visitor) {
	if err := r.ParseForm(); err != nil {
		e.badForm(w, r, err)
		return
	}
	written := r.PostForm.Get("name")
	name, key, ok := parseName(written)
	show := r.PostForm.Get(showKey)
	data := doorData{common: e.common(v.texts), Name: written, Show: show, Invited: e.invited(r, show, v.texts)}
	showDoor := func(status int, problem string) {
		data.Problem = problem
		e.write(w, status, "enter", data)
	}
	claimed := v
	switch {
	case !ok:
		showDoor(http.StatusUnprocessableEntity, v.texts.Say("enter.invalid"))
		return
	case v.isSecond() && !e.private:
		e.refuse(w, r, http.StatusForbidden, "second.refused")
		return
	case v.isSecond():
		claimed.base = secondBase(key)
	}
	switch err := e.claim(w, r, claimed, key, name); {
	case errors.Is(err, errTaken):
		showDoor(http.StatusConflict, v.texts.Say("enter.taken"))
	case errors.Is(err, errTooMany):
		showDoor(http.StatusTooManyRequests, v.texts.Say("enter.many"))
	case err != nil:
		e.fault(w, r, err)
	default:
		v.deleteDoor(w)
		http.Redirect(w, r, backTo(claimed.base, data.Show), http.StatusSeeOther)
	}
}

func (v visitor) deleteDoor(w http.ResponseWriter) {
	door := v.cookie(v.doorName(), v.base, "", "")
	door.MaxAge = -1
	http.SetCookie(w, door)
}

// claim claims the name and stores the token in the browser.
func (e entrance) claim(w http.ResponseWriter, r *http.Request, v visitor, key, name string) error {
	token, err := e.carryOver(r.Context(), v, key, v.tokenToClaim())
	if err != nil {
		return err
	}
	o, err := e.owners.claim(r.Context(), key, name, token, v.origin)
	if err != nil {
		return err
	}
	v.set(w, v.base, token, key)
	if first, _ := v.read(v.cookieName(false)); v.isSecond() && first == "" {
		// a main token for recordBrowser
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

// announce ignores failures, because every input repeats name and language.
func (e entrance) announce(r *http.Request, v visitor) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), decideTime)
	defer cancel()
	_, err := e.handle(ctx, chat.Input{
		ID: string(v.user()) + ":enter:" + secret(12), User: v.user(), Name: v.name, Lang: v.lang, What: chat.EventReachable,
	})
	if err != nil {
		e.cfg.Log.Warn("local: the bot was not told of a new user", "err", err)
	}
}

// tokenToClaim prefers the browser's token to the door's and a new one.
func (v visitor) tokenToClaim() string {
	before, _ := v.read(v.doorName())
	return cmp.Or(v.token, before, secret(tokenSize))
}

// carryOver moves a name claimed without TLS to the token. A second identity keeps its old token.
func (e entrance) carryOver(ctx context.Context, v visitor, key, token string) (string, error) {
	plain := v.cookies
	plain.secure = false
	own, _ := plain.read(plain.cookieName(false))
	if own == "" || own == v.token {
		return token, nil
	}
	o, err := e.owners.find(ctx, key)
	switch {
	case err != nil || !o.has(own):
		return token, err
	case v.isSecond():
		return own, nil
	}
	o.Token = hashed(token)
	return token, e.owners.set(ctx, key, o)
}

// leave logs the browser out; the token still owns its names.
func (e entrance) leave(w http.ResponseWriter, r *http.Request, v visitor) {
	if v.token != "" && !v.isSecond() {
		v.set(w, v.base, v.token, "")
	}
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

// arrive writes the second identity's door. After a link on another site the script doesn't enter: a link alone must
// not claim a name.
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
		e.writeDoor(w, v, doorData{common: e.common(v.texts), Name: name, AtOnce: !foreign(r)})
	case key == name:
		http.Redirect(w, r, secondBase(key), http.StatusSeeOther)
	default:
		http.Redirect(w, r, secondBase(key)+"?"+url.Values{"as": {name}}.Encode(), http.StatusSeeOther)
	}
}

func foreign(r *http.Request) bool {
	site := r.Header.Get("Sec-Fetch-Site")
	return site == "cross-site" || site == "same-site"
}
