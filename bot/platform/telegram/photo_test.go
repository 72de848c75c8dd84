package telegram

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/double"
	"tarockbot/bot/platform/telegram/telegramtest"
	"tarockbot/engine/enginetest/golden"
)

func plainPNG(key string, width, height int) []byte {
	h := fnv.New32a()
	_, _ = h.Write([]byte(key))
	n := h.Sum32()
	m := image.NewPaletted(image.Rect(0, 0, width, height), color.Palette{color.RGBA{uint8(n), uint8(n >> 8), uint8(n >> 16), 255}})
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		panic(err)
	}
	return b.Bytes()
}

func pictured(s chat.Screen, key string) chat.Screen {
	s.Picture = &chat.Picture{Key: key, Alt: "what it shows", PNG: plainPNG(key, 120, 67)}
	return s
}

func undrawn(s chat.Screen, key string, drawn <-chan struct{}) chat.Screen {
	s = pictured(s, key)
	data := s.Picture.PNG
	s.Picture.PNG = nil
	s.Picture.Draw = func(ctx context.Context) ([]byte, error) {
		select {
		case <-drawn:
			return data, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return s
}

func (r *rig) onlyMessage(c *telegramtest.Chat) telegramtest.Message {
	r.t.Helper()
	all := c.Messages()
	if len(all) != 1 {
		r.t.Fatalf("%d messages, want one: %s", len(all), textsIn(c))
	}
	return all[0]
}

func (r *rig) expectMessage(c *telegramtest.Chat, text, key string) telegramtest.Message {
	r.t.Helper()
	m := r.onlyMessage(c)
	if m.Text != text {
		r.t.Errorf("text %q, want %q", m.Text, text)
	}
	switch {
	case (m.Photo != nil) != (key != ""):
		r.t.Errorf("%q: photo %v, want %q", text, m.Photo != nil, key)
	case key != "" && !bytes.Equal(m.Photo.Data, plainPNG(key, 120, 67)):
		r.t.Errorf("%q: not the picture %q", text, key)
	}
	if m.TextAbove || len(m.Keyboard) != 1 {
		r.t.Errorf("%q: text above the picture %v, keyboard %v", text, m.TextAbove, m.Keyboard)
	}
	return m
}

func (r *rig) expectMethods(since *int, want string) {
	r.t.Helper()
	if got := r.methodsSince(since); got != want {
		r.t.Errorf("called %q, want %q", got, want)
	}
}

// methodsSince returns the methods called since then, with "+" for a file.
func (r *rig) methodsSince(since *int) string {
	all := r.server.Requests("")
	var names []string
	for _, q := range all[*since:] {
		if q.Files > 0 {
			q.Method += "+"
		}
		names = append(names, q.Method)
	}
	*since = len(all)
	return strings.Join(names, " ")
}

// TestPhotoStories: the input is a board's new text and its picture's key, or "-" for no picture; "…" means that the
// picture isn't drawn yet. The output is the methods called, "+" with a file, and the messages shown, with the picture's
// key in brackets.
func TestPhotoStories(t *testing.T) {
	golden.Sections(t, "testdata/photos.txt", func(t *testing.T) golden.Play { return (&photoStory{rig: stoppedRig(t)}).play })
}

type photoStory struct {
	*rig
	ref  chat.Ref
	keys []string
	seen int
}

func (s *photoStory) play(input string) ([]string, error) {
	switch event := strings.Fields(input); event[0] {
	case "restart":
		s.platform = s.open(s.config())
	case "earlier": // an earlier version wrote the message
		s.ref = chat.Ref(strings.TrimSuffix(string(s.ref), photoFlag))
	case "later":
		s.clock.add(barredFor)
	case "old":
		s.clock.add(49 * time.Hour)
	case "elsewhere":
		s.group, s.ref = s.server.Group("supergroup", "Other"), ""
	case "forbids", "allows":
		s.group.ForbidPhotos(event[0] == "forbids")
	case "forgets":
		s.server.ForgetFiles()
	case "deleted":
		for _, m := range s.group.Messages() {
			s.group.Delete(m.ID)
		}
	case "refuses":
		s.server.Fail(telegramtest.Fault{Match: event[1], Status: http.StatusBadRequest, Text: "Bad Request: " + event[2]})
	case "broken", "limited":
		status := map[string]int{"broken": http.StatusBadGateway, "limited": http.StatusTooManyRequests}[event[0]]
		times, err := strconv.Atoi(event[2])
		s.server.Fail(telegramtest.Fault{Match: event[1], Times: times, Status: status, Wait: time.Second})
		return nil, err
	default:
		return s.showStep(event[0], event[1]), nil
	}
	return nil, nil
}

func (s *photoStory) showStep(text, key string) []string {
	screen := board(text, "hand x")
	screen.Text = append(screen.Text, chat.Line{{Text: "more"}})
	key, drawing := strings.CutSuffix(key, "…")
	if drawing {
		screen = undrawn(screen, key, nil)
	} else if key != "-" {
		screen = pictured(screen, key)
	}
	s.keys = append(s.keys, key)
	ref, err := s.platform.Show(s.ctx, placeOf(s.group), s.ref, screen)
	output := s.methodsSince(&s.seen)
	switch {
	case errors.Is(err, chat.ErrGone):
		s.ref, output = "", output+", and it must be posted anew"
	case err != nil:
		output += ", and it must be tried again"
	case s.ref != "" && strings.TrimSuffix(string(ref), photoFlag) != strings.TrimSuffix(string(s.ref), photoFlag):
		s.t.Errorf("%s: another message, %s instead of %s", text, ref, s.ref)
	default:
		s.ref = ref
	}
	lines := []string{cmp.Or(output, "no call")}
	for _, m := range s.group.Messages() {
		line := strings.ReplaceAll(m.Text, "\n", " / ")
		if m.Photo != nil {
			i := slices.IndexFunc(s.keys, func(key string) bool { return bytes.Equal(m.Photo.Data, plainPNG(key, 120, 67)) })
			line = fmt.Sprintf("[%s] %s", s.keys[i], line)
		}
		if len(m.Keyboard) == 0 {
			line += ", which can't be pressed"
		}
		lines = append(lines, line)
	}
	if m, ok := s.group.Last(text); ok && err == nil && strings.HasSuffix(string(ref), photoFlag) != (m.Photo != nil) {
		s.t.Errorf("%s: the reference is %q", text, ref)
	}
	return lines
}

func TestPhotoPageAfterRestart(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		drawn := make(chan struct{})
		r := newRig(t, pageHandler("p", func(in chat.Input) chat.Screen { return undrawn(board("Page "+in.Line, "more"), in.Line, drawn) }))
		anna := r.server.Person("Anna")
		anna.Says(anna.Private(), "one")
		r.wait("the text", func() bool { return len(anna.Private().Messages()) == 1 })
		drawn <- struct{}{}
		r.wait("the picture", func() bool { return r.onlyMessage(anna.Private()).Photo != nil })
		page := r.onlyMessage(anna.Private())
		r.awaitConfirmed()
		r.restart()
		seen := len(r.server.Requests(""))
		anna.TapOnly(page, "more")
		r.wait("the next page", func() bool { return r.onlyMessage(anna.Private()).Text == "Page more" })
		if got := r.methodsSince(&seen); strings.Contains(got, "editMessageText") {
			t.Errorf("called %q, want no editMessageText", got)
		}
		drawn <- struct{}{}
	})
}

