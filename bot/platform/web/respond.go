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

// pageData is what the templates "page", "enter", "notice", "verify" and "privacy" are filled with.
type pageData struct {
	T       texts.Language
	Private bool
	Port    string
	Now     int64 // ms since 1970
	Name    string
	Problem string
	AtOnce  bool   // the script enters without being asked
	Show    string // the deal that somebody at the door is on the way to; "" for none

	Verifies bool // there is a page that checks deals
	Tells    bool // there is a page that tells of data

	// Of the page that tells of data alone:
	PrivacyLines screenView

	// Of the check of deals alone:
	Keys    []driver.PublicKey
	Verdict *Report // nil before anything was given

	// Of the chat alone:
	Seen                     string
	Second                   bool
	Faces                    bool   // there is a sheet of card faces
	Who                      string // key of whom the page was made for
	Act                      string // id of the next act made without script
	Alert                    string
	Ask                      *chat.Ask // what a reader without script is asked; nil for nothing
	Channel, Panels, Answers []template.HTML
	First                    []firstStep
	Shortcuts                []string
	Outside                  string // the page's address for others; "" if they can't open it
	Commands                 []chat.CommandWord
	Modules                  []string // of the script: to be fetched at once, not each when another asks for it
}

// write sends a page made by the template.
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
	Open    chat.Ref `json:"open,omitempty"`  // the message that the act leads to
	Table   string   `json:"table,omitempty"` // that has begun by the act
	At      int64    `json:"at,omitempty"`    // when the bot had done it, in ms since 1970

	Ask *chat.Ask `json:"ask,omitempty"` // what the reader is asked; nil for nothing
}

// scripted says whether the request is a script's, which reads JSON.
func scripted(r *http.Request) bool {
	return strings.Contains(r.Header.Get("Accept"), "application/json")
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v)
}

// refuse says kindly why a request isn't served.
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

// fault says that something of ours failed, and logs what.
func (s *site) fault(w http.ResponseWriter, r *http.Request, err error) {
	s.cfg.Log.Error("local: a request failed", "route", r.Pattern, "error", err)
	s.refuse(w, r, http.StatusServiceUnavailable, "failed")
}

// badForm says why a form couldn't be read.
func (s *site) badForm(w http.ResponseWriter, r *http.Request, err error) {
	if errors.As(err, new(*http.MaxBytesError)) {
		s.refuse(w, r, http.StatusRequestEntityTooLarge, "long")
		return
	}
	s.refuse(w, r, http.StatusBadRequest, "unclear")
}
