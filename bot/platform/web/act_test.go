package web

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"tarockbot/bot/chat"
)

func TestPressBecomesInput(t *testing.T) {
	w, b := enteredWorld(t, "Anna Maria")
	w.bot.answer = chat.Answer{Alert: "Schon gespielt.", Refused: true}
	rec := b.postByScript("/do", url.Values{"id": {"abc-1"}, "line": {" challenge @bert \n"}, "in": {"channel"}, "typed": {"1"}})
	var got reply
	err := json.Unmarshal(rec.Body.Bytes(), &got)
	if want := (reply{Alert: "Schon gespielt.", Refused: true, At: got.At}); err != nil || got != want || got.At == 0 {
		t.Errorf("got %+v, %v", got, err)
	}
	in := w.bot.inputs[0]
	id := in.ID
	in.ID = ""
	want := chat.Input{User: "local:anna-maria", Name: "Anna Maria", Lang: "de-AT", Chat: Channel, SpaceLang: "de-AT", Line: "challenge @bert"}
	if in != want {
		t.Errorf("got %+v\nwant %+v", in, want)
	}
	if !strings.HasPrefix(id, "local:anna-maria:abc-1:") {
		t.Errorf("got the ID %q, want the user's and the form's", id)
	}
	b.postByScript("/do", url.Values{"id": {"abc-2"}, "line": {"hand"}})
	if w.bot.inputs[1].Chat != "" {
		t.Error("a private press has a chat")
	}
}

func TestRepeatedPressHasSameID(t *testing.T) {
	w := newWorld(t)
	anna, bert := w.enter("Anna"), w.enter("Bert")
	act := url.Values{"id": {"same"}, "line": {"do X 1 play XXI"}}
	for _, b := range []*browser{anna, anna, bert} {
		b.post("/do", act)
	}
	anna.post("/do", url.Values{"id": {"same"}, "line": {"do X 1 play II"}})
	anna.post("/do", url.Values{"line": {"help"}})
	anna.post("/do", url.Values{"line": {"help"}})
	in := w.bot.inputs
	if in[0].ID != in[1].ID {
		t.Errorf("a repeated press has the IDs %q and %q", in[0].ID, in[1].ID)
	}
	seen := map[string]bool{}
	for _, i := range in[1:] {
		if seen[i.ID] {
			t.Errorf("two presses have the ID %q", i.ID)
		}
		seen[i.ID] = true
	}
}

func TestPressesNotPassedOn(t *testing.T) {
	w, b := enteredWorld(t, "Anna")
	for _, c := range []struct {
		name string
		form url.Values
		code int
	}{
		{"nothing", url.Values{}, 200},
		{"blank", url.Values{"line": {" \n"}}, 200},
		{"long line", url.Values{"line": {strings.Repeat("x", maxLine+1)}}, 413},
		{"long body", url.Values{"line": {strings.Repeat("x", maxBody)}}, 413},
		{"odd id", url.Values{"line": {"hand"}, "id": {"a:b"}}, 400},
		{"long id", url.Values{"line": {"hand"}, "id": {strings.Repeat("x", maxID+1)}}, 400},
	} {
		wantCode(t, c.name, b.postByScript("/do", c.form), c.code)
	}
	wantCode(t, "a stranger", w.browser().sendLine("hand"), http.StatusForbidden)
	if len(w.bot.inputs) != 0 {
		t.Errorf("the bot got the inputs %v, want none", w.bot.inputs)
	}
	b.sendLine(strings.Repeat("x", 10<<10))
	b.sendLine("a\xffb")
	if len(w.bot.inputs) != 2 || w.bot.inputs[1].Line != "a\ufffdb" {
		t.Error("a long line or a broken letter was not passed on")
	}
}

var hiddenID = regexp.MustCompile(`name="id" value="([^"]+)"`)

