package web

import (
	"cmp"
	"context"
	"net/http"
	"strings"
	"time"

	"tarockbot/bot/chat"
)

const (
	maxLine    = 12 << 10 // bytes
	maxID      = 64       // letters of a form's ID
	decideTime = 20 * time.Second
)

type press struct {
	id      string
	line    string
	channel bool
	typed   bool
}

// act handles a press. It ignores empty lines.
func (s server) act(w http.ResponseWriter, r *http.Request, v visitor) {
	if f, ok := s.readPress(w, r); ok && f.line == "" {
		s.finish(w, r, v, http.StatusOK, reply{})
	} else if ok {
		s.decide(w, r, v, f)
	}
}

// decide finishes even if the browser disconnects.
func (s server) decide(w http.ResponseWriter, r *http.Request, v visitor, f press) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), decideTime)
	defer cancel()
	in := f.input(v)
	began, endTracking := time.Now(), s.cfg.Metrics.TrackInput(s.p.Name())
	answer, err := s.handle(ctx, in)
	endTracking()
	open := s.p.hub.laidOut(in.User, answer.Screen)
	if err == nil && open == "" {
		err = s.setPage(in, answer, f)
	}
	if err != nil {
		s.cfg.Log.Error("local: an input failed", "err", err)
		s.finish(w, r, v, http.StatusServiceUnavailable, reply{Alert: v.texts.Say("failed"), retry: f.id})
		return
	}
	s.finish(w, r, v, http.StatusOK, reply{
		Alert: answer.Alert, Refused: answer.Refused, Open: open, Table: answer.Table, At: s.cfg.Now().UnixMilli(), Ask: answer.Ask,
	})
	s.cfg.Metrics.ObserveAnswer(s.p.Name(), time.Since(began))
}

// readPress returns false after a refusal.
func (s server) readPress(w http.ResponseWriter, r *http.Request) (press, bool) {
	f := press{
		id:      cmp.Or(r.PostForm.Get("id"), secret(12)),
		line:    strings.TrimSpace(strings.ToValidUTF8(r.PostForm.Get("line"), "\ufffd")),
		channel: r.PostForm.Get("in") == "channel",
		typed:   r.PostForm.Get("typed") != "",
	}
	if f.line != "" && r.PostForm.Has("text") {
		f.line = chat.AnswerLine(f.line, strings.ToValidUTF8(r.PostForm.Get("text"), "\ufffd"))
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

// The ID includes the line, because without a script all buttons share one form ID. It includes the user, so that users
// can't take other users' IDs.
func (f press) input(v visitor) chat.Input {
	in := chat.Input{
		ID:   string(v.user()) + ":" + f.id + ":" + digest([]byte(f.line), 6),
		User: v.user(),
		Name: v.name,
		Lang: v.lang,
		Line: f.line, Origin: v.origin,
	}
	if f.channel {
		in.Chat, in.SpaceLang = Channel, v.lang // the first player's language becomes the page's
	}
	return in
}

// setPage shows the answer in place of the page with its name, or removes that page. A typed command moves it to the
// end.
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
	if answer.File != nil {
		v.File = &fileView{answer.File.Name, s.p.downloads.store(in.User, answer.File)}
	}
	html, err := v.render()
	if err != nil {
		return err
	}
	m := message{ref: ref, variants: []variant{{html: html}}, shown: shownPictures(*answer.Screen), ended: answer.Screen.Dismissable}
	s.p.hub.answer(in.User, answer.Screen.Lang, m, kind, f.typed)
	return nil
}

// Without a script, the next page shows the alert or question.
func (s server) finish(w http.ResponseWriter, r *http.Request, v visitor, status int, answer reply) {
	if scripted(r) {
		writeJSON(w, status, answer)
		return
	}
	s.p.hub.setFlash(v.user(), flash{answer.Alert, answer.retry, answer.Ask})
	http.Redirect(w, r, v.base, http.StatusSeeOther)
}

func (s server) dismiss(w http.ResponseWriter, r *http.Request, v visitor) {
	s.p.hub.dismiss(v.user(), chat.Ref(r.PostForm.Get("ref")))
	s.finish(w, r, v, http.StatusOK, reply{})
}
