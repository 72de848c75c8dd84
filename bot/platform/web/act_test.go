package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot/chat"
)

func TestAnInput(t *testing.T) {
	w := newWorld(t)
	b := w.entered("Anna Maria")
	w.bot.answer = chat.Answer{Alert: "Schon gespielt.", Refused: true}
	rec := b.script("/do", url.Values{"id": {"abc-1"}, "line": {" challenge @bert \n"}, "in": {"channel"}, "typed": {"1"}})
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
		t.Errorf("id %q", id)
	}
	b.script("/do", url.Values{"id": {"abc-2"}, "line": {"hand"}})
	if w.bot.inputs[1].Chat != "" {
		t.Error("a private press has a chat")
	}
}

func TestTheSameActHasTheSameID(t *testing.T) {
	w := newWorld(t)
	anna, bert := w.entered("Anna"), w.entered("Bert")
	act := url.Values{"id": {"same"}, "line": {"do X 1 play XXI"}}
	for _, b := range []*browser{anna, anna, bert} {
		b.post("/do", act)
	}
	anna.post("/do", url.Values{"id": {"same"}, "line": {"do X 1 play II"}})
	anna.post("/do", url.Values{"line": {"help"}})
	anna.post("/do", url.Values{"line": {"help"}})
	in := w.bot.inputs
	if in[0].ID != in[1].ID {
		t.Errorf("one act: %q and %q", in[0].ID, in[1].ID)
	}
	seen := map[string]bool{}
	for _, i := range in[1:] {
		if seen[i.ID] {
			t.Errorf("%q is used for two acts", i.ID)
		}
		seen[i.ID] = true
	}
}

func TestWhatIsNotHandedOn(t *testing.T) {
	w := newWorld(t)
	b := w.entered("Anna")
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
		if rec := b.script("/do", c.form); rec.Code != c.code {
			t.Errorf("%s: got %d, want %d", c.name, rec.Code, c.code)
		}
	}
	if rec := w.browser().script("/do", url.Values{"line": {"hand"}}); rec.Code != http.StatusForbidden {
		t.Errorf("a stranger: got %d", rec.Code)
	}
	if len(w.bot.inputs) != 0 {
		t.Errorf("inputs %v", w.bot.inputs)
	}
	b.script("/do", url.Values{"line": {strings.Repeat("x", 10<<10)}})
	b.script("/do", url.Values{"line": {"a\xffb"}})
	if len(w.bot.inputs) != 2 || w.bot.inputs[1].Line != "a\ufffdb" {
		t.Error("a line of 10 kB or with a broken letter isn't handed on")
	}
}

var hiddenID = regexp.MustCompile(`name="id" value="([^"]+)"`)

func TestWithoutScript(t *testing.T) {
	w := newWorld(t)
	b := w.entered("Anna")
	screen := plain("Die Regeln.")
	w.bot.answer = chat.Answer{Alert: "Ein Wort.", Screen: &screen}
	id := hiddenID.FindStringSubmatch(b.get("/").Body.String())[1]
	rec := b.post("/do", url.Values{"id": {id}, "line": {"rules"}, "typed": {"1"}})
	if rec.Code != http.StatusSeeOther || rec.Header().Get("Location") != "/" {
		t.Fatalf("got %d", rec.Code)
	}
	page := b.get("/").Body.String()
	wantIn(t, page, "Ein Wort.", "Die Regeln.", "<bdi>rules</bdi>")
	next := b.get("/").Body.String()
	wantNotIn(t, next, "Ein Wort.")
	if hiddenID.FindStringSubmatch(next)[1] == id {
		t.Error("the next act has the same id")
	}
}

func TestAFailureMayBeSentAgain(t *testing.T) {
	w := newWorld(t)
	b := w.entered("Anna")
	w.bot.err = errors.New("store: disk gone")
	rec := b.script("/do", url.Values{"id": {"one"}, "line": {"hand"}})
	if rec.Code != http.StatusServiceUnavailable {
		t.Errorf("got %d", rec.Code)
	}
	wantIn(t, rec.Body.String(), "nicht geklappt")
	wantNotIn(t, rec.Body.String(), "disk")
	b.post("/do", url.Values{"id": {"two"}, "line": {"hand"}})
	page := b.get("/").Body.String()
	wantIn(t, page, "nicht geklappt", `name="id" value="two"`)
}

