package discord_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/discord/discordtest"
	"tarockbot/bot/platform/double"
	"tarockbot/bot/platform/platformtest"
	"tarockbot/engine/enginetest/golden"
	"tarockbot/render"
)

func dot(shade uint8) []byte {
	m := image.NewGray(image.Rect(0, 0, 1, 1))
	m.SetGray(0, 0, color.Gray{Y: shade})
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		panic(err) // unreachable: a buffer accepts everything
	}
	return b.Bytes()
}

func picture(shade uint8) *chat.Picture {
	return &chat.Picture{Key: fmt.Sprint(shade), Alt: fmt.Sprintf("shade %d", shade), PNG: dot(shade)}
}

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

// never isn't ready
var never = make(chan struct{})

func illustrated(p *chat.Picture, text string, lines ...string) chat.Screen {
	s := screen(text, lines...)
	s.Picture = p
	return s
}

// seen returns the picture's alternative text, or "-", and the text.
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

func (w *world) last() discordtest.Message {
	w.t.Helper()
	all := w.server.Messages(discordtest.Channel)
	if len(all) == 0 {
		w.t.Fatalf("nothing in the channel\n%s", &w.log)
	}
	return all[len(all)-1]
}

func (b *bench) sees(want string) {
	b.t.Helper()
	if got := seen(b.last()); got != want {
		b.t.Errorf("shows %q, want %q", got, want)
	}
}

func (w *world) uploads() int { return w.server.Count(` \+file$`) }

// The stories are in testdata/pictures.txt. An input shows words and a picture's shade, "-" for none and "…" while it
// is drawn, or is an event. The output is the number of uploads and the message.
func TestFault23PictureStories(t *testing.T) {
	golden.Sections(t, "testdata/pictures.txt", func(t *testing.T) golden.Play {
		return (&pictureStory{newBench(t, echo), public, make(map[chat.Place]chat.Ref)}).play
	})
}

type pictureStory struct {
	*bench
	place chat.Place
	refs  map[chat.Place]chat.Ref
}

func (s *pictureStory) play(input string) ([]string, error) {
	event := strings.Fields(input)
	number := func(i int) (n int) { // 0 if there is none
		if i < len(event) {
			n, _ = strconv.Atoi(event[i])
		}
		return n
	}
	switch event[0] {
	case "answer":
		s.server.Fail(discordtest.Fault{Match: event[1], Status: number(3), Code: number(4), Wait: time.Minute})
	case "cut", "lose": // before or after the request is carried out
		s.server.Fail(discordtest.Fault{Match: event[1], Times: number(2), Cut: true, Done: event[0] == "lose"})
	case "later":
		pass(11 * time.Minute)
	case "restart":
		s.platform = s.world.platform(new(double.Notes))
	case "in":
		s.place = map[string]chat.Place{"private": direct, "public": public}[event[1]]
	case "elsewhere":
		s.mustSayIn(s.anna, discordtest.GroupChat, "games")
		s.place = chat.Place{Chat: "discord:" + discordtest.GroupChat}
	default:
		return s.shows(event[0], event[1]), nil
	}
	return nil, nil
}

func (s *pictureStory) shows(words, key string) []string {
	screen := illustrated(nil, words)
	screen.Caption = []chat.Line{{{Text: words + " in brief"}}}
	if key, undone := strings.CutSuffix(key, "…"); undone {
		screen.Picture = drawn(key[0]-'0', never)
	} else if key != "-" {
		screen.Picture = picture(key[0] - '0')
	}
	before := s.uploads()
	ref, err := s.platform.Show(s.ctx, s.place, s.refs[s.place], screen)
	told := fmt.Sprint("files sent: ", s.uploads()-before)
	switch {
	case errors.Is(err, chat.ErrGone):
		told += ", and it must be posted anew"
	case err != nil:
		told += ", and it must be tried again"
	default:
		s.refs[s.place] = ref
	}
	lines := []string{told}
	for _, m := range s.server.Messages(s.channel(s.place)) {
		lines = append(lines, seen(m))
		for _, p := range m.Pictures() {
			if shade := p.Alt[len(p.Alt)-1] - '0'; !bytes.Equal(p.PNG, dot(shade)) {
				s.t.Errorf("%s: another picture has the text %s", words, p.Alt)
			}
		}
	}
	return lines
}

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

// Create the studio outside bubbles.
var studio = sync.OnceValues(render.NewStudio)

func newStudio(t *testing.T) *render.Studio {
	t.Helper()
	s, err := studio()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func newGallery(t *testing.T, pictures *render.Studio) *world {
	t.Helper()
	w := prepare(t, simulated)
	w.pictures, w.icons = pictures, few
	w.start()
	return w
}

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
