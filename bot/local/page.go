package local

import (
	"errors"
	"html/template"
	"net/http"

	"tarockbot/bot/texts"
)

// chatData is what only the chat needs of a page.
type chatData struct {
	Seen                     string
	Second                   bool
	Who                      string // key of whom the page was made for
	Act                      string // id of the next act made without script
	Alert                    string
	Channel, Panels, Answers []template.HTML
	Shortcuts, Commands      []offer
}

// offer is a command that the page proposes.
type offer struct{ Line, Label string }

// page is the chat, or the door for somebody who hasn't entered.
func (s server) page(w http.ResponseWriter, r *http.Request) {
	v, err := s.p.visitor(r)
	switch as := r.URL.Query().Get("as"); {
	case err != nil:
		s.fault(w, r, err)
	case as != "" && !v.second():
		s.second(w, r, as)
	case v.key == "" && v.second():
		s.arrive(w, r, v)
	case v.key == "" && r.URL.Query().Get(showKey) != "" && foreign(r):
		// A browser says who it is only to whom follows a link of the page itself.
		s.write(w, http.StatusOK, "notice", pageData{T: v.texts, Problem: v.texts.Say("show"), Show: r.URL.Query().Get(showKey)})
	case v.key == "":
		s.write(w, http.StatusOK, "enter", pageData{T: v.texts, Show: r.URL.Query().Get(showKey)})
	case r.URL.Query().Get(showKey) != "":
		s.show(w, r, v, r.URL.Query().Get(showKey))
	default:
		s.chat(w, r, v)
	}
}

// chat writes the page with all that the visitor sees now.
func (s server) chat(w http.ResponseWriter, r *http.Request, v visitor) {
	id, err := s.p.secret(12)
	if err != nil {
		s.fault(w, r, err)
		return
	}
	now := s.p.hub.look(v.user())
	if now.flash.retry != "" {
		id = now.flash.retry
	}
	t := v.texts
	if now.lang != "" {
		t = catalogue.In(now.lang, t.Say("lang"))
	}
	s.write(w, http.StatusOK, "page", pageData{T: t, Name: v.name, chatData: chatData{
		Seen: now.seen, Who: v.key, Second: v.second(), Act: id, Alert: now.flash.alert,
		Channel: trusted(now.channel), Panels: trusted(now.panels), Answers: trusted(now.answers),
		Shortcuts: offers(t, "shortcut.", shortcuts), Commands: offers(t, "command.", s.p.commands),
	}})
}

// trusted marks messages as HTML; the template "screen" made and escaped them.
func trusted(htmls []string) []template.HTML {
	out := make([]template.HTML, len(htmls))
	for i, h := range htmls {
		out[i] = template.HTML(h) //nolint:gosec // made by our own template
	}
	return out
}

func offers(t texts.Language, prefix string, lines []string) []offer {
	out := make([]offer, len(lines))
	for i, line := range lines {
		out[i] = offer{line, t.Say(prefix + line)}
	}
	return out
}

// fault says that something of ours failed, and logs what.
func (s server) fault(w http.ResponseWriter, r *http.Request, err error) {
	s.p.log.Error("local: a request failed", "route", r.Pattern, "error", err)
	s.refuse(w, r, http.StatusServiceUnavailable, "failed")
}

// badForm says why a form couldn't be read.
func (s server) badForm(w http.ResponseWriter, r *http.Request, err error) {
	var large *http.MaxBytesError
	if errors.As(err, &large) {
		s.refuse(w, r, http.StatusRequestEntityTooLarge, "long")
		return
	}
	s.refuse(w, r, http.StatusBadRequest, "unclear")
}
