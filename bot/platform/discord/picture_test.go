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

// pictureStories tell what a message shows: its words and the shade of its picture, "-" for none, with "…" while it is
// being drawn; then how many files are sent for it, and the shade that people see, or "again" if it fails for now.
// Beside a picture there are few words. What happens in between is a line of its own.
var pictureStories = map[string]string{
	"a picture is kept while another is being drawn, and not sent twice": `
		one 1   | 1 | 1
		still 1 | 0 | 1
		two 2…  | 0 | 1
		two 2   | 1 | 2
		three - | 0 | -
		four 2… | 0 | -
		five 1  | 1 | 1
		status PATCH.*file$ 403 50013
		six 3   | 1 | -`,
	"so it is in rows of plain text": `
		status POST 400 50035
		status POST 400 50035
		one 1   | 2 | 1
		two 2…  | 0 | 1
		two 2   | 1 | 2
		three - | 0 | -
		four 2… | 0 | -
		five 1  | 1 | 1`,
	"after a restart a picture is kept, too, and is sent anew once": `
		one 1   | 1 | 1
		restart
		two 2…  | 0 | 1
		one 1   | 1 | 1
		still 1 | 0 | 1`,
	"which picture a message has may not be found out at once after a restart; where the bot may not look there are words": `
		one 1   | 1 | 1
		restart
		status GET./channels/.*/messages 502 0
		two 2…  | 0 | again
		two 2…  | 0 | 1
		restart
		cut GET./channels/.*/messages 1
		two 2…  | 0 | again
		two 2…  | 0 | 1
		restart
		status GET./channels/.*/messages 429 0
		two 2…  | 0 | again
		later
		two 2…  | 0 | 1
		restart
		status GET./channels/.*/messages 403 50001
		two 2…  | 0 | -`,
	"where Discord takes no pictures none is sent for a while; other places have theirs": `
		status file$ 413 0
		one 1   | 1 | -
		two 2   | 0 | -
		in private
		panel 1 | 1 | 1
		in public
		later
		three 3 | 1 | 3`,
	"so it is if Discord doesn't take the form": `
		status file$ 400 50035
		one 1   | 1 | -
		two 2   | 0 | -
		later
		three 3 | 1 | 3`,
	"so it is if there is no permission": `
		status file$ 403 50013
		one 1   | 1 | -
		two 2   | 0 | -
		later
		three 3 | 1 | 3`,
	"while Discord wants to be left alone no picture is sent, and then the newest": `
		one 1   | 1 | 1
		status PATCH.*file$ 429 0
		two 2   | 1 | again
		two 2   | 0 | again
		later
		three 3 | 1 | 3`,
	"a message whose answer is lost stands once": `
		lost POST./channels 4
		one 1 | 4 | again
		one 1 | 1 | 1`,
	"so it does if its picture was still being drawn": `
		lost POST./channels 4
		one 1… | 0 | again
		one 1  | 2 | 1`,
	"an edit whose answer is lost leaves nothing wrong behind": `
		one 1    | 1 | 1
		lost PATCH 1
		two 2    | 1 | again
		three 3… | 0 | 2
		two 2    | 1 | 2`,
	"nor does one that is lost": `
		one 1    | 1 | 1
		cut PATCH 1
		two 2    | 1 | again
		three 3… | 0 | 1
		two 2    | 1 | 2`,
	"so it is where a person has brought the bot along": `
		elsewhere
		one 1 | 1 | 1
		two 2 | 1 | 2`,
}

// TestFault23PictureStories tests pictureStories, some of which lose answers.
func TestFault23PictureStories(t *testing.T) {
	t.Parallel()
	for name, story := range pictureStories {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(t *testing.T) { newBench(t, echo).tell(story) })
		})
	}
}

// tell lets a story of pictureStories happen.
func (b *bench) tell(story string) {
	b.t.Helper()
	place, refs := public, make(map[chat.Place]chat.Ref)
	for line := range strings.Lines(strings.TrimSpace(story)) {
		if cells := strings.Split(line, "|"); len(cells) == 3 {
			refs[place] = b.tellScreen(place, refs[place], strings.Fields(cells[0]), strings.TrimSpace(cells[1]), strings.TrimSpace(cells[2]))
			continue
		}
		event := strings.Fields(line)
		var numbers []int
		for _, word := range event[1:] {
			if n, err := strconv.Atoi(word); err == nil {
				numbers = append(numbers, n)
			}
		}
		switch event[0] {
		case "status":
			b.server.Fail(discordtest.Fault{Match: event[1], Status: numbers[0], Code: numbers[1], Wait: time.Minute})
		case "cut", "lost": // before it is carried out, or afterwards
			b.server.Fail(discordtest.Fault{Match: event[1], Times: numbers[0], Cut: true, Done: event[0] == "lost"})
		case "later":
			pass(11 * time.Minute)
		case "restart":
			b.platform = b.world.platform(new(double.Notes))
		case "in":
			place = map[string]chat.Place{"private": direct, "public": public}[event[1]]
		case "elsewhere":
			b.mustSayIn(b.anna, discordtest.Elsewhere, "games")
			place = chat.Place{Chat: "discord:" + discordtest.Elsewhere}
		}
	}
}

// tellScreen shows the screen of a story's line in place of the message, and returns the reference of the message.
func (b *bench) tellScreen(place chat.Place, old chat.Ref, screen []string, files, sees string) chat.Ref {
	b.t.Helper()
	s := illustrated(nil, screen[0])
	s.Caption = []chat.Line{{{Text: "few"}}}
	if key, undone := strings.CutSuffix(screen[1], "…"); undone {
		s.Picture = drawn(key[0]-'0', never)
	} else if key != "-" {
		s.Picture = picture(key[0] - '0')
	}
	before := b.uploads()
	ref, err := b.platform.Show(b.ctx, place, old, s)
	if n := fmt.Sprint(b.uploads() - before); n != files {
		b.t.Errorf("%q: %s files were sent", screen, n)
	}
	if (err != nil) != (sees == "again") || errors.Is(err, chat.ErrGone) {
		b.t.Errorf("%q: ends with %v", screen, err)
	}
	if err != nil {
		return old
	}
	want := "- | " + screen[0]
	if sees != "-" {
		want = "shade " + sees + " | few"
	}
	all := b.server.Messages(b.channel(place))
	if got := seen(all[0]); len(all) != 1 || got != want {
		b.t.Errorf("%q: of %d messages the first shows %q, want %q", screen, len(all), got, want)
	}
	for _, p := range all[0].Pictures() {
		if !bytes.Equal(p.PNG, dot(sees[0]-'0')) {
			b.t.Errorf("%q: another picture is said to be %s", screen, p.Alt)
		}
	}
	return ref
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
