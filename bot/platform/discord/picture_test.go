package discord_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/discord/discordtest"
	"tarockbot/bot/platform/double"
	"tarockbot/bot/platform/platformtest"
	"tarockbot/render"
)

// dot is a small picture, different for each shade.
func dot(shade uint8) []byte {
	m := image.NewGray(image.Rect(0, 0, 1, 1))
	m.SetGray(0, 0, color.Gray{Y: shade})
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		panic(err) // never: a buffer takes everything
	}
	return b.Bytes()
}

// picture is one that has been drawn; the shade is its key.
func picture(shade uint8) *chat.Picture {
	return &chat.Picture{Key: fmt.Sprint(shade), Alt: fmt.Sprintf("shade %d", shade), PNG: dot(shade)}
}

// drawn is a picture that is ready when the test says so.
func drawn(shade uint8, ready <-chan struct{}) *chat.Picture {
	p := picture(shade)
	data := p.PNG
	p.PNG = nil
	p.Draw = func(ctx context.Context) ([]byte, error) {
		select {
		case <-ready:
			return data, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return p
}

// never is not ready: its picture is still being drawn.
var never = make(chan struct{})

// illustrated is a screen with a picture; nil for none.
func illustrated(p *chat.Picture, text string, lines ...string) chat.Screen {
	s := screen(text, lines...)
	s.Picture = p
	return s
}

// brief is the screen with a text of its own beside the picture.
func brief(s chat.Screen, text string) chat.Screen {
	s.Caption = []chat.Line{{{Text: text}}}
	return s
}

// seen is what a message shows: its picture's alternative text, "-" for none,
// and its text.
func seen(m discordtest.Message) string {
	var alts []string
	for _, p := range m.Pictures() {
		alts = append(alts, p.Alt)
	}
	if len(alts) == 0 {
		alts = []string{"-"}
	}
	return strings.Join(append(alts, m.Text()), " | ")
}

// last is the newest message in the channel.
func (w *world) last() discordtest.Message {
	w.t.Helper()
	all := w.server.Messages(discordtest.Channel)
	if len(all) == 0 {
		w.t.Fatalf("nothing in the channel\n%s", &w.log)
	}
	return all[len(all)-1]
}

// sees checks what the newest message in the channel shows; see seen.
func (b *bench) sees(want string) {
	b.t.Helper()
	if got := seen(b.last()); got != want {
		b.t.Errorf("shows %q, want %q", got, want)
	}
}

// uploads is how many requests came with a file.
func (w *world) uploads() int { return w.server.Count(` \+file$`) }

// A message shows the picture of its screen, keeps it while a new one is being
// drawn, and no picture is sent twice.
func TestPictures(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		steps := []struct {
			name    string
			screen  chat.Screen
			want    string
			uploads int
		}{
			{"the first", illustrated(picture(1), "one"), "shade 1 | one", 1},
			{"the same again", illustrated(picture(1), "one, still"), "shade 1 | one, still", 1},
			{"another is being drawn", illustrated(drawn(2, never), "two"), "shade 1 | two", 1},
			{"it is there", illustrated(picture(2), "two"), "shade 2 | two", 2},
			{"none is wanted", screen("three"), "- | three", 2},
			{"one is being drawn where none is", illustrated(drawn(2, never), "four"), "- | four", 2},
			{"an old one", illustrated(picture(1), "five"), "shade 1 | five", 3},
		}
		for _, plain := range []bool{false, true} {
			b := newBench(t, echo)
			if plain {
				for range 2 { // with the picture, and in words alone
					b.server.Fail(discordtest.Fault{Match: "POST /channels", Status: http.StatusBadRequest, Code: 50035})
				}
			}
			var ref chat.Ref
			refused := 0
			for _, s := range steps {
				ref = b.show(public, ref, s.screen)
				if plain && refused == 0 {
					refused = b.uploads() - 1
				}
				m := b.last()
				if got := seen(m); got != s.want {
					t.Errorf("plain %v: %s: shows %q, want %q", plain, s.name, got, s.want)
				}
				if got := b.uploads() - refused; got != s.uploads {
					t.Errorf("plain %v: %s: %d uploads, want %d", plain, s.name, got, s.uploads)
				}
				for _, p := range m.Pictures() {
					if shade := strings.TrimPrefix(p.Alt, "shade "); !bytes.Equal(p.PNG, dot(shade[0]-'0')) {
						t.Errorf("plain %v: %s: another picture is said to be %s", plain, s.name, p.Alt)
					}
				}
			}
			b.posts(1)
		}
	})
}

