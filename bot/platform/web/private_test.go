package web

import (
	"fmt"
	"net/http"
	"regexp"
	"testing"

	"tarockbot/bot/chat"
)

// sights omits random parts and times.
func (b *browser) sights() string {
	b.t.Helper()
	rec := b.get("/")
	header := rec.Result().Header
	header.Del("Date")
	return fmt.Sprint(rec.Code, header, regexp.MustCompile(`name="id" value="[^"]*"|data-now="[0-9]*"`).ReplaceAllString(rec.Body.String(), ""))
}

// Others' private events must not change marks or refs.
func TestOthersLearnNothing(t *testing.T) {
	w := newWorld(t)
	anna, bert := w.entered("Anna"), w.entered("Bert")
	board := w.show(channel, "", plain("Brett"))
	before := bert.sights()
	s := plain("geheim")
	w.bot.answer = chat.Answer{Alert: "geheim", Screen: &s}
	anna.does("settings")
	s.Call = calling("anna", 1)
	ref := w.show(side("anna"), "", s)
	for i := range 10 {
		w.show(side("anna"), ref, plain(fmt.Sprint("geheim ", i)))
	}
	open := plain("Brett") // it calls Anna and looks the same
	open.Call = calling("anna", 2)
	w.show(channel, board, open)
	if after := bert.sights(); after != before {
		t.Errorf("Bert saw\n%s\nand sees\n%s", before, after)
	}
	stream, _ := bert.stream("/", "")
	if _, lists := stream.event(t); len(lists["panels"].Changed) != 0 {
		t.Errorf("Bert got %+v", lists)
	}
	for _, b := range []*browser{w.browser(), bert} {
		wantCode(t, "Anna's events", b.get("/as/anna/events"), http.StatusForbidden)
		wantNotIn(t, b.get("/as/anna/").Body.String(), "geheim")
	}
	a, b := w.show(channel, "", plain("eins")), w.show(channel, "", plain("zwei"))
	if !regexp.MustCompile(`^.+-[A-Z2-7]{26}$`).MatchString(string(a)) || a[len(a)-20:] == b[len(b)-20:] {
		t.Errorf("messages have the refs %s and %s", a, b)
	}
}

func TestAForgottenSideBeginsAnew(t *testing.T) {
	w, b := enteredWorld(t, "Anna")
	anna := side("anna")
	ref := w.show(anna, "", plain("Blatt"))
	mark := b.mark()
	w.hub.forget(anna.User)
	if _, err := w.Show(t.Context(), anna, ref, plain("neu")); err == nil {
		t.Error("the panel is still there")
	}
	w.show(anna, "", plain("neu"))
	stream, _ := b.stream("/", mark)
	_, lists := stream.event(t)
	if len(lists) != 3 || len(lists["panels"].Changed) != 1 {
		t.Errorf("she gets %+v", lists)
	}
}
