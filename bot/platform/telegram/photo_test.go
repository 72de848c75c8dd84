package telegram

import (
	"bytes"
	"context"
	"errors"
	"hash/fnv"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/double"
	"tarockbot/bot/platform/telegram/telegramtest"
)

// plain is a picture of one colour, which is that of its key.
func plain(key string, width, height int) []byte {
	h := fnv.New32a()
	_, _ = h.Write([]byte(key))
	n := h.Sum32()
	m := image.NewPaletted(image.Rect(0, 0, width, height), color.Palette{color.RGBA{uint8(n), uint8(n >> 8), uint8(n >> 16), 255}})
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		panic(err) // it can always be encoded
	}
	return b.Bytes()
}

// pictured is the screen with a picture that is there.
func pictured(s chat.Screen, key string) chat.Screen {
	s.Picture = &chat.Picture{Key: key, Alt: "what it shows", PNG: plain(key, 120, 67)}
	return s
}

// undrawn is the screen with a picture that is being drawn until it is let.
func undrawn(s chat.Screen, key string, let <-chan struct{}) chat.Screen {
	s = pictured(s, key)
	data := s.Picture.PNG
	s.Picture.PNG = nil
	s.Picture.Draw = func(ctx context.Context) ([]byte, error) {
		select {
		case <-let:
			return data, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return s
}

// only is the one message in the chat.
func (r *rig) only(c *telegramtest.Chat) telegramtest.Message {
	r.t.Helper()
	all := c.Messages()
	if len(all) != 1 {
		r.t.Fatalf("%d messages: %s", len(all), textsIn(c))
	}
	return all[0]
}

// sees checks what a person sees in the chat: one message with the words, and
// the picture of the key if there is one.
func (r *rig) sees(c *telegramtest.Chat, words, key string) telegramtest.Message {
	r.t.Helper()
	m := r.only(c)
	if m.Text != words {
		r.t.Errorf("words %q, want %q", m.Text, words)
	}
	switch {
	case (m.Photo != nil) != (key != ""):
		r.t.Errorf("%q: photo %v, want %q", words, m.Photo != nil, key)
	case key != "" && !bytes.Equal(m.Photo.Data, plain(key, 120, 67)):
		r.t.Errorf("%q: not the picture %q", words, key)
	}
	if m.Above || len(m.Keyboard) != 1 {
		r.t.Errorf("%q: above %v, keyboard %v", words, m.Above, m.Keyboard)
	}
	return m
}

// called checks the methods that were called since the last look.
func (r *rig) called(since *int, want string) {
	r.t.Helper()
	if got := r.calls(since); got != want {
		r.t.Errorf("called %q, want %q", got, want)
	}
}

// calls are the methods that were called since the last look, with "+" if a file
// came along.
func (r *rig) calls(since *int) string {
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

// photoStories tell what is shown in a group: the words and the key of their picture, "-" for none, with "…" while it is
// being drawn; then the methods that are called for it, "+" with a file, and the key of the picture that people see
// beside the words, or "gone" if there must be a new message; "again" if it fails for now. What happens in between is a
// line of its own.
var photoStories = map[string]string{
	"a picture comes with its message, is changed in its place, sent only once, and only if it is another": `
		one a   | sendPhoto+         | a
		two a   | editMessageCaption | a
		two a   |                    | a
		three b | editMessageMedia+  | b
		four c… | editMessageCaption | b
		four c… |                    | b
		four c  | editMessageMedia+  | c
		four a  | editMessageMedia   | a
		five b… | editMessageMedia   | b
		elsewhere
		six a   | sendPhoto          | a`,
	"words that are there before their picture get it in the same message": `
		one a… | sendMessage       |
		one a  | editMessageMedia+ | a`,
	"after a restart it is known which messages are photos": `
		one a   | sendPhoto+         | a
		restart
		two a   | editMessageMedia+  | a
		restart
		three b | editMessageMedia+  | b
		restart
		four c… | editMessageCaption | b`,
	"it isn't known of those that an earlier version wrote, and nobody sees that": `
		one a  | sendPhoto+                         | a
		restart
		earlier
		two b… | editMessageText editMessageCaption | a`,
	"what Telegram doesn't take is shown in words, and isn't tried again for a while; the next picture is": `
		refuses sendPhoto IMAGE_PROCESS_FAILED
		one a   | sendPhoto+ sendMessage            |
		two a   | editMessageText                   |
		refuses editMessageMedia PHOTO_INVALID_DIMENSIONS
		three b | editMessageMedia+ editMessageText |
		refuses editMessageMedia SOMETHING_NEW
		four c  | editMessageMedia+ editMessageText |
		five d  | editMessageMedia+                 | d
		later
		six a   | editMessageMedia+                 | a`,
	"where the group's rules allow no photos the words go alone, without asking each time": `
		forbids
		one a   | sendPhoto+ sendMessage          |
		two b   | editMessageText                 |
		allows
		later
		three c | editMessageMedia+               | c
		forbids
		four d  | editMessageMedia+ deleteMessage | gone
		four d  | sendMessage                     |
		elsewhere
		five a  | sendPhoto+                      | a`,
	"a picture that Telegram doesn't have any more is sent again": `
		one a    | sendPhoto+                          | a
		one b    | editMessageMedia+                   | b
		forgets
		two a    | editMessageMedia editMessageMedia+  | a
		three b… | editMessageMedia editMessageCaption | a`,
	"a message that was deleted is posted anew with its picture, which Telegram has": `
		one a    | sendPhoto+         | a
		deleted
		two a    | editMessageCaption | gone
		two a    | sendPhoto          | a
		deleted
		two b    | editMessageMedia+  | gone
		two a    | sendPhoto          | a
		deleted
		three c… | editMessageCaption | gone
		three -  | sendMessage        |
		deleted
		four -   | editMessageText    | gone`,
	"a photo can't become a text: it goes, or, if it is too old for that, it can't be pressed any more": `
		one a   | sendPhoto+                       | a
		two -   | deleteMessage                    | gone
		three a | sendPhoto                        | a
		restart
		four -  | deleteMessage                    | gone
		five a  | sendPhoto+                       | a
		old
		six -   | deleteMessage editMessageCaption | gone but for six
		seven a | sendPhoto                        | a`,
	"while the network keeps pictures from being sent, words are shown at once and the picture is tried again": `
		one a   | sendPhoto+                           | a
		broken editMessageMedia 1
		two b   | editMessageMedia+ editMessageCaption | again a
		two b   | editMessageMedia+                    | b
		broken editMessageMedia 3
		three c | editMessageMedia+ editMessageCaption | again b
		three c | editMessageMedia+                    | again b
		three c | editMessageMedia+                    | again b
		three c | editMessageMedia+                    | c`,
	"where a picture can't be sent for long, a new message begins with its words": `
		broken sendPhoto 3
		one a | sendPhoto+        | again
		one a | sendPhoto+        | again
		one a | sendPhoto+        | again
		one a | sendMessage       |
		one a | editMessageMedia+ | a`,
	"where Telegram only wants it later, a new message waits for its picture": `
		limited sendPhoto 3
		one a | sendPhoto+ | again
		one a | sendPhoto+ | again
		one a | sendPhoto+ | again
		one a | sendPhoto+ | a`,
}

// TestPhotoStories tests photoStories.
func TestPhotoStories(t *testing.T) {
	t.Parallel()
	for name, story := range photoStories {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(t *testing.T) { stillRig(t).tell(story) })
		})
	}
}

