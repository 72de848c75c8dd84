package web

import (
	"context"
	"errors"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"tarockbot/bot/chat"
)

func pictured(key string, draw func(context.Context) ([]byte, error)) chat.Screen {
	s := plain("all of it")
	s.Caption = []chat.Line{{{Text: "little"}}}
	s.Picture = &chat.Picture{Key: key, Alt: "what it shows", Width: 1200, Height: 675, Draw: draw}
	return s
}

func never(context.Context) ([]byte, error) { panic("drawn in vain") }

func at(ref chat.Ref, key string) string { return "/picture/" + string(ref) + "/" + key }

func TestPicture(t *testing.T) {
	w, b := enteredWorld(t, "Anna")
	png := func(context.Context) ([]byte, error) { return []byte("a picture"), nil }
	ref := w.show(channel, "", pictured("one", png))
	page := b.page()
	wantIn(t, page, "little", `alt="what it shows"`, "picture/"+string(ref)+"/one")
	wantNotIn(t, page, "all of it")
	wantAnswer(t, b.get(at(ref, "one")), "a picture")
	w.show(channel, ref, pictured("two", never))
	w.show(side("anna"), "", pictured("hers", never))
	for _, path := range []string{at(ref, "one"), at(ref, ""), at("nothing", "one"), at(ref, "hers")} {
		if got := b.get(path); got.Code/100 != 4 {
			t.Errorf("%s: %d", path, got.Code)
		}
	}
}

var shownAt = regexp.MustCompile(`picture/[^"]+`)

// Shared caches must not store it.
func TestPictureOfOthers(t *testing.T) {
	w := newWorld(t)
	anna, bert, nobody := w.entered("Anna"), w.entered("Bert"), w.browser()
	png := func(context.Context) ([]byte, error) { return []byte("a hand"), nil }
	page := pictured("page", png)
	w.bot.answer = chat.Answer{Screen: &page}
	anna.does("hand")
	answer := shownAt.FindString(anna.page())
	w.show(side("bert"), "", plain("Bert has a side of his own"))
	for _, path := range []string{at(w.show(side("anna"), "", pictured("panel", png)), "panel"), "/" + answer} {
		got := anna.get(path)
		wantAnswer(t, got, "a hand")
		wantIn(t, got.Header().Get("Cache-Control"), "private,")
		for name, other := range map[string]*browser{"Bert": bert, "who has no name": nobody} {
			if strings.Contains(other.get(path).Body.String(), "a hand") {
				t.Errorf("%s: %s gets it", path, name)
			}
		}
	}
}

func TestPictureGivenUp(t *testing.T) {
	for left, code := range map[bool]int{false: http.StatusGone, true: http.StatusServiceUnavailable} {
		w, b := enteredWorld(t, "Anna")
		begun, ended := make(chan struct{}), make(chan error, 1)
		ref := w.show(side("anna"), "", pictured("one", func(ctx context.Context) ([]byte, error) {
			close(begun)
			<-ctx.Done()
			ended <- ctx.Err()
			return nil, ctx.Err()
		}))
		ctx, leave := context.WithCancel(t.Context())
		defer leave()
		answer := make(chan int)
		go func() {
			answer <- b.send(b.request(http.MethodGet, at(ref, "one"), nil).WithContext(ctx)).Code
		}()
		<-begun
		if left {
			leave()
		} else {
			w.show(side("anna"), ref, pictured("two", never))
		}
		if got, err := <-answer, <-ended; got != code || !errors.Is(err, context.Canceled) {
			t.Errorf("the browser left %v: answered %d after %v, want %d at once", left, got, err, code)
		}
		wantNotIn(t, w.log.String(), "drawn")
	}
}

func TestPictureStays(t *testing.T) {
	w := newWorld(t)
	for name, end := range map[string]func(chat.Ref){
		"replaced by words": func(ref chat.Ref) { w.show(channel, ref, plain("words")) },
		"removed":           func(ref chat.Ref) { w.show(channel, ref, chat.Screen{Retired: true}) },
		"pushed out": func(chat.Ref) {
			for range maxChannel {
				w.show(channel, "", plain("words"))
			}
		},
	} {
		s := pictured("one", never)
		ref := w.show(channel, "", s)
		was := w.hub.picture("", ref, "one")
		s.Caption = nil
		w.show(channel, ref, s)
		if was.onShow.Err() != nil {
			t.Error("the picture disappeared")
		}
		if end(ref); was.onShow.Err() == nil {
			t.Errorf("%s: the picture is still shown", name)
		}
	}
}

func TestPictureFails(t *testing.T) {
	w, b := enteredWorld(t, "Anna")
	ref := w.show(channel, "", pictured("one", func(context.Context) ([]byte, error) { return nil, errors.New("no ink") }))
	got := b.get(at(ref, "one"))
	wantCode(t, "a failed picture", got, http.StatusServiceUnavailable)
	wantNotIn(t, got.Body.String(), "ink")
	wantIn(t, w.log.String(), "no ink")
}