// The picture stands above the text, and the buttons below.
func TestPictureFirst(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b := newBench(t, echo)
		s := illustrated(picture(1), "a board", "one", "two")
		s.Call = calling(1)
		b.show(public, "", s)
		if got, want := kinds(b.last().Components), "17[12 10 1[2] 1[2]] 10"; got != want {
			t.Errorf("components %s, want %s", got, want)
		}
	})
}

// kinds are the types of components, with those inside them.
func kinds(components []discordtest.Component) string {
	var all []string
	for _, c := range components {
		kind := fmt.Sprint(c.Type)
		if len(c.Components) > 0 {
			kind += "[" + kinds(c.Components) + "]"
		}
		all = append(all, kind)
	}
	return strings.Join(all, " ")
}

// Beside its picture a message says little, and all where none is to be seen.
func TestTextBesidePicture(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		for _, plain := range []bool{false, true} {
			b := newBench(t, echo)
			if plain {
				b.server.Fail(discordtest.Fault{Match: "POST /channels", Status: http.StatusBadRequest, Code: 50035})
			}
			var ref chat.Ref
			for _, step := range []struct {
				picture *chat.Picture
				want    string
			}{
				{drawn(1, never), "- | all"},
				{picture(1), "shade 1 | brief"},
				{drawn(2, never), "shade 1 | brief"},
				{picture(2), "shade 2 | brief"},
				{nil, "- | all"},
			} {
				ref = b.show(public, ref, brief(illustrated(step.picture, "all"), "brief"))
				b.sees(step.want)
			}
			b.server.Fail(discordtest.Fault{Match: discordtest.Channel + ".*file$", Status: http.StatusForbidden, Code: 50013, Times: -1})
			b.show(public, ref, brief(illustrated(picture(3), "all"), "brief"))
			b.sees("- | all")
		}
	})
}

// There is room for a picture and a mention however many buttons there are, and
// for the longest alternative text.
func TestPictureLimits(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b := newBench(t, echo)
		for n := range 12 {
			s := illustrated(picture(1), "a board")
			s.Picture.Alt = strings.Repeat("Ж", 1500)
			s.Call = calling(1)
			for row := range n {
				var buttons []chat.Button
				for i := range 5 {
					buttons = append(buttons, chat.Button{Label: "press", Line: fmt.Sprint("press ", row, i)})
				}
				s.Buttons = append(s.Buttons, buttons)
			}
			b.show(public, "", s)
			if len(b.last().Pictures()) != 1 {
				t.Errorf("%d rows leave no room for the picture", n)
			}
		}
		s := illustrated(picture(1), "too large")
		s.Picture.PNG = append(s.Picture.PNG, make([]byte, 10<<20)...)
		b.show(public, "", s)
		b.sees("- | too large")
	})
}

// After a restart a message keeps its picture while another is being drawn, and
// a picture is sent anew once.
func TestPictureAfterRestart(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b := newBench(t, echo)
		ref := b.show(public, "", illustrated(picture(1), "one"))
		b.again(new(double.Notes), echo)
		for i, s := range []struct {
			screen  chat.Screen
			want    string
			uploads int
		}{
			{illustrated(drawn(2, never), "two"), "shade 1 | two", 1},
			{illustrated(picture(1), "one"), "shade 1 | one", 2},
			{illustrated(picture(1), "one, still"), "shade 1 | one, still", 2},
		} {
			b.show(public, ref, s.screen)
			m := b.last()
			if got := seen(m); got != s.want || b.uploads() != s.uploads || !bytes.Equal(m.Pictures()[0].PNG, dot(1)) {
				t.Errorf("step %d: shows %q after %d uploads, want %q after %d", i, got, b.uploads(), s.want, s.uploads)
			}
		}
	})
}

