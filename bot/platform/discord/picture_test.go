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

func onePixelPNG(shade uint8) []byte {
	m := image.NewGray(image.Rect(0, 0, 1, 1))
	m.SetGray(0, 0, color.Gray{Y: shade})
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		panic(err) // unreachable: a buffer accepts everything
	}
	return b.Bytes()
}

func newPicture(shade uint8) *chat.Picture {
	return &chat.Picture{Key: fmt.Sprint(shade), Alt: fmt.Sprintf("shade %d", shade), PNG: onePixelPNG(shade)}
}

func slowPicture(shade uint8, ready <-chan struct{}) *chat.Picture {
	p := newPicture(shade)
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

var neverReady = make(chan struct{})

func screenWithPicture(p *chat.Picture, text string, lines ...string) chat.Screen {
	s := screen(text, lines...)
	s.Picture = p
	return s
}

// describe returns the picture's alternative text, or "-", and the message's text.
func describe(m discordtest.Message) string {
	var alts []string
	for _, p := range m.Pictures() {
		alts = append(alts, p.Alt)
	}
	if len(alts) == 0 {
		alts = []string{"-"}
	}
	return strings.Join(append(alts, m.Text()), " | ")
}

func (w *world) lastMessage() discordtest.Message {
	w.t.Helper()
	all := w.server.Messages(discordtest.Channel)
	if len(all) == 0 {
		w.t.Fatalf("nothing in the channel\n%s", &w.log)
	}
	return all[len(all)-1]
}

func (b *bench) expectLast(want string) {
	b.t.Helper()
	if got := describe(b.lastMessage()); got != want {
		b.t.Errorf("shows %q, want %q", got, want)
	}
}

func (w *world) uploads() int { return w.server.Count(` \+file$`) }

// The stories are in testdata/pictures.txt. An input is an event or a screen. A screen is a text and the shade
// of its picture: "-" means no picture, and "…" after the shade means that the picture is still being drawn. The
// output is the number of uploads and the messages.
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
	number := func(i int) (n int) { // 0 without a number
		if i < len(event) {
			n, _ = strconv.Atoi(event[i])
		}
		return n
	}
	switch event[0] {
	case "answer":
		s.server.Fail(discordtest.Fault{Match: event[1], Status: number(3), Code: number(4), Wait: time.Minute})
	case "cut", "lose": // before or after the request is carried out
		s.server.Fail(discordtest.Fault{Match: event[1], Times: number(2), Cut: true, CarriedOut: event[0] == "lose"})
	case "later":
		sleep(11 * time.Minute)
	case "restart":
		s.platform = s.world.platform(new(double.Notes))
	case "in":
		s.place = map[string]chat.Place{"private": direct, "public": public}[event[1]]
	case "elsewhere":
		s.mustSayIn(s.anna, discordtest.GroupChat, "games")
		s.place = chat.Place{Chat: "discord:" + discordtest.GroupChat}
	default:
		return s.showScreen(event[0], event[1]), nil
	}
	return nil, nil
}

func (s *pictureStory) showScreen(text, key string) []string {
	screen := screenWithPicture(nil, text)
	screen.Caption = []chat.Line{{{Text: text + " in brief"}}}
	if key, isDrawing := strings.CutSuffix(key, "…"); isDrawing {
		screen.Picture = slowPicture(key[0]-'0', neverReady)
	} else if key != "-" {
		screen.Picture = newPicture(key[0] - '0')
	}
	before := s.uploads()
	ref, err := s.platform.Show(s.ctx, s.place, s.refs[s.place], screen)
	result := fmt.Sprint("files sent: ", s.uploads()-before)
	switch {
	case errors.Is(err, chat.ErrGone):
		result += ", and it must be posted anew"
	case err != nil:
		result += ", and it must be tried again"
	default:
		s.refs[s.place] = ref
	}
	lines := []string{result}
	for _, m := range s.server.Messages(s.channel(s.place)) {
		lines = append(lines, describe(m))
		for _, p := range m.Pictures() {
			if shade := p.Alt[len(p.Alt)-1] - '0'; !bytes.Equal(p.PNG, onePixelPNG(shade)) {
				s.t.Errorf("%s: the wrong picture has the text %s", text, p.Alt)
			}
		}
	}
	return lines
}

func TestPictureAboveText(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b := newBench(t, echo)
		s := screenWithPicture(newPicture(1), "a board", "one", "two")
		s.Call = newCall(1)
		b.show(public, "", s)
		if got, want := componentKinds(b.lastMessage().Components), "17[12 10 1[2] 1[2]] 10"; got != want {
			t.Errorf("components %s, want %s", got, want)
		}
	})
}

func componentKinds(components []discordtest.Component) string {
	var all []string
	for _, c := range components {
		kind := fmt.Sprint(c.Type)
		if len(c.Components) > 0 {
			kind += "[" + componentKinds(c.Components) + "]"
		}
		all = append(all, kind)
	}
	return strings.Join(all, " ")
}

func TestPictureLimits(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b := newBench(t, echo)
		for n := range 12 {
			s := screenWithPicture(newPicture(1), "a board")
			s.Picture.Alt = strings.Repeat("Ж", 1500)
			s.Call = newCall(1)
			for row := range n {
				var buttons []chat.Button
				for i := range 5 {
					buttons = append(buttons, chat.Button{Label: "press", Line: fmt.Sprint("press ", row, i)})
				}
				s.Buttons = append(s.Buttons, buttons)
			}
			b.show(public, "", s)
			if len(b.lastMessage().Pictures()) != 1 {
				t.Errorf("%d rows leave no room for the picture", n)
			}
		}
		s := screenWithPicture(newPicture(1), "too large")
		s.Picture.PNG = append(s.Picture.PNG, make([]byte, 10<<20)...)
		b.show(public, "", s)
		b.expectLast("- | too large")
	})
}

// Call studio outside of synctest bubbles.
var studio = sync.OnceValues(render.NewStudio)

func newStudio(t *testing.T) *render.Studio {
	t.Helper()
	s, err := studio()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func newPictureWorld(t *testing.T, pictures *render.Studio) *world {
	t.Helper()
	w := prepareWorld(t, simulated)
	w.pictures, w.icons = pictures, drawFewIcons
	w.start()
	return w
}

func TestPlayWithPictures(t *testing.T) {
	pictures := newStudio(t)
	inBubble(t, func(t *testing.T) {
		w := newPictureWorld(t, pictures)
		w.startMatch(terms)
		hasPicture := func(m discordtest.Message) bool {
			return len(m.Pictures()) == 1 && len(m.Pictures()[0].Alt) > 20
		}
		bothHavePictures := func() bool {
			board, ok := w.anna.Board()
			panel, hasPanel := w.anna.Panel()
			return ok && hasPanel && hasPicture(board) && hasPicture(panel) && platformtest.ShowsHand(describe(panel))
		}
		w.wait("the pictures", bothHavePictures)
		w.mustSay(w.anna, "hand")
		w.wait("the picture of the page", func() bool {
			return slices.ContainsFunc(w.anna.Private(), func(m discordtest.Message) bool { return m.Owner != "" && hasPicture(m) })
		})
		w.anna.Dismiss()
		moves := 0
		w.play(func() bool { moves++; return moves > 8 }, w.anna, w.bert)
		w.wait("the newest pictures", bothHavePictures)
		for _, m := range w.server.Messages(discordtest.Channel) {
			for _, p := range m.Pictures() {
				if platformtest.ShowsHand(p.Alt) {
					t.Errorf("a hand in public: %s", p.Alt)
				}
			}
		}
		w.expectMessages(1)
	})
}