func TestFault29PhotoMigrated(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := stoppedRig(t)
		group := r.server.Group("group", "Stammtisch")
		ref := r.show(group, "", pictured(board("one", "hand x"), "a"))
		next := r.server.Move(group)
		seen := len(r.server.Requests(""))
		for _, s := range []chat.Screen{pictured(board("two", "hand x"), "b"), pictured(board("two", "hand x"), "a"), board("two", "hand x")} {
			var moved chat.Migrated
			cfg := r.config()
			cfg.Notes = new(double.Notes)
			if _, err := r.open(cfg).Show(r.ctx, placeOf(group), ref, s); !errors.As(err, &moved) || moved.To != chatID(next.ID, 0) {
				t.Errorf("got %v, want Migrated", err)
			}
		}
		r.expectMethods(&seen, "editMessageMedia+ editMessageMedia+ deleteMessage")
		r.show(next, "", pictured(board("two", "hand x"), "a"))
		r.expectMessage(next, "two", "a")
	})
}

// TestTextBeforePicture: the text is shown before its picture, which is dropped if the message changes.
func TestTextBeforePicture(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		drawn := map[string]chan struct{}{"one": make(chan struct{}), "more": make(chan struct{})}
		r := newRig(t, pageHandler("p", func(in chat.Input) chat.Screen {
			if in.Line == "text" {
				return board(in.Line, "more")
			}
			return undrawn(board(in.Line, "more"), in.Line, drawn[in.Line])
		}))
		anna := r.server.Person("Anna")
		place := anna.Private()
		shows := func(text string, picture bool) func() bool {
			return func() bool {
				all := place.Messages()
				return len(all) == 1 && all[0].Text == text && (all[0].Photo != nil) == picture
			}
		}
		anna.Says(place, "one")
		r.wait("the text", shows("one", false))
		if a, err := anna.Tap(r.ctx, r.onlyMessage(place), "more"); err != nil || a.Alert {
			t.Errorf("the press is answered %+v %v", a, err)
		}
		r.wait("the next text", shows("more", false))
		close(drawn["more"])
		r.wait("the picture", shows("more", true))
		close(drawn["one"])
		r.platform.posts.edits.Idle(context.Background())
		r.expectMessage(place, "more", "more")
		anna.TapOnly(r.onlyMessage(place), "text")
		r.wait("the text without a picture", shows("text", false))
	})
}

// TestEditsInOrder: an older, slower edit never replaces a newer one.
func TestEditsInOrder(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		drawn := make(chan struct{})
		r := newRig(t, pageHandler("p", func(in chat.Input) chat.Screen {
			if in.Line == "older" {
				return undrawn(board(in.Line, "newer"), "older", drawn)
			}
			return board(in.Line, "newer")
		}))
		anna := r.server.Person("Anna")
		place := anna.Private()
		anna.Says(place, "older")
		r.wait("the text", func() bool { return len(place.Messages()) == 1 })
		r.server.Fail(telegramtest.Fault{Match: "editMessageMedia", Delay: 200 * time.Millisecond})
		older := r.onlyMessage(place)
		close(drawn)
		r.wait("the picture's upload", func() bool { return r.server.FaultsLeft() == 0 })
		r.tap(anna, older, "newer")
		r.awaitConfirmed()
		r.wait("the newer text", func() bool { all := place.Messages(); return len(all) == 1 && all[0].Text == "newer" })
		r.platform.posts.edits.Idle(context.Background())
		r.expectMessage(place, "newer", "")
	})
}
