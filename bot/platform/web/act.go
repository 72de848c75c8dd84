package web

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"
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
		s.finish(w, r, v, nextWord{}, http.StatusOK, reply{})
	} else if ok {
		s.decide(w, r, v, f)
	}
}

// decide waits for the bot, even if the browser doesn't.
func (s server) decide(w http.ResponseWriter, r *http.Request, v visitor, f press) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), decideTime)
	defer cancel()
	in := f.input(v)
	began, over := time.Now(), s.cfg.Metrics.TrackInput(s.p.Name())
	answer, err := s.handle(ctx, in)
	over()
	open := s.p.hub.laidOut(in.User, answer.Screen)
	if err == nil && open == "" {
		err = s.setPage(in, answer, f)
	}
	if err != nil {
		s.cfg.Log.Error("local: an input failed", "error", err)
		alert := v.texts.Say("failed")
		s.finish(w, r, v, nextWord{alert: alert, retry: f.id}, http.StatusServiceUnavailable, reply{Alert: alert})
		return
	}
	s.finish(w, r, v, nextWord{alert: answer.Alert, ask: answer.Ask}, http.StatusOK,
		reply{answer.Alert, answer.Refused, open, answer.Table, s.cfg.Now().UnixMilli(), answer.Ask})
	s.cfg.Metrics.ObserveAnswer(s.p.Name(), time.Since(began))
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
func (s server) finish(w http.ResponseWriter, r *http.Request, v visitor, f nextWord, status int, answer reply) {
	if scripted(r) {
		writeJSON(w, status, answer)
		return
	}
	s.p.hub.leaveWord(v.user(), f)
	http.Redirect(w, r, v.base, http.StatusSeeOther)
}

// dismiss takes an answer, or a panel that has ended, off the person's page.
func (s server) dismiss(w http.ResponseWriter, r *http.Request, v visitor) {
	s.p.hub.dismiss(v.user(), chat.Ref(r.PostForm.Get("ref")))
	s.finish(w, r, v, nextWord{}, http.StatusOK, reply{})
}

// fileLife is how long a file may be fetched.
const fileLife = 15 * time.Minute

// maxFiles is how much is kept of all files together, in bytes. The oldest goes
// when there is no room.
const maxFiles = 8 * chat.MaxFile

// storedFile is a file that one person may fetch.
type storedFile struct {
	*chat.File
	key  string
	user chat.UserID
}

// file gives a file to whom it is for.
func (s server) file(w http.ResponseWriter, r *http.Request, v visitor) {
	f := s.p.hub.fileOf(v.user(), r.PathValue("key"))
	if f == nil {
		s.refuse(w, r, http.StatusGone, "file.gone")
		return
	}
	w.Header().Set("Content-Type", f.Type)
	w.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", f.Name))
	_, _ = w.Write(f.Data)
}

// storeFile lets the person fetch the file for a while, and says by which key.
func (h *hub) storeFile(user chat.UserID, f *chat.File) (key string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	key = secret(16)
	h.files = append(h.files, storedFile{f, key, user})
	size := 0
	for _, f := range h.files {
		size += len(f.Data)
	}
	for size > maxFiles && len(h.files) > 1 {
		size -= len(h.files[0].Data)
		h.files = h.files[1:]
	}
	time.AfterFunc(fileLife, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.files = slices.DeleteFunc(h.files, func(f storedFile) bool { return f.key == key })
	})
	return key
}

// fileOf is the person's file; nil if there is none (any more).
func (h *hub) fileOf(user chat.UserID, key string) *chat.File {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, f := range h.files {
		if f.key == key && f.user == user {
			return f.File
		}
	}
	return nil
}

// drawTime is how long a browser waits for its picture behind others.
const drawTime = 20 * time.Second

// picture draws a message's picture when a browser asks for it: the words are there
// already. It is known by what it shows, so it never changes. One that the message doesn't
// show any more, or whose browser has left, is not drawn, and nobody is to be told.
func (s server) picture(w http.ResponseWriter, r *http.Request, v visitor) {
	p := s.p.hub.picture(v.user(), chat.Ref(r.PathValue("ref")), r.PathValue("key"))
	if p == nil {
		w.WriteHeader(http.StatusGone)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), drawTime)
	defer cancel()
	defer context.AfterFunc(p.onShow, cancel)()
	switch png, err := p.Draw(ctx); {
	case err == nil:
		w.Header().Set("Content-Type", "image/png")
		w.Header().Set("Cache-Control", "private, max-age=86400, immutable")
		_, _ = w.Write(png)
	case p.onShow.Err() != nil:
		w.WriteHeader(http.StatusGone)
	default:
		if r.Context().Err() == nil {
			s.cfg.Log.Error("local: a picture can't be drawn", "error", err)
		}
		w.WriteHeader(http.StatusServiceUnavailable)
	}
}