// TestAnswers: an answer takes the place of the one before, for its reader alone, who may
// close it.
func TestAnswers(t *testing.T) {
	w := newWorld(t)
	b, other := w.entered("Anna"), w.entered("Bert")
	for i := range 3 {
		screen := plain(fmt.Sprintf("Antwort %d.", i))
		w.bot.answer = chat.Answer{Screen: &screen}
		for range 2 { // the same act twice is one answer
			b.script("/do", url.Values{"id": {fmt.Sprint("n", i)}, "line": {"help"}})
		}
	}
	page := b.get("/").Body.String()
	if n := strings.Count(page, "<article"); n != 1 {
		t.Errorf("%d answers are kept", n)
	}
	wantIn(t, page, "Antwort 2.")
	wantNotIn(t, other.get("/").Body.String(), "<article")

	ref := regexp.MustCompile(`name="ref" value="([^"]+)"`).FindStringSubmatch(page)[1]
	other.post("/dismiss", url.Values{"ref": {ref}})
	wantIn(t, b.get("/").Body.String(), "Antwort 2.")
	b.post("/dismiss", url.Values{"ref": {ref}})
	wantNotIn(t, b.get("/").Body.String(), "Antwort 2.")
	if rec := w.browser().post("/dismiss", url.Values{"ref": {ref}}); rec.Code != http.StatusForbidden {
		t.Errorf("a stranger: got %d", rec.Code)
	}
}

// TestAQuestionEnds: a page with a question goes with its answer, also a refused one.
func TestAQuestionEnds(t *testing.T) {
	w := newWorld(t)
	b := w.entered("Anna")
	screen := plain("Sicher?")
	w.bot.answer = chat.Answer{Page: "leave", Screen: &screen}
	b.script("/do", url.Values{"id": {"one"}, "line": {"leave"}})
	w.bot.answer = chat.Answer{Alert: "Nein.", Refused: true}
	b.script("/do", url.Values{"id": {"two"}, "line": {"hand"}})
	wantIn(t, b.get("/").Body.String(), "Sicher?")
	w.bot.answer = chat.Answer{Page: "leave", Alert: "Vorbei.", Refused: true}
	b.script("/do", url.Values{"id": {"three"}, "line": {"leave x 0 yes"}})
	wantNotIn(t, b.get("/").Body.String(), "Sicher?")
}

func TestThePageFollowsTheBotsLanguage(t *testing.T) {
	w := newWorld(t)
	b := w.entered("Anna")
	screen := chat.Screen{Lang: "en", Text: []chat.Line{{{Text: "Settings"}}}}
	w.bot.answer = chat.Answer{Screen: &screen}
	b.script("/do", url.Values{"line": {"settings"}})
	wantIn(t, b.get("/").Body.String(), `<html lang="en">`, "Only for you")
}

func TestAPageOfSomebodyElseDoesNothing(t *testing.T) {
	w := newWorld(t)
	b := w.entered("Anna")
	wantIn(t, b.get("/").Body.String(), `name="who" value="anna"`)
	b.post("/enter", url.Values{"name": {"Bert"}}) // in another tab
	if rec := b.script("/do", url.Values{"who": {"anna"}, "line": {"resign"}}); rec.Code != http.StatusForbidden {
		t.Errorf("got %d", rec.Code)
	}
	if len(w.bot.inputs) != 0 {
		t.Error("Bert did what Anna's page says")
	}
}

// fetchedAt is where a page with one file has it.
var fetchedAt = regexp.MustCompile(`file/[^"]+`)

// given is a browser whose person has got a file, and where that is.
func given(w *world, f chat.File) (b *browser, path string) {
	w.t.Helper()
	b = w.entered("Anna")
	w.bot.answer = chat.Answer{Alert: "Here it is.", File: &f}
	b.script("/do", url.Values{"line": {"export"}})
	page := b.get("/").Body.String()
	wantIn(w.t, page, "Here it is.", `download="`+f.Name+`"`)
	return b, "/" + fetchedAt.FindString(page)
}

