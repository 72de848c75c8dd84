package web

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"tarockbot/bot/chat"
)

func TestTextsAndButtonsByReader(t *testing.T) {
	w := newWorld(t)
	anna, bert, carl := w.enter("Anna"), w.enter("Bert"), w.enter("Carl")
	board := func(lang, text string) chat.Screen {
		host, asked := []chat.UserID{"local:anna"}, []chat.UserID{"local:bert"}
		return chat.Screen{Lang: lang, Text: []chat.Line{{{Text: text}}}, Buttons: [][]chat.Button{{
			{Label: "A", Line: "accept x", For: &chat.Readers{Except: host}}, {Label: "W", Line: "decline x", For: &chat.Readers{Only: host}}, {Label: "N", Line: "decline x now", For: &chat.Readers{Only: asked}},
			{Label: "R", Line: "rules"},
		}}}
	}
	s := board("de", "Brett")
	s.Translations = []chat.Screen{board("en", "Board")}
	ref := w.show(channel, "", s)
	english := textScreen("Hello")
	english.Lang = "en"
	w.show(privatePlace("bert"), "", english)
	for _, tt := range []struct {
		who      *browser
		has, not []string
	}{
		{anna, []string{"Brett", "decline x\"", "rules"}, []string{"Board", "accept x", "decline x now"}},
		{bert, []string{"Board", "accept x", "decline x now", "rules", `<html lang="en">`}, []string{"Brett", "decline x\""}},
		{carl, []string{"Brett", "accept x", "rules"}, []string{"Board", "decline x"}},
	} {
		page := tt.who.page()
		wantIn(t, page, tt.has...)
		wantNotIn(t, page, tt.not...)
	}

	s.Translations[0].Text[0][0].Text = "Board, later"
	mark := bert.mark()
	w.show(channel, ref, s)
	stream, _ := bert.stream("/", mark)
	_, lists := stream.event(t)
	wantIn(t, lists["channel"].Changed[0].HTML, "Board, later")

	private := w.show(privatePlace("carl"), "", board("de", "Blatt"))
	wantIn(t, carl.page(), string(private), "decline x now", "decline x\"", "accept x")
}

func TestPicturesByLanguage(t *testing.T) {
	w, anna := enteredWorld(t, "Anna")
	drawText := func(text string) func(context.Context) ([]byte, error) {
		return func(context.Context) ([]byte, error) { return []byte(text), nil }
	}
	s, other := pictureScreen("brett", drawText("Brett")), pictureScreen("board", drawText("board"))
	s.Lang, other.Lang = "de", "en"
	s.Translations = []chat.Screen{other}
	ref := w.show(channel, "", s)
	for key, want := range map[string]string{"brett": "Brett", "board": "board"} {
		wantAnswer(t, anna.get(picturePath(ref, key)), want)
	}
	s.Translations[0] = pictureScreen("later", drawText("later"))
	s.Translations[0].Lang = "en"
	w.show(channel, ref, s)
	for key, code := range map[string]int{"brett": http.StatusOK, "later": http.StatusOK, "board": http.StatusGone} {
		wantCode(t, key, anna.get(picturePath(ref, key)), code)
	}
}

func TestLanguageChangeReloadsPage(t *testing.T) {
	w, anna := enteredWorld(t, "Anna")
	w.show(privatePlace("anna"), "", chat.Screen{Lang: "de", Text: []chat.Line{{{Text: "Blatt"}}}})
	mark := anna.mark()
	if !strings.HasSuffix(mark, ".de") {
		t.Fatalf("the mark is %q", mark)
	}
	w.show(privatePlace("anna"), "", chat.Screen{Lang: "en", Text: []chat.Line{{{Text: "Hand"}}}})
	stream, _ := anna.stream("/", mark)
	if got := <-stream.events; !strings.Contains(got, "event: language") {
		t.Errorf("Anna gets %q, want a change of language", got)
	}
	wantIn(t, anna.page(), `<html lang="en">`, "Hand", "Blatt")
}
