package web

import (
	"fmt"
	"net/http"
	"regexp"
	"testing"

	"tarockbot/bot/chat"
)

// visiblePage returns the user's page without random parts and times.
func (b *browser) visiblePage() string {
	b.t.Helper()
	rec := b.get("/")
	header := rec.Result().Header
	header.Del("Date")
	return fmt.Sprint(rec.Code, header, regexp.MustCompile(`name="id" value="[^"]*"|data-server-time="[0-9]*"`).ReplaceAllString(rec.Body.String(), ""))
}

// A user's private events must not change other users' marks or refs.
func TestPrivateEventsHidden(t *testing.T) {
	w := newWorld(t)
	anna, bert := w.enter("Anna"), w.enter("Bert")
	board := w.show(channel, "", textScreen("Brett"))
	before := bert.visiblePage()
	s := textScreen("geheim")
	w.bot.answer = chat.Answer{Alert: "geheim", Screen: &s}
	anna.sendLine("settings")
	s.Call = newCall("anna", 1)
	ref := w.show(privatePlace("anna"), "", s)
	for i := range 10 {
		w.show(privatePlace("anna"), ref, textScreen(fmt.Sprint("geheim ", i)))
	}
	open := textScreen("Brett") // the board calls Anna, but looks the same
	open.Call = newCall("anna", 2)
	w.show(channel, board, open)
	if after := bert.visiblePage(); after != before {
		t.Errorf("Bert saw\n%s\nand sees\n%s", before, after)
	}
	stream, _ := bert.stream("/", "")
	if _, lists := stream.event(t); len(lists["panels"].Changed) != 0 {
		t.Errorf("the stream sends Bert %+v", lists)
	}
	for _, b := range []*browser{w.browser(), bert} {
		wantCode(t, "Anna's events", b.get("/as/anna/events"), http.StatusForbidden)
		wantNotIn(t, b.get("/as/anna/").Body.String(), "geheim")
	}
	a, b := w.show(channel, "", textScreen("eins")), w.show(channel, "", textScreen("zwei"))
	if !regexp.MustCompile(`^.+-[A-Z2-7]{26}$`).MatchString(string(a)) || a[len(a)-20:] == b[len(b)-20:] {
		t.Errorf("messages have the refs %s and %s", a, b)
	}
}

func TestForgottenUserGetsEverything(t *testing.T) {
	w, b := enteredWorld(t, "Anna")
	anna := privatePlace("anna")
	ref := w.show(anna, "", textScreen("Blatt"))
	mark := b.mark()
	w.hub.forget(anna.User)
	if _, err := w.Show(t.Context(), anna, ref, textScreen("neu")); err == nil {
		t.Error("the panel is still there")
	}
	w.show(anna, "", textScreen("neu"))
	stream, _ := b.stream("/", mark)
	_, lists := stream.event(t)
	if len(lists) != 3 || len(lists["panels"].Changed) != 1 {
		t.Errorf("Anna gets %+v, want all lists", lists)
	}
}
