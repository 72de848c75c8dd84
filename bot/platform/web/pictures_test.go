package web

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"tarockbot/bot/chat"
)

// pictured returns a screen with a picture that draw draws.
func pictured(key string, draw func(context.Context) ([]byte, error)) chat.Screen {
	s := plain("all of it")
	s.Caption = []chat.Line{{{Text: "little"}}}
	s.Picture = &chat.Picture{Key: key, Alt: "what it shows", Width: 1200, Height: 675, Draw: draw}
	return s
}

// queue is a studio whose drawings wait until their context ends.
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

// at returns the path of the picture.
func at(ref chat.Ref, key string) string { return "/picture/" + string(ref) + "/" + key }

// TestPicture fetches the picture of a message. A picture that the message no longer shows isn't drawn.
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

// shownAt matches the address of a page's picture.
var shownAt = regexp.MustCompile(`picture/[^"]+`)

// TestPictureOfOthers checks that only the reader of a private message gets its picture, and that shared
// caches don't store it.
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

// TestPictureGivenUp cancels a waiting picture by another picture, by removing the message and by closing
// the browser.
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

// TestPictureStays changes a message but not its picture: requests for the picture go on.
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