// TestFile: a file is fetched by whom it is for, and by nobody else.
func TestFile(t *testing.T) {
	w := newWorld(t)
	anna, path := given(w, chat.File{Name: "tarock.json", Type: "application/json", Data: []byte("her deals")})
	got := anna.get(path)
	if got.Code != http.StatusOK || got.Body.String() != "her deals" {
		t.Fatalf("she gets %d %q", got.Code, got.Body)
	}
	for header, want := range map[string]string{"Content-Type": "application/json", "Content-Disposition": `attachment; filename="tarock.json"`, "Cache-Control": "no-store"} {
		if had := got.Header().Get(header); had != want {
			t.Errorf("%s: %q, want %q", header, had, want)
		}
	}
	for name, other := range map[string]*browser{"Bert": w.entered("Bert"), "who has no name": w.browser()} {
		if got := other.get(path); got.Code == http.StatusOK || strings.Contains(got.Body.String(), "her deals") {
			t.Errorf("%s gets %d %q", name, got.Code, got.Body)
		}
	}
	if got := anna.get("/file/another"); got.Code != http.StatusGone {
		t.Errorf("a file that isn't there: %d", got.Code)
	}
}

// TestFileGoes: a file is kept for a while, and only as long as there is room.
func TestFileGoes(t *testing.T) {
	t.Run("time", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			w := newWorld(t)
			anna, path := given(w, chat.File{Name: "tarock.json", Data: []byte("her deals")})
			<-time.After(fileLife - time.Second)
			if got := anna.get(path); got.Code != http.StatusOK {
				t.Errorf("too early: %d", got.Code)
			}
			<-time.After(2 * time.Second)
			if got := anna.get(path); got.Code != http.StatusGone || len(w.hub.files) > 0 {
				t.Errorf("%d, %d files are kept", got.Code, len(w.hub.files))
			}
		})
	})
	t.Run("room", func(t *testing.T) {
		w := newWorld(t)
		anna, path := given(w, chat.File{Name: "tarock.json", Data: make([]byte, chat.MaxFile)})
		for range maxFiles / chat.MaxFile {
			if got := anna.get(path); got.Code != http.StatusOK {
				t.Fatalf("gone while there is room: %d", got.Code)
			}
			w.hub.storeFile("local:bert", &chat.File{Data: make([]byte, chat.MaxFile)})
		}
		if got := anna.get(path); got.Code != http.StatusGone {
			t.Errorf("kept beyond the room: %d", got.Code)
		}
	})
}

// pictured is a screen with a picture drawn by draw.
func pictured(key string, draw func(context.Context) ([]byte, error)) chat.Screen {
	s := plain("all of it")
	s.Caption = []chat.Line{{{Text: "little"}}}
	s.Picture = &chat.Picture{Key: key, Alt: "what it shows", Width: 1200, Height: 675, Draw: draw}
	return s
}

// queue is a studio in which every picture waits until its reader has left.
type queue struct {
	begun chan struct{}
	left  error // why
}

func (q *queue) draw(ctx context.Context) ([]byte, error) {
	close(q.begun)
	<-ctx.Done()
	q.left = ctx.Err()
	return nil, q.left
}

func never(context.Context) ([]byte, error) { panic("drawn in vain") }

// at is where a browser finds the picture.
func at(ref chat.Ref, key string) string { return "/picture/" + string(ref) + "/" + key }

// TestPicture: a picture comes with its message, and what a message doesn't show
// any more isn't drawn.
func TestPicture(t *testing.T) {
	w := newWorld(t)
	b := w.entered("Anna")
	png := func(context.Context) ([]byte, error) { return []byte("a picture"), nil }
	ref := w.show(channel, "", pictured("one", png))
	page := b.get("/").Body.String()
	wantIn(t, page, "little", `alt="what it shows"`, "picture/"+string(ref)+"/one")
	wantNotIn(t, page, "all of it")
	if got := b.get(at(ref, "one")); got.Code != http.StatusOK || got.Body.String() != "a picture" {
		t.Errorf("%d %q", got.Code, got.Body)
	}
	w.show(channel, ref, pictured("two", never))
	w.show(chat.Place{User: "local:anna"}, "", pictured("hers", never))
	for _, path := range []string{at(ref, "one"), at(ref, ""), at("nothing", "one"), at(ref, "hers")} {
		if got := b.get(path); got.Code/100 != 4 {
			t.Errorf("%s: %d", path, got.Code)
		}
	}
}

// shownAt is where a page with one picture has it.
var shownAt = regexp.MustCompile(`picture/[^"]+`)

