package local

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"

	"tarockbot/bot/chat"
)

// enter claims a name for the browser, or for the further person of /as/NAME/.
func (s server) enter(w http.ResponseWriter, r *http.Request) {
	v, err := s.p.visitor(r)
	if err != nil {
		s.fault(w, r, err)
		return
	}
	if err := r.ParseForm(); err != nil {
		s.badForm(w, r, err)
		return
	}
	written := r.PostForm.Get("name")
	name, key, ok := parseName(written)
	data := pageData{T: v.texts, Name: written, Show: r.PostForm.Get(showKey)}
	switch {
	case !ok:
		data.Problem = v.texts.Say("enter.invalid")
		s.write(w, http.StatusUnprocessableEntity, "enter", data)
		return
	case v.second() && !s.p.private:
		s.refuse(w, r, http.StatusForbidden, "second.refused")
		return
	case v.second():
		v.base = secondBase(key)
	}
	err = s.seat(w, r, v, key, name)
	switch {
	case errors.Is(err, errTaken):
		data.Problem = v.texts.Say("enter.taken")
		s.write(w, http.StatusConflict, "enter", data)
	case errors.Is(err, errTooMany):
		data.Problem = v.texts.Say("enter.many")
		s.write(w, http.StatusTooManyRequests, "enter", data)
	case err != nil:
		s.fault(w, r, err)
	default:
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
	if err := s.markBrowser(w, r, v); err != nil {
		return err
	}
	v.key, v.name = key, o.Name
	if s.p.private {
		if _, err := s.p.notes.Claim(r.Context(), noteHost, []byte(key)); err != nil {
			return err
		}
	}
	s.announce(r, v)
	return nil
}

// markBrowser gives a browser in which a further person is the first a token of its
// own, by which its names are known to be of one browser; see noteBrowser.
func (s server) markBrowser(w http.ResponseWriter, r *http.Request, v visitor) error {
	if own, _ := s.p.readCookie(r, s.p.cookieName(false, s.p.secure(r))); !v.second() || own != "" {
		return nil
	}
	own, err := s.p.secret(tokenSize)
	if err == nil {
		s.p.setCookie(w, r, "/", own, "")
	}
	return err
}

// announce lets the bot learn name and language at once. Whoever entered is in
// even if it doesn't: their first act tells both again.
func (s server) announce(r *http.Request, v visitor) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), decideTime)
	defer cancel()
	id, err := s.p.secret(12)
	if err == nil {
		_, err = s.handle(ctx, chat.Input{
			ID: string(v.user()) + ":enter:" + id, User: v.user(), Name: v.name, Lang: v.lang, What: chat.Reachable,
		})
	}
	if err != nil {
		s.p.log.Warn("local: the bot doesn't know who entered", "error", err)
	}
}

// tokenFor is the token to claim the name with. A name may be the browser's own already:
// a further person's, or one that it took before the page was reached by TLS.
func (s server) tokenFor(r *http.Request, v visitor, key string) (string, error) {
	if own, _ := s.p.readCookie(r, s.p.cookieName(false, false)); own != "" && own != v.token {
		o, err := s.p.owner(r.Context(), key)
		if err != nil {
			return "", err
		}
		if o != nil && o.has(own) {
			return s.takeAlong(r.Context(), v, key, own, *o)
		}
	}
	return s.token(v)
}

// token is the browser's, or a new one.
func (s server) token(v visitor) (string, error) {
	if v.token != "" {
		return v.token, nil
	}
	return s.p.secret(tokenSize)
}

// takeAlong is the token for a name that another of the browser's tokens owns. By TLS the
// name goes to the token that has never been sent without, and the browser's others stay
// with it.
func (s server) takeAlong(ctx context.Context, v visitor, key, own string, o ownerNote) (string, error) {
	if v.second() {
		return own, nil
	}
	token, err := s.token(v)
	if err != nil {
		return "", err
	}
	o.Token = hashed(token)
	data, err := json.Marshal(o)
	if err != nil {
		return "", err
	}
	return token, s.p.notes.Write(ctx, noteKey(key), data)
}

// leave makes the browser nobody; its token goes on owning its names.
func (s server) leave(w http.ResponseWriter, r *http.Request) {
	v, err := s.p.visitor(r)
	if err != nil {
		s.fault(w, r, err)
		return
	}
	if v.token != "" && !v.second() {
		s.p.setCookie(w, r, v.base, v.token, "")
	}
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

// second leads ?as=NAME to the further person's own pages.
func (s server) second(w http.ResponseWriter, r *http.Request, as string) {
	if !s.p.private {
		s.refuse(w, r, http.StatusForbidden, "second.refused")
		return
	}
	name, key, ok := parseName(as)
	if !ok {
		s.refuse(w, r, http.StatusUnprocessableEntity, "enter.invalid")
		return
	}
	http.Redirect(w, r, spelledBase(name, key), http.StatusSeeOther)
}

// spelledBase is secondBase with the name as it was written, for arrive.
func spelledBase(name, key string) string {
	if name == key {
		return secondBase(key)
	}
	return secondBase(key) + "?" + url.Values{"as": {name}}.Encode()
}

// arrive is the door for a further person. The page's script enters at once, unless
// another site has led here: opening a page alone takes no name.
func (s server) arrive(w http.ResponseWriter, r *http.Request, v visitor) {
	name, key, ok := parseName(r.PathValue("name"))
	if as, written, ok := parseName(r.URL.Query().Get("as")); ok && written == key {
		name = as
	}
	switch {
	case !s.p.private:
		s.refuse(w, r, http.StatusForbidden, "second.refused")
	case !ok:
		s.refuse(w, r, http.StatusUnprocessableEntity, "enter.invalid")
	case key != r.PathValue("name"):
		http.Redirect(w, r, spelledBase(name, key), http.StatusSeeOther)
	default:
		s.write(w, http.StatusOK, "enter", pageData{T: v.texts, Name: name, AtOnce: !foreign(r)})
	}
}

// foreign says that another site has led here.
func foreign(r *http.Request) bool {
	site := r.Header.Get("Sec-Fetch-Site")
	return site == "cross-site" || site == "same-site"
}
