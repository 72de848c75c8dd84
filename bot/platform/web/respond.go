package web

import (
	"bytes"
	"encoding/json"
	"errors"
	"html/template"
	"net/http"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/driver"
	"tarockbot/bot/platform/texts"
)

// pageData is the data for the templates "page", "enter", "notice", "verify" and "privacy".
type pageData struct {
	T       texts.Language
	Private bool
	Port    string
	Now     int64 // Unix ms
	Name    string
	Problem string
	AtOnce  bool   // the script enters without a click
	Show    string // the code of the link that led to the door; "" for none

	Verifies bool // the page that checks deals exists
	Tells    bool // the privacy page exists

	// For "privacy" only:
	PrivacyLines screenView

	// For "verify" only:
	Keys    []driver.PublicKey
	Verdict *Report // nil before a check

	// For "page" only:
	Seen                     string
	Second                   bool
	Faces                    bool   // card faces are drawn
	Who                      string // the user's key
	Act                      string // the form's id without script
	Alert                    string
	Ask                      *chat.Ask // a question without script; nil for none
	Channel, Panels, Answers []template.HTML
	First                    []firstStep
	Shortcuts                []string
	Outside                  string // the page's address for others; "" if they can't open it
	Commands                 []chat.CommandWord
	Modules                  []string // of the script, to preload
}

// write renders the template and sends it.
func (s *site) write(w http.ResponseWriter, status int, name string, data pageData) {
	data.Private, data.Port, data.Now, data.Verifies, data.Tells = s.private, s.port, s.cfg.Now().UnixMilli(), s.cfg.Verify != nil, s.cfg.Privacy != nil
	var b bytes.Buffer
	if err := templates.ExecuteTemplate(&b, name, data); err != nil {
		s.cfg.Log.Error("local: a page can't be made", "page", name, "error", err)
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes())
}

// reply is the answer to a script's request.
type reply struct {
	Alert   string   `json:"alert,omitempty"`
	Refused bool     `json:"refused,omitempty"`
	Open    chat.Ref `json:"open,omitempty"`  // the message to open
	Table   string   `json:"table,omitempty"` // the table that the press began
	At      int64    `json:"at,omitempty"`    // when the bot had answered, in Unix ms

	Ask *chat.Ask `json:"ask,omitempty"` // a question; nil for none
}

// scripted reports whether a script sent the request and expects JSON.
func scripted(r *http.Request) bool {
	return strings.Contains(r.Header.Get("Accept"), "application/json")
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v)
}

// refuse sends a text that explains why the request isn't served.
func (s *site) refuse(w http.ResponseWriter, r *http.Request, status int, text string) {
	t := s.speaksTo(r)
	if scripted(r) {
		writeJSON(w, status, reply{Alert: t.Say(text), Refused: true})
		return
	}
	s.write(w, status, "notice", pageData{T: t, Problem: t.Say(text)})
}

func (s *site) missing(w http.ResponseWriter, r *http.Request) {
	s.refuse(w, r, http.StatusNotFound, "missing")
}

// fault logs an internal error and answers the request.
func (s *site) fault(w http.ResponseWriter, r *http.Request, err error) {
	s.cfg.Log.Error("local: a request failed", "route", r.Pattern, "error", err)
	s.refuse(w, r, http.StatusServiceUnavailable, "failed")
}

// badForm sends the reason why the form couldn't be read.
func (s *site) badForm(w http.ResponseWriter, r *http.Request, err error) {
	if errors.As(err, new(*http.MaxBytesError)) {
		s.refuse(w, r, http.StatusRequestEntityTooLarge, "long")
		return
	}
	s.refuse(w, r, http.StatusBadRequest, "unclear")
}
