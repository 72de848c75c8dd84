package telegram

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/telegram/telegramtest"
)

const (
	promptTime = 250 * time.Millisecond
	resultTime = 1200 * time.Millisecond
)

func (w *world) edits(since time.Time) (all []telegramtest.Request) {
	for _, r := range w.server.Requests("") {
		if strings.HasPrefix(r.Method, "editMessage") && !r.At.Before(since) {
			all = append(all, r)
		}
	}
	return all
}

func pickData(m telegramtest.Message) (all []string) {
	for _, b := range slices.Concat(m.Keyboard...) {
		if strings.HasPrefix(b.Data, "pick ") && !strings.HasPrefix(b.Text, "🔒") {
			all = append(all, b.Data)
		}
	}
	return all
}

// TestPanelPace: a player picks eight cards, one each 400 ms. Every press is answered at once, without a picture.
func TestPanelPace(t *testing.T) {
	t.Parallel()
	pictures := sharedStudio(t)
	synctest.Test(t, func(t *testing.T) {
		w := newLimitedWorld(t)
		w.pictures = pictures
		w.boot()
		anna := w.server.Person("Anna")
		w.start(anna, "")
		anna.Home = anna.Private()
		anna.Says(anna.Home, "practice bamberger tactical 2")
		m, confirm := w.awaitButton(anna.Home, "confirm ")
		<-time.After(20 * time.Second)
		began := time.Now()
		tap := func(data string) telegramtest.Answer {
			t.Helper()
			at := time.Now()
			a, err := anna.Tap(w.ctx, m, data)
			if took := time.Since(at); err != nil || took > promptTime {
				t.Errorf("%s is answered after %v: %+v, %v", data, took, a, err)
			}
			return a
		}
		for n, data := range pickData(m)[:8] {
			if a, want := tap(data), fmt.Sprintf("%d/8", n+1); a.Alert || !strings.Contains(a.Text, want) {
				t.Errorf("press %d is answered %+v, want %q", n, a, want)
			}
			if n == 0 {
				<-time.After(promptTime)
				if first := w.edits(began); len(first) != 1 {
					t.Errorf("%v after the first press there are %d edits, want 1", promptTime, len(first))
				}
				<-time.After(400*time.Millisecond - promptTime)
			} else {
				<-time.After(400 * time.Millisecond)
			}
		}
		last := time.Now()
		tap(confirm)
		for _, r := range w.edits(began) {
			if r.Method == "editMessageMedia" {
				t.Errorf("a picture is sent %v after the first press", r.At.Sub(began))
			}
		}
		if err := w.server.Wait(w.ctx, func() bool {
			return len(anna.Home.Messages()) > 0 && !strings.Contains(fmt.Sprint(anna.Home.Messages()), confirm)
		}); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(last); took > resultTime {
			t.Errorf("the result is shown after %v, want %v at most", took, resultTime)
		}
		<-time.After(20 * time.Second)
		all := w.edits(began)
		for _, r := range all {
			t.Logf("%v: %s", r.At.Sub(began), r.Method)
		}
		if end := all[len(all)-1]; end.Method != "editMessageMedia" || end.At.Sub(last) > 5*time.Second {
			t.Errorf("the last edit is %s, %v after the last press", end.Method, end.At.Sub(last))
		}
	})
}

func pagedRig(t *testing.T) (r *rig, anna *telegramtest.Person, place *telegramtest.Chat) {
	t.Helper()
	drawn := make(chan struct{})
	close(drawn)
	r = newRig(t, pageHandler("p", func(in chat.Input) chat.Screen { return undrawn(board("Page "+in.Line, in.Line+"+"), in.Line, drawn) }))
	anna = r.server.Person("Anna")
	place = anna.Private()
	anna.Says(place, "0")
	r.wait("the first picture", func() bool { return len(place.Messages()) == 1 && r.onlyMessage(place).Photo != nil })
	<-time.After(20 * time.Second)
	return r, anna, place
}

// TestPagePace: a reader who turns a page each 400 ms sees all texts, but only the last picture.
func TestPagePace(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r, anna, place := pagedRig(t)
		began := len(r.server.Requests(""))
		for range 4 {
			anna.TapOnly(r.onlyMessage(place), r.onlyMessage(place).Keyboard[0][0].Data)
			<-time.After(400 * time.Millisecond)
		}
		r.wait("the last page", func() bool { return r.onlyMessage(place).Text == "Page 0++++" })
		<-time.After(20 * time.Second)
		var edits []string
		for _, request := range r.server.Requests("")[began:] {
			if strings.HasPrefix(request.Method, "editMessage") {
				edits = append(edits, strings.TrimPrefix(request.Method, "editMessage"))
			}
		}
		if last := len(edits) - 1; last < 1 || slices.Index(edits, "Media") != last {
			t.Errorf("got edits %q, want Media only as the last of several", edits)
		}
		r.expectMessage(place, "Page 0++++", "0++++")
	})
}

// TestTextNotDelayedByPictures: a text doesn't wait for the minimum gap after a picture.
func TestTextNotDelayedByPictures(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r, anna, place := pagedRig(t)
		const presses = 20
		promptTexts, pictures := 0, 0
		for range presses {
			since := len(r.server.Requests(""))
			anna.TapOnly(r.onlyMessage(place), r.onlyMessage(place).Keyboard[0][0].Data)
			<-time.After(promptTime)
			if strings.Contains(r.methodsSince(&since), "editMessageCaption") {
				promptTexts++
			}
			<-time.After(1500*time.Millisecond - promptTime)
			if strings.Contains(r.methodsSince(&since), "editMessageMedia") {
				pictures++
			}
		}
		if promptTexts < presses*9/10 || pictures < presses/5 {
			t.Errorf("%d presses: %d texts were shown promptly, and %d pictures", presses, promptTexts, pictures)
		}
	})
}
