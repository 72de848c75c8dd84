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

func pictureScreen(key string, draw func(context.Context) ([]byte, error)) chat.Screen {
	s := textScreen("all of it")
	s.Caption = []chat.Line{{{Text: "little"}}}
	s.Picture = &chat.Picture{Key: key, Alt: "what it shows", Width: 1200, Height: 675, Draw: draw}
	return s
}

func drawNever(context.Context) ([]byte, error) { panic("drawn in vain") }

func picturePath(ref chat.Ref, key string) string { return "/picture/" + string(ref) + "/" + key }

func TestPicture(t *testing.T) {
	w, b := enteredWorld(t, "Anna")
	png := func(context.Context) ([]byte, error) { return []byte("a picture"), nil }
	ref := w.show(channel, "", pictureScreen("one", png))
	page := b.page()
	wantIn(t, page, "little", `alt="what it shows"`, "picture/"+string(ref)+"/one")
	wantNotIn(t, page, "all of it")
	wantAnswer(t, b.get(picturePath(ref, "one")), "a picture")
	w.show(channel, ref, pictureScreen("two", drawNever))
	w.show(privatePlace("anna"), "", pictureScreen("hers", drawNever))
	for _, path := range []string{picturePath(ref, "one"), picturePath(ref, ""), picturePath("nothing", "one"), picturePath(ref, "hers")} {
		if got := b.get(path); got.Code/100 != 4 {
			t.Errorf("%s: %d", path, got.Code)
		}
	}
}

var pictureAddress = regexp.MustCompile(`picture/[^"]+`)

// Shared caches must not store private pictures.
func TestPrivatePictures(t *testing.T) {
	w := newWorld(t)
	anna, bert, nobody := w.enter("Anna"), w.enter("Bert"), w.browser()
	png := func(context.Context) ([]byte, error) { return []byte("a hand"), nil }
	page := pictureScreen("page", png)
	w.bot.answer = chat.Answer{Screen: &page}
	anna.sendLine("hand")
	answer := pictureAddress.FindString(anna.page())
	w.show(privatePlace("bert"), "", textScreen("Bert has a side of his own"))
	for _, path := range []string{picturePath(w.show(privatePlace("anna"), "", pictureScreen("panel", png)), "panel"), "/" + answer} {
		got := anna.get(path)
		wantAnswer(t, got, "a hand")
		wantIn(t, got.Header().Get("Cache-Control"), "private,")
		for name, other := range map[string]*browser{"Bert": bert, "a browser without a name": nobody} {
			if strings.Contains(other.get(path).Body.String(), "a hand") {
				t.Errorf("%s: %s gets the picture", path, name)
			}
		}
	}
}

func TestDrawingCanceled(t *testing.T) {
	for disconnected, code := range map[bool]int{false: http.StatusGone, true: http.StatusServiceUnavailable} {
		w, b := enteredWorld(t, "Anna")
		begun, ended := make(chan struct{}), make(chan error, 1)
		ref := w.show(privatePlace("anna"), "", pictureScreen("one", func(ctx context.Context) ([]byte, error) {
			close(begun)
			<-ctx.Done()
			ended <- ctx.Err()
			return nil, ctx.Err()
		}))
		ctx, leave := context.WithCancel(t.Context())
		defer leave()
		answer := make(chan int)
		go func() {
			answer <- b.send(b.request(http.MethodGet, picturePath(ref, "one"), nil).WithContext(ctx)).Code
		}()
		<-begun
		if disconnected {
			leave()
		} else {
			w.show(privatePlace("anna"), ref, pictureScreen("two", drawNever))
		}
		if got, err := <-answer, <-ended; got != code || !errors.Is(err, context.Canceled) {
			t.Errorf("browser disconnected %v: answered %d after %v, want %d at once", disconnected, got, err, code)
		}
		wantNotIn(t, w.log.String(), "drawn")
	}
}

func TestPictureEndsWithMessage(t *testing.T) {
	w := newWorld(t)
	for name, end := range map[string]func(chat.Ref){
		"replaced by words": func(ref chat.Ref) { w.show(channel, ref, textScreen("words")) },
		"removed":           func(ref chat.Ref) { w.show(channel, ref, chat.Screen{Retired: true}) },
		"dropped from a full channel": func(chat.Ref) {
			for range maxChannel {
				w.show(channel, "", textScreen("words"))
			}
		},
	} {
		s := pictureScreen("one", drawNever)
		ref := w.show(channel, "", s)
		before := w.hub.picture("", ref, "one")
		s.Caption = nil
		w.show(channel, ref, s)
		if before.shownCtx.Err() != nil {
			t.Error("the picture disappeared")
		}
		if end(ref); before.shownCtx.Err() == nil {
			t.Errorf("%s: the picture is still shown", name)
		}
	}
}

func TestPictureFails(t *testing.T) {
	w, b := enteredWorld(t, "Anna")
	ref := w.show(channel, "", pictureScreen("one", func(context.Context) ([]byte, error) { return nil, errors.New("no ink") }))
	got := b.get(picturePath(ref, "one"))
	wantCode(t, "a failed picture", got, http.StatusServiceUnavailable)
	wantNotIn(t, got.Body.String(), "ink")
	wantIn(t, w.log.String(), "no ink")
}