// Which picture a message has may not be found out at once after a restart: it
// keeps it for all that. Where the bot may not look, the words go alone.
func TestPictureUnseen(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		for _, c := range []struct {
			fault discordtest.Fault
			again bool
			want  string
		}{
			{discordtest.Fault{Status: http.StatusBadGateway}, true, "shade 1 | two"},
			{discordtest.Fault{Cut: true}, true, "shade 1 | two"},
			{discordtest.Fault{Status: http.StatusTooManyRequests, Wait: 10 * time.Millisecond}, true, "shade 1 | two"},
			{discordtest.Fault{Status: http.StatusForbidden, Code: 50001}, false, "- | two"},
		} {
			b := newBench(t, echo)
			ref := b.show(public, "", illustrated(picture(1), "one"))
			b.platform = b.world.platform(new(double.Notes))
			c.fault.Match = "GET /channels/.*/messages"
			b.server.Fail(c.fault)
			_, err := b.platform.Show(b.ctx, public, ref, illustrated(drawn(2, never), "two"))
			if (err != nil) != c.again || errors.Is(err, chat.ErrGone) {
				t.Errorf("%+v: %v", c.fault, err)
			}
			var later chat.RetryAfter
			if errors.As(err, &later) {
				pass(later.Wait)
			}
			b.show(public, ref, illustrated(drawn(2, never), "two"))
			b.sees(c.want)
		}
	})
}

// Where Discord takes no pictures the words go alone, and no picture is sent
// there for a while; other places have theirs.
func TestPictureRefused(t *testing.T) {
	t.Parallel()
	for _, fault := range []discordtest.Fault{
		{Status: http.StatusRequestEntityTooLarge},
		{Status: http.StatusBadRequest, Code: 50035},
		{Status: http.StatusForbidden, Code: 50013},
	} {
		synctest.Test(t, func(t *testing.T) {
			b := newBench(t, echo)
			fault.Match, fault.Times = discordtest.Channel+".*file$", -1
			b.server.Fail(fault)
			ref := b.show(public, "", illustrated(picture(1), "one"))
			for n, text := range []string{"two", "three"} {
				b.show(public, ref, illustrated(picture(2+uint8(n)), text))
			}
			if got := seen(b.last()); got != "- | three" || b.uploads() != 1 {
				t.Errorf("refused with %d: shows %q after %d uploads", fault.Status, got, b.uploads())
			}
			b.show(direct, "", illustrated(picture(1), "a panel"))
			if m, ok := b.anna.Panel(); ok || len(b.anna.Private()) != 1 || seen(b.anna.Private()[0]) != "shade 1 | a panel" {
				t.Errorf("refused with %d: another place shows %q", fault.Status, seen(m))
			}
			pass(11 * time.Minute)
			b.server.Heal()
			b.show(public, ref, illustrated(picture(4), "four"))
			b.sees("shade 4 | four")
			b.posts(1)
		})
	}
}

// While Discord wants to be left alone no picture is sent; then the newest is.
func TestFault26PictureLimited(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b := newBench(t, echo)
		ref := b.show(public, "", illustrated(picture(1), "one"))
		b.server.Fail(discordtest.Fault{Match: "PATCH.*file$", Status: http.StatusTooManyRequests, Wait: time.Minute})
		b.showLater(public, ref, illustrated(picture(2), "two"))
		pause := b.showLater(public, ref, illustrated(picture(2), "two"))
		if got := seen(b.last()); got != "shade 1 | one" || b.uploads() != 2 {
			t.Errorf("within the pause it shows %q after %d uploads", got, b.uploads())
		}
		pass(pause)
		b.show(public, ref, illustrated(picture(3), "three"))
		b.sees("shade 3 | three")
	})
}