// tell lets a story of photoStories happen.
func (r *rig) tell(story string) {
	r.t.Helper()
	var ref chat.Ref
	shown, seen := 0, 0 // the message's number, and calls so far
	for line := range strings.Lines(strings.TrimSpace(story)) {
		if screen, outcome, ok := strings.Cut(line, "|"); ok {
			calls, sees, _ := strings.Cut(outcome, "|")
			ref, shown = r.tellScreen(strings.Fields(screen), ref, shown, strings.TrimSpace(sees))
			if got := r.calls(&seen); got != strings.TrimSpace(calls) {
				r.t.Errorf("%s: called %q", strings.TrimSpace(line), got)
			}
			continue
		}
		switch event := strings.Fields(line); event[0] {
		case "restart":
			r.platform = r.open(r.config())
		case "earlier":
			ref = chat.Ref(strings.TrimSuffix(string(ref), photoFlag))
		case "later":
			r.clock.add(barredFor)
		case "old":
			r.clock.add(49 * time.Hour)
		case "elsewhere":
			r.group, ref, shown = r.server.Group("supergroup", "Other"), "", 0
		case "forbids", "allows":
			r.group.ForbidPhotos(event[0] == "forbids")
		case "forgets":
			r.server.ForgetFiles()
		case "deleted":
			r.group.Delete(shown)
		case "refuses":
			r.server.Fail(telegramtest.Fault{Match: event[1], Status: http.StatusBadRequest, Text: "Bad Request: " + event[2]})
		case "broken", "limited":
			status := map[string]int{"broken": http.StatusBadGateway, "limited": http.StatusTooManyRequests}[event[0]]
			times, _ := strconv.Atoi(event[2])
			r.server.Fail(telegramtest.Fault{Match: event[1], Times: times, Status: status, Wait: time.Second})
		}
	}
}

