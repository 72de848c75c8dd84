package local

import (
	"context"
	"errors"
	"net/http"
	"net/url"

	"tarockbot/bot"
)

// enter claims a name for the browser, or for the further person of /as/NAME/.
func (s server) enter(w http.ResponseWriter, r *http.Request) {
	v, err := s.visitor(r)
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
	case v.second() && !s.loopback:
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
	o, err := s.claim(r.Context(), key, name, token)
	if err != nil {
		return err
	}
	s.setCookie(w, r, v.base, token, key)
	if err := s.markBrowser(w, r, v); err != nil {
		return err
	}
	v.key, v.name = key, o.Name
	if _, err := s.notes.Claim(r.Context(), noteHost, []byte(key)); err != nil {
		return err
	}
	s.announce(r, v)
	return nil
}

// markBrowser gives a browser in which a further person is the first a token of its
// own, by which its names are known to be of one browser; see noteBrowser.
func (s server) markBrowser(w http.ResponseWriter, r *http.Request, v visitor) error {
	if own, _ := s.readCookie(r, false); !v.second() || own != "" {
		return nil
	}
	own, err := s.secret(tokenSize)
	if err == nil {
		s.setCookie(w, r, "/", own, "")
	}
	return err
}

// announce lets the bot learn name and language at once. Whoever entered is in
// even if it doesn't: their first act tells both again.
func (s server) announce(r *http.Request, v visitor) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), decideTime)
	defer cancel()
	id, err := s.secret(12)
	if err == nil {
		_, err = s.handle(ctx, bot.Input{
			ID: string(v.user()) + ":enter:" + id, User: v.user(), Name: v.name, Lang: v.lang, What: bot.Reachable,
		})
	}
	if err != nil {
		s.log.Warn("local: the bot doesn't know who entered", "error", err)
	}
}

// tokenFor is the token to claim the name with. A further person may have a
// name that is the browser's own already.
func (s server) tokenFor(r *http.Request, v visitor, key string) (string, error) {
	if v.second() {
		own, _ := s.readCookie(r, false)
		o, err := s.owner(r.Context(), key)
		if err != nil {
			return "", err
		}
		if own != "" && o != nil && o.has(own) {
			return own, nil
		}
	}
	if v.token != "" {
		return v.token, nil
	}
	return s.secret(tokenSize)
}

// leave makes the browser nobody; its token goes on owning its names.
func (s server) leave(w http.ResponseWriter, r *http.Request) {
	v, err := s.visitor(r)
	if err != nil {
		s.fault(w, r, err)
		return
	}
	if v.token != "" && !v.second() {
		s.setCookie(w, r, v.base, v.token, "")
	}
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

// second leads ?as=NAME to the further person's own pages.
func (s server) second(w http.ResponseWriter, r *http.Request, as string) {
	if !s.loopback {
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

// arrive lets a further person in by opening the page, unless another site
// opened it.
func (s server) arrive(w http.ResponseWriter, r *http.Request, v visitor) {
	name, key, ok := parseName(r.PathValue("name"))
	if as, written, ok := parseName(r.URL.Query().Get("as")); ok && written == key {
		name = as
	}
	switch {
	case !s.loopback:
		s.refuse(w, r, http.StatusForbidden, "second.refused")
	case !ok:
		s.refuse(w, r, http.StatusUnprocessableEntity, "enter.invalid")
	case key != r.PathValue("name"):
		http.Redirect(w, r, spelledBase(name, key), http.StatusSeeOther)
	case foreign(r):
		s.write(w, http.StatusOK, "enter", pageData{T: v.texts, Name: name})
	default:
		s.sitDown(w, r, v, key, name)
	}
}

// foreign says that another site has led here.
func foreign(r *http.Request) bool {
	site := r.Header.Get("Sec-Fetch-Site")
	return site == "cross-site" || site == "same-site"
}

// sitDown seats a further person and goes on to the page.
func (s server) sitDown(w http.ResponseWriter, r *http.Request, v visitor, key, name string) {
	switch err := s.seat(w, r, v, key, name); {
	case errors.Is(err, errTaken):
		s.refuse(w, r, http.StatusForbidden, "enter.taken")
	case err != nil:
		s.fault(w, r, err)
	default:
		http.Redirect(w, r, v.base, http.StatusSeeOther)
	}
}