func TestPressWithoutScript(t *testing.T) {
	w, b := enteredWorld(t, "Anna")
	w.bot.answer = chat.Answer{Alert: "Ein Wort.", Screen: new(textScreen("Die Regeln."))}
	id := hiddenID.FindStringSubmatch(b.page())[1]
	rec := b.post("/do", url.Values{"id": {id}, "line": {"rules"}, "typed": {"1"}})
	if rec.Code != http.StatusSeeOther || rec.Header().Get("Location") != "/" {
		t.Fatalf("got %d", rec.Code)
	}
	page := b.page()
	wantIn(t, page, "Ein Wort.", "Die Regeln.")
	next := b.page()
	wantNotIn(t, next, "Ein Wort.")
	if hiddenID.FindStringSubmatch(next)[1] == id {
		t.Error("the next form has the same ID")
	}
}

func TestFailedPressKeepsItsID(t *testing.T) {
	w, b := enteredWorld(t, "Anna")
	w.bot.err = errors.New("store: disk gone")
	rec := b.postByScript("/do", url.Values{"id": {"one"}, "line": {"hand"}})
	wantCode(t, "a failure", rec, http.StatusServiceUnavailable)
	wantIn(t, rec.Body.String(), "nicht geklappt")
	wantNotIn(t, rec.Body.String(), "disk")
	b.post("/do", url.Values{"id": {"two"}, "line": {"hand"}})
	page := b.page()
	wantIn(t, page, "nicht geklappt", `name="id" value="two"`)
}

func TestAnswerReplacesAnswer(t *testing.T) {
	w := newWorld(t)
	b, other := w.enter("Anna"), w.enter("Bert")
	for i := range 3 {
		w.bot.answer = chat.Answer{Screen: &chat.Screen{Lang: "en", Text: []chat.Line{{{Text: fmt.Sprintf("Answer %d.", i)}}}}}
		for range 2 { // a repeated press gets one answer
			b.postByScript("/do", url.Values{"id": {fmt.Sprint("n", i)}, "line": {"help"}})
		}
	}
	page := b.page()
	if n := strings.Count(page, "<article"); n != 1 {
		t.Errorf("%d answers are shown, want 1", n)
	}
	wantIn(t, page, "Answer 2.", `<html lang="en">`, "Open here")
	wantNotIn(t, other.page(), "<article")

	ref := regexp.MustCompile(`name="ref" value="([^"]+)"`).FindStringSubmatch(page)[1]
	other.post("/dismiss", url.Values{"ref": {ref}})
	wantIn(t, b.page(), "Answer 2.")
	b.post("/dismiss", url.Values{"ref": {ref}})
	wantNotIn(t, b.page(), "Answer 2.")
	wantCode(t, "a stranger", w.browser().post("/dismiss", url.Values{"ref": {ref}}), http.StatusForbidden)
}

func TestAnsweredQuestionRemoved(t *testing.T) {
	w, b := enteredWorld(t, "Anna")
	w.bot.answer = chat.Answer{Page: "leave", Screen: new(textScreen("Sicher?"))}
	b.postByScript("/do", url.Values{"id": {"one"}, "line": {"leave"}})
	w.bot.answer = chat.Answer{Alert: "Nein.", Refused: true}
	b.postByScript("/do", url.Values{"id": {"two"}, "line": {"hand"}})
	wantIn(t, b.page(), "Sicher?")
	w.bot.answer = chat.Answer{Page: "leave", Alert: "Vorbei.", Refused: true}
	b.postByScript("/do", url.Values{"id": {"three"}, "line": {"leave x 0 yes"}})
	wantNotIn(t, b.page(), "Sicher?")
}

func TestPressOnOtherUsersPage(t *testing.T) {
	w, b := enteredWorld(t, "Anna")
	wantIn(t, b.page(), `name="who" value="anna"`)
	b.enter("Bert") // in another tab
	wantCode(t, "a page opened by Anna", b.postByScript("/do", url.Values{"who": {"anna"}, "line": {"resign"}}), http.StatusForbidden)
	if len(w.bot.inputs) != 0 {
		t.Error("Bert sent a press of Anna's page")
	}
}