// tellScreen shows the screen of a story's line in place of the message, and returns the reference and the number of the
// message that shows it, which is the same one if there was one.
func (r *rig) tellScreen(screen []string, ref chat.Ref, shown int, sees string) (chat.Ref, int) {
	r.t.Helper()
	s := board(screen[0], "hand x")
	if key, undone := strings.CutSuffix(screen[1], "…"); undone {
		s = undrawn(s, key, nil)
	} else if key != "-" {
		s = pictured(s, key)
	}
	if rest, gone := strings.CutPrefix(sees, "gone"); gone {
		s.Text = append(s.Text, chat.Line{{Text: "more"}}) // of a message that is left the heading stays
		r.showFails(r.group, ref, s, chat.ErrGone)
		left := ""
		for _, m := range r.group.Messages() {
			left += " but for " + m.Text
			if len(m.Keyboard) > 0 {
				r.t.Errorf("%q: what is left can be pressed: %+v", screen, m)
			}
			r.group.Delete(m.ID)
		}
		if left != rest {
			r.t.Errorf("%q: all is gone%s", screen, left)
		}
		return "", 0
	}
	if key, again := strings.CutPrefix(sees, "again"); again {
		if _, err := r.platform.Show(r.ctx, placeOf(r.group), ref, s); err == nil || errors.Is(err, chat.ErrGone) {
			r.t.Errorf("%q: ends with %v", screen, err)
		}
		if ref != "" {
			r.sees(r.group, screen[0], strings.TrimSpace(key))
		}
		return ref, shown
	}
	now := r.show(r.group, ref, s)
	if strings.HasSuffix(string(now), photoFlag) != (sees != "") {
		r.t.Errorf("%q: the reference is %q", screen, now)
	}
	m := r.sees(r.group, screen[0], sees)
	if shown != 0 && m.ID != shown {
		r.t.Errorf("%q: another message", screen)
	}
	return now, m.ID
}

// TestPagePhotoAgain: after a restart it is known of a page, too, that it has a picture, also if
// that has followed its words.
func TestPagePhotoAgain(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		let := make(chan struct{})
		r := newRig(t, pageOf("p", func(in chat.Input) chat.Screen { return undrawn(board("Page "+in.Line, "more"), in.Line, let) }))
		anna := r.server.Person("Anna")
		anna.Says(anna.Private(), "one")
		r.wait("the words", func() bool { return len(anna.Private().Messages()) == 1 })
		let <- struct{}{}
		r.wait("the picture", func() bool { return r.only(anna.Private()).Photo != nil })
		page := r.only(anna.Private())
		r.settled()
		r.again()
		seen := len(r.server.Requests(""))
		anna.TapOnly(page, "more")
		r.wait("the next page", func() bool { return r.only(anna.Private()).Text == "Page more" })
		if got := r.calls(&seen); strings.Contains(got, "editMessageText") {
			t.Errorf("called %q", got)
		}
		let <- struct{}{}
	})
}