// A post whose answer is lost stands once, with its picture, also if that was
// still being drawn the first time.
func TestFault23PictureReplyLost(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		for _, first := range []*chat.Picture{picture(1), drawn(1, never)} {
			b := newBench(t, echo)
			b.server.Fail(discordtest.Fault{Match: "POST /channels", Cut: true, Done: true, Times: 4})
			if _, err := b.platform.Show(b.ctx, public, "", brief(illustrated(first, "all of a board", "one"), "a board")); err == nil {
				t.Fatal("the answer wasn't lost")
			}
			b.show(public, "", brief(illustrated(picture(1), "all of a board", "one"), "a board"))
			b.sees("shade 1 | a board")
			b.posts(1)
		}
	})
}

// An edit whose answer is lost leaves nothing wrong behind.
func TestFault23PictureEditLost(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		for _, done := range []bool{false, true} {
			b := newBench(t, echo)
			ref := b.show(public, "", illustrated(picture(1), "one"))
			b.server.Fail(discordtest.Fault{Match: "PATCH", Cut: true, Done: done})
			if _, err := b.platform.Show(b.ctx, public, ref, illustrated(picture(2), "two")); err == nil {
				t.Fatal("the answer wasn't lost")
			}
			b.show(public, ref, illustrated(drawn(3, never), "three"))
			if len(b.last().Pictures()) != 1 {
				t.Errorf("done %v: the picture is lost: %q", done, seen(b.last()))
			}
			b.show(public, ref, illustrated(picture(2), "two"))
			b.sees("shade 2 | two")
		}
	})
}

// Where a person has brought the bot along, boards have pictures as well.
func TestPictureBroughtAlong(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b := newBench(t, echo)
		b.mustSayIn(b.anna, discordtest.Elsewhere, "games")
		place := chat.Place{Chat: "discord:" + discordtest.Elsewhere}
		ref := b.show(place, "", illustrated(picture(1), "one"))
		b.show(place, ref, illustrated(picture(2), "two"))
		all := b.server.Messages(discordtest.Elsewhere)
		if got := seen(all[len(all)-1]); got != "shade 2 | two" {
			t.Errorf("shows %q", got)
		}
	})
}

// studio draws for all tests. It is to be made outside of their bubbles.
var studio = sync.OnceValues(render.NewStudio)

// newStudio is the studio.
func newStudio(t *testing.T) *render.Studio {
	t.Helper()
	s, err := studio()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// newGallery is a world whose bot draws.
func newGallery(t *testing.T, pictures *render.Studio) *world {
	t.Helper()
	w := prepare(t, simulated)
	w.pictures, w.icons = pictures, few
	w.start()
	return w
}

// Boards, panels and pages have one picture each, and none in public is of a
// hand.
func TestPlayInPictures(t *testing.T) {
	pictures := newStudio(t)
	inBubble(t, func(t *testing.T) {
		w := newGallery(t, pictures)
		w.sit(terms)
		shown := func(m discordtest.Message) bool {
			return len(m.Pictures()) == 1 && len(m.Pictures()[0].Alt) > 20
		}
		both := func() bool {
			board, ok := w.anna.Board()
			panel, there := w.anna.Panel()
			return ok && there && shown(board) && shown(panel) && platformtest.ShowsHand(seen(panel))
		}
		w.wait("the pictures", both)
		w.mustSay(w.anna, "hand")
		w.wait("the picture of the page", func() bool {
			return slices.ContainsFunc(w.anna.Private(), func(m discordtest.Message) bool { return m.Owner != "" && shown(m) })
		})
		w.anna.Dismiss()
		moves := 0
		w.play(func() bool { moves++; return moves > 8 }, w.anna, w.bert)
		w.wait("the newest pictures", both)
		for _, m := range w.server.Messages(discordtest.Channel) {
			for _, p := range m.Pictures() {
				if platformtest.ShowsHand(p.Alt) {
					t.Errorf("a hand in public: %s", p.Alt)
				}
			}
		}
		w.posts(1)
	})
}
