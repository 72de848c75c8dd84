package web

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"tarockbot/bot/chat"
	"tarockbot/engine/card"
	"tarockbot/render/felt"
	"tarockbot/render/words"
)

// newArtworkWorld has fake sheets of card faces.
func newArtworkWorld(t *testing.T) *world {
	w := newWorld(t)
	w.cfg.Faces = func(_ context.Context, lang string, twoColours bool, width int) ([]byte, error) {
		return fmt.Append(nil, "\x89PNG\r\n\x1a\n", lang, twoColours, width), nil
	}
	return w
}

var sheetAddress = regexp.MustCompile(`url\((\w+\.png)\)`)

// A sheet's address must change with its content, because browsers cache it forever.
func TestCardSheets(t *testing.T) {
	b := newArtworkWorld(t).enter("Anna")
	names := make(map[string]bool)
	for _, lang := range words.Languages() {
		css := b.get("/cards/" + lang + ".css")
		if css.Code != http.StatusOK || css.Header().Get("ETag") == "" {
			t.Fatalf("%s: %d %v", lang, css.Code, css.Header())
		}
		for _, m := range sheetAddress.FindAllStringSubmatch(css.Body.String(), -1) {
			names[m[1]] = true
		}
		for c := range card.Card(card.Count) {
			if !strings.Contains(css.Body.String(), ".face-"+c.String()+"{") {
				t.Errorf("%s: no class for %v", lang, c)
			}
		}
	}
	if want := 2 * len(words.Languages()) * len(faceWidths); len(names) != want {
		t.Errorf("%d sheets, want %d", len(names), want)
	}
	for name := range names {
		sheet := b.get("/cards/" + name)
		if sheet.Code != http.StatusOK || !strings.Contains(sheet.Header().Get("Cache-Control"), "immutable") || !bytes.HasPrefix(sheet.Body.Bytes(), []byte("\x89PNG")) {
			t.Errorf("%s: %d %v", name, sheet.Code, sheet.Header())
		}
	}
	for _, path := range []string{"/cards/0000000000000000.png", "/cards/de.png", "/cards/x"} {
		wantCode(t, path, b.get(path), http.StatusNotFound)
	}
}

func tableScreen() chat.Screen {
	cardWith := func(code, line string) felt.Card {
		return felt.Card{Code: code, Label: code, Name: "card " + code, Suit: chat.Trump, Line: line, Barred: line == ""}
	}
	return chat.Screen{
		Table: "abcd", Text: []chat.Line{line(chat.Span{Text: "Kosakeln", Style: chat.Title})},
		Picture: &chat.Picture{Key: "k", Alt: "the table", Width: 10, Height: 10},
		Felt: &felt.Felt{Table: felt.Table{Title: "Solo", Reader: 1, Why: "Follow tarocks.",
			Seats: []felt.Seat{{Name: "Anna"}, {Name: "Bert", Turn: true}},
			Trick: &felt.Trick{Number: 3, Places: []felt.Place{{Seat: 0, Card: &felt.Card{Code: "XX", Name: "tarock 20"}}, {Seat: 1, Awaited: true}}},
			Hand:  []felt.Card{cardWith("XXI", "do abcd 3 play XXI"), cardWith("HK", "")}}},
		Buttons: [][]chat.Button{
			{{Label: "Contra", Line: "do abcd 3 contra"}},
			{{Label: "XXI", Line: "do abcd 3 play XXI", Icon: "XXI"}},
			{{Label: "Rules", Line: "rules", ForMenu: true}},
		},
	}
}

func TestTableAsHTML(t *testing.T) {
	s := tableScreen()
	html := render(t, s, kindPanel)
	for _, value := range []string{"do abcd 3 play XXI", "do abcd 3 contra", "rules"} {
		if n := strings.Count(html, `value="`+value+`"`); n != 1 {
			t.Errorf("%d buttons for %q", n, value)
		}
	}
	wantIn(t, html, `data-table="abcd"`, " data-plays-now", `data-reason="Follow tarocks."`, `aria-label="card HK" data-card="HK"`, `aria-label="tarock 20"`)
	wantNotIn(t, html, "<img")
	_, menu, _ := strings.Cut(html, `class="menu`)
	menu, _, _ = strings.Cut(menu, "</details>")
	wantIn(t, menu, `value="rules"`)
	wantIn(t, render(t, s, kindBoard), "<img")
}

func TestEndAsHTML(t *testing.T) {
	s := tableScreen()
	s.Dismissable, s.Buttons = true, [][]chat.Button{{{Label: "Rematch", Line: "rematch abcd"}}}
	s.Felt.Trick, s.Felt.Hand = nil, nil
	s.Felt.Bill = &felt.Bill{Outcome: "You lose 12 points", Heading: "Deal 2", Told: []chat.Line{line(chat.Span{Text: "Solo"})}}
	s.Felt.End = &felt.End{Outcome: "Anna wins the match", Total: "−9", Told: []chat.Line{line(chat.Span{Text: "Ratings"})},
		Deals: []felt.DealScore{{Label: "Deal 1", Score: "+3", Points: 3, Most: 12}, {Label: "Deal 2", Score: "−12", Lost: true, Points: 12, Most: 12}}}
	html := render(t, s, kindPanel)
	wantIn(t, html, "Anna wins the match</h3>", "−9", "Ratings", "You lose 12 points", `max="12" value="12" class="lost"`, `value="rematch abcd"`)
	wantNotIn(t, html, "Nothing has happened", "<img")
	s.Felt = nil
	wantNotIn(t, render(t, s, kindPanel), `class="table`)
}