// TestFault29PhotoMigrated: a board with a picture goes on in the supergroup.
func TestFault29PhotoMigrated(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := stillRig(t)
		group := r.server.Group("group", "Stammtisch")
		ref := r.show(group, "", pictured(board("one", "hand x"), "a"))
		next := r.server.Move(group)
		seen := len(r.server.Requests(""))
		for _, s := range []chat.Screen{pictured(board("two", "hand x"), "b"), pictured(board("two", "hand x"), "a"), board("two", "hand x")} {
			var moved chat.Migrated
			cfg := r.config()
			cfg.Notes = new(double.Notes)
			if _, err := r.open(cfg).Show(r.ctx, placeOf(group), ref, s); !errors.As(err, &moved) || moved.To != chatID(next.ID, 0) {
				t.Errorf("got %v", err)
			}
		}
		r.called(&seen, "editMessageMedia+ editMessageMedia+ deleteMessage")
		r.show(next, "", pictured(board("two", "hand x"), "a"))
		r.sees(next, "two", "a")
	})
}

// TestAnswerFirst: who presses is answered, and reads, before there is a picture;
// it follows unless something else is shown by then.
func TestAnswerFirst(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		let := map[string]chan struct{}{"one": make(chan struct{}), "more": make(chan struct{})}
		r := newRig(t, pageOf("p", func(in chat.Input) chat.Screen {
			if in.Line == "text" {
				return board(in.Line, "more")
			}
			return undrawn(board(in.Line, "more"), in.Line, let[in.Line])
		}))
		anna := r.server.Person("Anna")
		place := anna.Private()
		shows := func(words string, picture bool) func() bool {
			return func() bool {
				all := place.Messages()
				return len(all) == 1 && all[0].Text == words && (all[0].Photo != nil) == picture
			}
		}
		anna.Says(place, "one")
		r.wait("the words", shows("one", false))
		if a, err := anna.Tap(r.ctx, r.only(place), "more"); err != nil || a.Alert {
			t.Errorf("%+v %v", a, err)
		}
		r.wait("the next words", shows("more", false))
		close(let["more"])
		r.wait("the picture", shows("more", true))
		close(let["one"])
		r.platform.posts.edits.Idle(context.Background())
		r.sees(place, "more", "more")
		anna.TapOnly(r.only(place), "text")
		r.wait("a text in its place", shows("text", false))
	})
}

// TestEditsInOrder: what was begun first never takes the place of what is newer,
// however long it takes.
func TestEditsInOrder(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		let := make(chan struct{})
		r := newRig(t, pageOf("p", func(in chat.Input) chat.Screen {
			if in.Line == "older" {
				return undrawn(board(in.Line, "newer"), "older", let)
			}
			return board(in.Line, "newer")
		}))
		anna := r.server.Person("Anna")
		place := anna.Private()
		anna.Says(place, "older")
		r.wait("the words", func() bool { return len(place.Messages()) == 1 })
		r.server.Fail(telegramtest.Fault{Match: "editMessageMedia", Delay: 200 * time.Millisecond})
		older := r.only(place)
		close(let)
		r.wait("the picture's being sent", func() bool { return r.server.FaultsLeft() == 0 })
		r.tap(anna, older, "newer")
		r.settled()
		r.wait("the newer", func() bool { all := place.Messages(); return len(all) == 1 && all[0].Text == "newer" })
		r.platform.posts.edits.Idle(context.Background())
		r.sees(place, "newer", "")
	})
}
