package local

import (
	"errors"
	"net/http"
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
	data := pageData{T: v.texts, Name: written}
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
		http.Redirect(w, r, v.base, http.StatusSeeOther)
	}
}

// seat claims the name with the browser's token, or with a new one, and lets
// the browser keep it. A further person may have a name of the browser's own.
func (s server) seat(w http.ResponseWriter, r *http.Request, v visitor, key, name string) error {
	tokens := make([]string, 0, 2)
	if v.token != "" {
		tokens = append(tokens, v.token)
	}
	if v.second() {
		if own, _ := s.readCookie(r, false); own != "" {
			tokens = append(tokens, own)
		}
	}
	for _, token := range tokens {
		o, err := s.owner(r.Context(), key)
		if err != nil {
			return err
		}
		if o != nil && o.has(token) {
			s.setCookie(w, r, v.base, token, key)
			return nil
		}
	}
	token := v.token
	if token == "" {
		var err error
		if token, err = s.secret(tokenSize); err != nil {
			return err
		}
	}
	if _, err := s.claim(r.Context(), key, name, token); err != nil {
		return err
	}
	s.setCookie(w, r, v.base, token, key)
	return nil
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
	_, key, ok := parseName(as)
	if !ok {
		s.refuse(w, r, http.StatusUnprocessableEntity, "enter.invalid")
		return
	}
	http.Redirect(w, r, secondBase(key), http.StatusSeeOther)
}

// arrive lets a further person in by opening the page, unless another site
// opened it.
func (s server) arrive(w http.ResponseWriter, r *http.Request, v visitor) {
	if !s.loopback {
		s.refuse(w, r, http.StatusForbidden, "second.refused")
		return
	}
	name, key, ok := parseName(r.PathValue("name"))
	if !ok {
		s.refuse(w, r, http.StatusUnprocessableEntity, "enter.invalid")
		return
	}
	if key != r.PathValue("name") {
		http.Redirect(w, r, secondBase(key), http.StatusSeeOther)
		return
	}
	if site := r.Header.Get("Sec-Fetch-Site"); site == "cross-site" || site == "same-site" {
		s.write(w, http.StatusOK, "enter", pageData{T: v.texts, Name: name})
		return
	}
	err := s.seat(w, r, v, key, name)
	switch {
	case errors.Is(err, errTaken):
		s.refuse(w, r, http.StatusForbidden, "enter.taken")
	case err != nil:
		s.fault(w, r, err)
	default:
		http.Redirect(w, r, v.base, http.StatusSeeOther)
	}
}