// TestPictureOfOthers: a private picture is only for whom its message is for, and
// nothing between the bot and their browser keeps it for others.
func TestPictureOfOthers(t *testing.T) {
	w := newWorld(t)
	anna, bert, nobody := w.entered("Anna"), w.entered("Bert"), w.browser()
	png := func(context.Context) ([]byte, error) { return []byte("a hand"), nil }
	page := pictured("page", png)
	w.bot.answer = chat.Answer{Screen: &page}
	anna.script("/do", url.Values{"line": {"hand"}})
	answer := shownAt.FindString(anna.get("/").Body.String())
	w.show(chat.Place{User: "local:bert"}, "", plain("Bert has a side of his own"))
	for _, path := range []string{at(w.show(chat.Place{User: "local:anna"}, "", pictured("panel", png)), "panel"), "/" + answer} {
		got := anna.get(path)
		if got.Code != http.StatusOK || got.Body.String() != "a hand" {
			t.Fatalf("%s: she gets %d %q", path, got.Code, got.Body)
		}
		if kept := got.Header().Get("Cache-Control"); !strings.HasPrefix(kept, "private,") {
			t.Errorf("%s may be kept: %q", path, kept)
		}
		for name, other := range map[string]*browser{"Bert": bert, "who has no name": nobody} {
			if got := other.get(path); got.Code == http.StatusOK && strings.Contains(got.Body.String(), "a hand") {
				t.Errorf("%s: %s gets it", path, name)
			}
		}
	}
}

// TestPictureGivenUp: a picture that waits to be drawn is given up when
// its message shows another, or goes, and when the browser leaves.
func TestPictureGivenUp(t *testing.T) {
	for _, c := range []struct {
		name string
		end  func(w *world, b *browser, ref chat.Ref, leave context.CancelFunc)
		code int
	}{
		{"another picture", func(w *world, _ *browser, ref chat.Ref, _ context.CancelFunc) {
			w.show(chat.Place{User: "local:anna"}, ref, pictured("two", never))
		}, http.StatusGone},
		{"no picture", func(w *world, _ *browser, ref chat.Ref, _ context.CancelFunc) {
			w.show(chat.Place{User: "local:anna"}, ref, plain("words"))
		}, http.StatusGone},
		{"pushed out", func(w *world, _ *browser, _ chat.Ref, _ context.CancelFunc) {
			for range 1000 {
				w.show(chat.Place{User: "local:anna"}, "", plain("words"))
			}
		}, http.StatusGone},
		{"the browser left", func(_ *world, _ *browser, _ chat.Ref, leave context.CancelFunc) { leave() }, http.StatusServiceUnavailable},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			b := w.entered("Anna")
			q := &queue{begun: make(chan struct{})}
			ref := w.show(chat.Place{User: "local:anna"}, "", pictured("one", q.draw))
			ctx, leave := context.WithCancel(t.Context())
			defer leave()
			code := make(chan int)
			go func() {
				code <- b.send(b.request(http.MethodGet, at(ref, "one"), nil).WithContext(ctx)).Code
			}()
			<-q.begun
			c.end(w, b, ref, leave)
			if got := <-code; got != c.code || !errors.Is(q.left, context.Canceled) {
				t.Errorf("answered %d after %v, want %d at once", got, q.left, c.code)
			}
			if log := w.log.String(); strings.Contains(log, "drawn") {
				t.Errorf("the log tells of it: %s", log)
			}
		})
	}
}

// TestPictureStays: what changes but the picture disturbs nobody who waits for it.
func TestPictureStays(t *testing.T) {
	w := newWorld(t)
	ref := w.show(channel, "", pictured("one", never))
	was := w.hub.picture("", ref, "one")
	s := pictured("one", never)
	s.Caption = nil
	w.show(channel, ref, s)
	if was.onShow.Err() != nil {
		t.Error("the picture isn't shown any more")
	}
	s.Picture = nil
	w.show(channel, ref, s)
	if was.onShow.Err() == nil {
		t.Error("the picture is shown still")
	}
}

func TestPictureFails(t *testing.T) {
	w := newWorld(t)
	b := w.entered("Anna")
	ref := w.show(channel, "", pictured("one", func(context.Context) ([]byte, error) { return nil, errors.New("no ink") }))
	if got := b.get(at(ref, "one")); got.Code != http.StatusServiceUnavailable || strings.Contains(got.Body.String(), "ink") {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	if !strings.Contains(w.log.String(), "no ink") {
		t.Errorf("the log says %s", w.log)
	}
}
