package web

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/texts"
)

type common struct {
	T        texts.Language
	Private  bool
	Verifies bool // deals can be checked
	Tells    bool // the privacy page exists
}

func (s *site) common(t texts.Language) common {
	return common{T: t, Private: s.private, Verifies: s.cfg.Verify != nil, Tells: s.cfg.Privacy != nil}
}

type noticeData struct {
	common
	Problem string
	Show    string // code of the link, or ""
	Invited []lineView
}

func (s *site) write(w http.ResponseWriter, status int, name string, data any) {
	var b bytes.Buffer
	if err := templates.ExecuteTemplate(&b, name, data); err != nil {
		s.cfg.Log.Error("local: a page can't be rendered", "page", name, "err", err)
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes())
}

type reply struct {
	Alert   string   `json:"alert,omitempty"`
	Refused bool     `json:"refused,omitempty"`
	Open    chat.Ref `json:"open,omitempty"`
	Table   string   `json:"table,omitempty"` // the match that the press began
	At      int64    `json:"at,omitempty"`    // when the bot answered, in Unix ms

	Ask *chat.Ask `json:"ask,omitempty"`

	retry string // see flash
}

// scripted reports whether a script expects JSON.
func scripted(r *http.Request) bool {
	return strings.Contains(r.Header.Get("Accept"), "application/json")
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v)
}

// refuse sends the catalogue's text with the ID.
func (s *site) refuse(w http.ResponseWriter, r *http.Request, status int, id string) {
	t := s.speaksTo(r)
	if scripted(r) {
		writeJSON(w, status, reply{Alert: t.Say(id), Refused: true})
		return
	}
	s.write(w, status, "notice", noticeData{common: s.common(t), Problem: t.Say(id)})
}

func (s *site) missing(w http.ResponseWriter, r *http.Request) {
	s.refuse(w, r, http.StatusNotFound, "missing")
}

func (s *site) fault(w http.ResponseWriter, r *http.Request, err error) {
	s.cfg.Log.Error("local: a request failed", "route", r.Pattern, "err", err)
	s.refuse(w, r, http.StatusServiceUnavailable, "failed")
}

func (s *site) badForm(w http.ResponseWriter, r *http.Request, err error) {
	if errors.As(err, new(*http.MaxBytesError)) {
		s.refuse(w, r, http.StatusRequestEntityTooLarge, "long")
		return
	}
	s.refuse(w, r, http.StatusBadRequest, "unclear")
}