func TestChoiceOnTheTable(t *testing.T) {
	s := tableScreen()
	s.Choice = choice(2)
	for i := range s.Choice.Options {
		s.Choice.Options[i].Icon = "XX"
	}
	s.Felt.Seats[0].Role, s.Felt.Seats[0].Brief = "Declarer with ③", "Decl."
	s.Felt.Seats[1].Role, s.Felt.Seats[1].Brief = "Defender", "Defender"
	s.Felt.Seats[0].Piles = []felt.Pile{{Top: &felt.Card{Code: "II", Name: "tarock 2"}}}
	html := render(t, s, kindPanel)
	wantIn(t, html, "hand-chooses", `value="lay"`, "Decl.", "tarock 2")
	wantNotIn(t, html, `value="toggle II"`)
	s.Felt.Hand = s.Felt.Hand[1:]
	wantIn(t, render(t, s, kindPanel), "hand-waits")
}

func TestEventsOfDeal(t *testing.T) {
	s := tableScreen()
	wantIn(t, render(t, s, kindPanel), `<ol class="events" data-deal="0"></ol>`, "Nothing has happened yet.")
	s.Felt.Deal = 2
	s.Felt.Before = []chat.Line{line(chat.Span{Text: "Thrown in."})}
	s.Felt.Story = []chat.Line{line(chat.Span{Text: "② Bert plays"}, chat.Span{Text: " "}, chat.Span{Text: "♥K", Spoken: "king of hearts", Style: chat.Red})}
	html := render(t, s, kindPanel)
	_, html, _ = strings.Cut(html, `<ol class="events" data-deal="2">`)
	html, _, _ = strings.Cut(html, "</ol>")
	wantIn(t, html, `Thrown in.</bdi></li><li`, `<span class="plain" aria-hidden="true">②</span>`,
		`aria-hidden="true">♥K</bdi><span class="visually-hidden">king of hearts</span>`)
}

// The script opens a table drawn as HTML. Without such a table, the answer to "hand" is a page.
func TestHandOpensTable(t *testing.T) {
	w, b := enteredWorld(t, "Anna")
	ref := w.show(privatePlace("anna"), "", tableScreen())
	s := textScreen("Blatt")
	s.Panel, s.Table = true, "abcd"
	w.bot.answer = chat.Answer{Screen: &s}
	wantIn(t, b.sendLine("hand").Body.String(), `"open":"`+string(ref)+`"`)
	wantNotIn(t, b.page(), "msg answer")
	s.Table = "wxyz"
	wantNotIn(t, b.sendLine("hand wxyz").Body.String(), "open")
	wantIn(t, b.page(), "msg answer")
}

func TestLessonIsLaidOut(t *testing.T) {
	w, b := enteredWorld(t, "Anna")
	pageWith := func(s *chat.Screen) string {
		w.bot.answer = chat.Answer{Screen: s, Page: "learn"}
		b.sendLine("learn")
		return b.page()
	}
	lesson := tableScreen()
	lesson.Table = ""
	html := pageWith(&lesson)
	wantIn(t, html, "msg panel laid-out")
	wantNotIn(t, html, "msg answer", "data-plays-now") // in a lesson one touch plays a card
	list := textScreen("All lessons")
	html = pageWith(&list)
	wantIn(t, html, "msg answer")
	wantNotIn(t, html, "laid-out")
	pageWith(&lesson)
	wantNotIn(t, pageWith(nil), "laid-out", "msg answer")
	hand := tableScreen()
	hand.Table = "abcd" // the bot hasn't posted its panel yet
	wantNotIn(t, pageWith(&hand), "laid-out")
}

func TestHandAttributes(t *testing.T) {
	s := tableScreen()
	wantIn(t, render(t, s, kindPanel), " data-may-rearrange")
	s.Felt.Trick.Places[1].Card = &felt.Card{Code: "I"}
	wantNotIn(t, render(t, s, kindPanel), " data-may-rearrange")
	s.Felt.Trick.Over = true
	wantIn(t, render(t, s, kindPanel), " data-may-rearrange")
	wantNotIn(t, render(t, s, kindPanel), "aria-pressed")
	s.Felt.Seats[1].Turn = false
	html := render(t, s, kindPanel)
	wantIn(t, html, `aria-pressed="false"`)
	wantNotIn(t, html, " data-plays-now")
}

func TestInstallablePage(t *testing.T) {
	w := newArtworkWorld(t)
	wantCode(t, "without icons", w.browser().get("/app/manifest.webmanifest"), http.StatusNotFound)
	w.cfg.AppIcon = func(_ context.Context, size int) ([]byte, error) { return fmt.Append(nil, size), nil }
	got := w.browser().get("/app/manifest.webmanifest")
	wantIn(t, got.Body.String(), `"/app/icon-192.png"`, `"512x512"`, `"standalone"`)
	for path, code := range map[string]int{"/app/icon-192.png": 200, "/app/icon-512.png": 200, "/app/icon-9999.png": 404, "/app/x": 404} {
		wantCode(t, path, w.browser().get(path), code)
	}
}

// A compressor needs 800 kB of memory.
func TestCompressedOnce(t *testing.T) {
	const requests, most = 20, 200 << 10 // bytes a request
	b := newArtworkWorld(t).browser()
	for _, path := range []string{"/static/style.css", "/cards/de.css"} {
		r := b.request("GET", path, nil)
		r.Header.Set("Accept-Encoding", "gzip")
		r.Header.Set("If-None-Match", b.send(r).Header().Get("ETag"))
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for range requests {
			wantCode(t, path, b.send(r), http.StatusNotModified)
		}
		runtime.ReadMemStats(&after)
		if n := (after.TotalAlloc - before.TotalAlloc) / requests; n > most {
			t.Errorf("%s: a request allocates %d bytes, want at most %d", path, n, most)
		}
	}
}
