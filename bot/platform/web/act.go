package web

import (
	"cmp"
	"context"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"

	"tarockbot/bot/chat"
)

const (
	maxLine    = 12 << 10         // bytes of a line that are handed on
	maxID      = 64               // letters of an act's id
	decideTime = 20 * time.Second // for the bot to decide one act
	maxCaption = 60               // letters of a command above its answer
)

// press is what a form says that somebody did.
type press struct {
	id      string // of the form
	line    string
	channel bool
	typed   bool
}

// act hands a button or a typed line to the bot and passes its word on.
func (s server) act(w http.ResponseWriter, r *http.Request, v visitor) {
	if f, ok := s.readPress(w, r); ok && f.line == "" {
		s.finish(w, r, v, flash{}, http.StatusOK, reply{})
	} else if ok {
		s.decide(w, r, v, f)
	}
}

// decide waits for the bot, even if the browser doesn't.
func (s server) decide(w http.ResponseWriter, r *http.Request, v visitor, f press) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), decideTime)
	defer cancel()
	in := f.input(v)
	began, over := time.Now(), s.cfg.Metrics.Waits(s.p.Name())
	answer, err := s.handle(ctx, in)
	over()
	open := s.p.hub.laidOut(in.User, answer.Screen)
	if err == nil && open == "" {
		err = s.setPage(in, answer, f)
	}
	if err != nil {
		s.cfg.Log.Error("local: an input failed", "error", err)
		alert := v.texts.Say("failed")
		s.finish(w, r, v, flash{alert: alert, retry: f.id}, http.StatusServiceUnavailable, reply{Alert: alert})
		return
	}
	s.finish(w, r, v, flash{alert: answer.Alert, ask: answer.Ask}, http.StatusOK,
		reply{answer.Alert, answer.Refused, open, answer.Table, s.cfg.Now().UnixMilli(), answer.Ask})
	s.cfg.Metrics.Answered(s.p.Name(), time.Since(began))
}

// readPress reads the form; if it can't, the refusal is written.
func (s server) readPress(w http.ResponseWriter, r *http.Request) (press, bool) {
	f := press{
		id:      cmp.Or(r.PostForm.Get("id"), secret(12)),
		line:    strings.TrimSpace(strings.ToValidUTF8(r.PostForm.Get("line"), "\ufffd")),
		channel: r.PostForm.Get("in") == "channel",
		typed:   r.PostForm.Get("typed") != "",
	}
	if f.line != "" && r.PostForm.Has("text") { // it answers a question
		f.line = chat.Typed(f.line, strings.ToValidUTF8(r.PostForm.Get("text"), "\ufffd"))
	}
	switch {
	case len(f.line) > maxLine:
		s.refuse(w, r, http.StatusRequestEntityTooLarge, "long")
		return f, false
	case len(f.id) > maxID || strings.Trim(f.id, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") != "":
		s.refuse(w, r, http.StatusBadRequest, "unclear")
		return f, false
	}
	return f, true
}

// input is the press as the bot gets it. One page without script has one id
// for all its buttons, so the line is part of what makes the act unique; the
// person is, so that nobody can use up another's ids.
func (f press) input(v visitor) chat.Input {
	in := chat.Input{
		ID:   string(v.user()) + ":" + f.id + ":" + digest([]byte(f.line), 6),
		User: v.user(),
		Name: v.name,
		Lang: v.lang,
		Line: f.line, Origin: v.origin,
	}
	if f.channel {
		in.Chat, in.SpaceLang = Channel, v.lang // the page is in the language of whoever plays on it first
	}
	return in
}

// setPage gives the person the answer's private page in the place of the one of
// that name, or ends that. A typed command's page goes last, where the person
// looks; one that a button changed stays where it is.
func (s server) setPage(in chat.Input, answer chat.Answer, f press) error {
	if answer.Screen == nil && answer.File != nil {
		answer.Screen = &chat.Screen{Text: []chat.Line{{{Text: answer.Alert}}}}
	}
	if answer.Page == "" && answer.Screen == nil {
		return nil
	}
	ref := chat.Ref(s.p.hub.epoch + "-a" + digest([]byte(cmp.Or(answer.Page, in.ID)), 8))
	if answer.Screen == nil {
		s.p.hub.removePage(in.User, ref)
		return nil
	}
	kind := kindAnswer
	if answer.Screen.Felt != nil && answer.Screen.Table == "" { // a lesson; a table has its panel
		kind = kindPanel
	}
	v := s.p.viewOf(*answer.Screen, kind, ref)
	if f.typed {
		v.Caption = shorten(f.line, maxCaption)
	}
	if answer.File != nil {
		v.File = &fileView{answer.File.Name, s.p.hub.storeFile(in.User, answer.File)}
	}
	html, err := v.render()
	if err != nil {
		return err
	}
	s.p.hub.answer(in.User, answer.Screen.Lang, message{ref: ref, editions: []edition{{html: html}}, shown: shownPictures(*answer.Screen)}, kind == kindPanel, f.typed)
	return nil
}

func shorten(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return string([]rune(s)[:n-1]) + "…"
}

// finish tells a script the outcome, and leads a browser without script back
// to the page, where the word waits.
func (s server) finish(w http.ResponseWriter, r *http.Request, v visitor, f flash, status int, answer reply) {
	if scripted(r) {
		writeJSON(w, status, answer)
		return
	}
	s.p.hub.setFlash(v.user(), f)
	http.Redirect(w, r, v.base, http.StatusSeeOther)
}

// dismiss takes an answer, or a panel that has ended, off the person's page.
func (s server) dismiss(w http.ResponseWriter, r *http.Request, v visitor) {
	s.p.hub.dismiss(v.user(), chat.Ref(r.PostForm.Get("ref")))
	s.finish(w, r, v, flash{}, http.StatusOK, reply{})
}
