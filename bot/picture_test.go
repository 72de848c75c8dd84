package bot_test

import (
	"bytes"
	"encoding/base64"
	"image/png"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"tarockbot/bot/chat"
	"tarockbot/render"
	"tarockbot/render/describe"
	"tarockbot/storage/memory"
)

// easel is where most tests draw, so that what all pictures have in them is drawn
// once. It is made before there are bubbles: it belongs to none.
var easel, errEasel = render.NewStudio()

// withPictures lets the bot draw.
func withPictures(w *world) {
	withEasel(w, func() (*render.Studio, error) { return easel, errEasel })
}

// withEasel lets the bot draw there.
func withEasel(w *world, of func() (*render.Studio, error)) {
	studio, err := of()
	if err != nil {
		w.t.Fatal(err)
	}
	w.pictures = studio
}

// drawn says that the screen has its picture.
func drawn(s chat.Screen) bool { return s.Picture != nil && s.Picture.PNG != nil }

// TestPictures: board and panels show pictures that can be read, of the
// promised size, with words for them; who wants text gets text alone.
func TestPictures(t *testing.T) {
	t.Parallel()
	w := startWorld(t, memory.New(), withPictures)
	id := w.seat("anna", "bert", "bamberger 2")
	for place, screen := range map[string]chat.Screen{
		"board": w.wait(public, drawn), "anna": w.panel("anna", drawn), "bert": w.panel("bert", drawn),
	} {
		p := screen.Picture
		config, err := png.DecodeConfig(bytes.NewReader(p.PNG))
		if err != nil || config.Width != p.Width || config.Height != p.Height {
			t.Errorf("%s: %d by %d, said to be %d by %d: %v", place, config.Width, config.Height, p.Width, p.Height, err)
		}
		if p.Alt == "" || len([]rune(p.Alt)) > 1000 {
			t.Errorf("%s: described by %d letters", place, len([]rune(p.Alt)))
		}
	}
	w.mustSay("bert", "settings text")
	w.panel("bert", func(s chat.Screen) bool { return s.Picture == nil })
	before := w.wait(public, drawn).Text
	who, m := w.anyMove(id, "anna", "bert")
	w.mustSay(who, m)
	board := w.wait(public, func(s chat.Screen) bool { return isBoard(s) && textOf(s.Text) != textOf(before) })
	if board.Picture == nil {
		t.Error("the board goes by its guest, not by its host")
	}
	w.mustSay("bert", "settings bilder")
	four := w.panel("bert", drawn).Picture.Key
	w.mustSay("bert", "settings deck zwei")
	w.panel("bert", func(s chat.Screen) bool { return drawn(s) && s.Picture.Key != four })
	w.mustSay("anna", "settings text")
	who, m = w.anyMove(id, "anna", "bert")
	w.mustSay(who, m)
	w.wait(public, func(s chat.Screen) bool { return isBoard(s) && s.Picture == nil })
	if a := w.says("bert", "settings deck five"); !a.Refused || !strings.Contains(a.Alert, "deck") {
		t.Errorf("five colours: %+v", a)
	}
}

// TestPictureOfChallenge: nobody sits in a chair that is free, and of what came to
// nothing there is no picture.
func TestPictureOfChallenge(t *testing.T) {
	t.Parallel()
	w := startWorld(t, memory.New(), withPictures)
	for _, line := range []string{"challenge bamberger 2", "challenge @bert bamberger 2"} {
		w.mustSay("bert", "help")
		w.mustSay("anna", line)
		alt := w.wait(public, func(s chat.Screen) bool { return s.Picture != nil }).Picture.Alt
		if !strings.Contains(alt, "anna") || strings.Contains(alt, "Computer") || strings.Contains(alt, "bert: ready") {
			t.Errorf("%s: the picture tells: %s", line, alt)
		}
		w.mustSay("anna", "decline "+w.challenge())
		w.wait(public, func(s chat.Screen) bool { return s.Ended && s.Picture == nil })
	}
}

// TestPracticePicture: with nobody else there, one picture has the hand and what
// there is to be seen of the table, and the words beside it say the rest.
func TestPracticePicture(t *testing.T) {
	t.Parallel()
	w := startWorld(t, memory.New(), withPictures)
	w.mustSay("anna", "practice bamberger 2")
	id := w.practiceTable()
	reasons, runs := 0, 0
	for range 40 {
		s := w.hand("anna", id)
		if strings.Contains(text(s), said("news.last", "Number", 1)) {
			break
		}
		var now stored
		w.read("table", id, &now)
		deal := w.replayed(*now.Deal)
		v, beside, alt := deal.PublicView(), textOf(s.CaptionOrText()), s.Picture.Alt
		if told := strings.Contains(alt, said("name.computer.medium")); told != (v.Phase != "exchange") {
			t.Errorf("%s: the picture tells %s", v.Phase, alt)
		}
		if why := describe.Why(deal.View(0), deal.Prompt(0).Pick, english()); why != "" {
			reasons++
			if strings.Contains(beside, why) || s.Choice == nil && !strings.Contains(text(s), why) {
				t.Errorf("%q shall be in the whole text alone:\n%s", why, beside)
			}
		}
		runs += int(v.Trick.N)
		if told := strings.Contains(beside, said("board.last")); told != (len(v.Tricks) > 0) {
			t.Errorf("beside a picture which tells %s\nthe words are\n%s", alt, beside)
		}
		w.mustSay("anna", move(s))
	}
	if reasons == 0 || runs == 0 {
		t.Errorf("%d reasons and %d cards lying there prove nothing", reasons, runs)
	}
}

// TestPictureOfTheEnd: what the last deal came to is shown with who has won.
func TestPictureOfTheEnd(t *testing.T) {
	t.Parallel()
	w := startWorld(t, memory.New(), withPictures)
	w.seat("anna", "bert", "bamberger 2")
	w.play("anna", "bert")
	board := w.wait(public, func(s chat.Screen) bool { return isOver(s) && s.Picture != nil })
	if alt := board.Picture.Alt; !strings.Contains(alt, "Last deal: ") || !strings.Contains(alt, "Total ") {
		t.Errorf("the picture tells: %s", alt)
	}
}

// TestWordsFirst: when pictures take long the words go ahead, with the buttons,
// and the picture comes as soon as it is there; but not one that is out of date.
func TestWordsFirst(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var shown []chat.Screen
	w := startWorld(t, memory.New(), func(w *world) { withEasel(w, render.NewStudio) }, withHook(func(p chat.Place, _ chat.Ref, s chat.Screen) error {
		mu.Lock()
		defer mu.Unlock()
		if p == public {
			shown = append(shown, s)
		}
		return nil
	}))
	id := w.seat("anna", "bert", "bamberger 2")
	w.wait(public, drawn)
	free := w.bot.TakeDrawSlot()
	for range 3 {
		before := w.wait(public, isBoard).Picture.Key
		who, m := w.anyMove(id, "anna", "bert")
		w.mustSay(who, m)
		w.wait(public, func(s chat.Screen) bool { return isBoard(s) && s.Picture.Key != before && !drawn(s) })
	}
	mu.Lock()
	shown = nil
	mu.Unlock()
	free()
	last := w.wait(public, drawn)
	mu.Lock()
	defer mu.Unlock()
	shown = slices.DeleteFunc(shown, func(s chat.Screen) bool { return !drawn(s) })
	if len(shown) != 1 || shown[0].Picture.Key != last.Picture.Key {
		t.Errorf("%d pictures were shown, want one, of what is now", len(shown))
	}
	if want, err := last.Picture.Draw(t.Context()); err != nil || !bytes.Equal(last.Picture.PNG, want) {
		t.Errorf("the picture is of something else: %v", err)
	}
}

// TestHiddenPoints: a table that wants card points to be remembered tells of
// tricks alone, in words and pictures, until a deal is over.
func TestHiddenPoints(t *testing.T) {
	t.Parallel()
	w := startWorld(t, memory.New(), withPictures)
	id := w.seat("anna", "bert", "bamberger points=hidden 2")
	tricks := w.playUntil(id, func(s chat.Screen) bool { return strings.Contains(text(s), said("board.last")) })
	if all := told(tricks); !strings.Contains(all, "trick") || points.MatchString(all) {
		t.Errorf("while a deal is played points are told: %s", all)
	}
	last := w.playUntil(id, func(s chat.Screen) bool { return strings.Contains(text(s), said("news.last", "Number", 1)) })
	if !strings.Contains(text(last), "point") {
		t.Errorf("after the deal no points are told: %s", text(last))
	}
}

// TestHiddenPointsAlways: nor are they told at any other time; with nobody else
// there a page shows all of the table.
func TestHiddenPointsAlways(t *testing.T) {
	t.Parallel()
	w := startWorld(t, memory.New(), withPictures)
	w.mustSay("anna", "practice bamberger points=hidden 2")
	id := w.practiceTable()
	over, tricks := said("news.last", "Number", 1), false
	for {
		page := w.hand("anna", id)
		if strings.Contains(text(page), over) {
			break
		}
		if all := bonusPoints.ReplaceAllString(told(page), ""); points.MatchString(all) {
			t.Fatalf("points are told: %s", all)
		}
		tricks = tricks || strings.Contains(page.Picture.Alt, "Trick ")
		w.mustSay("anna", move(page))
	}
	if !tricks {
		t.Error("no page shows a trick")
	}
}

// told is all that a screen tells in words, its picture too.
func told(s chat.Screen) string { return text(s) + "\n" + textOf(s.Caption) + "\n" + s.Picture.Alt }

// points are card points, or parts of one.
var points = regexp.MustCompile(`\b(points?|leaf|leaves)\b`)

// bonusPoints are in the names of two bonuses, "Absolute (40 points)", which may be
// announced in any deal.
var bonusPoints = regexp.MustCompile(`\((40|50) points\)`)

// playUntil lets anna and bert play until the board is as wanted.
func (w *world) playUntil(id string, wanted func(chat.Screen) bool) chat.Screen {
	w.t.Helper()
	const most = 200 // moves
	for range most {
		if wanted(w.hand("anna", id)) {
			return w.wait(public, wanted)
		}
		who, m := w.anyMove(id, "anna", "bert")
		w.mustSay(who, m)
	}
	w.t.Fatal("the board never becomes what is wanted")
	return chat.Screen{}
}

// keyOf is what a screen with the picture has as its Key.
func keyOf(p *render.Picture) string { return base64.RawURLEncoding.EncodeToString(p.Key[:]) }

// showing says that a screen has the picture with the key.
func showing(key string) func(chat.Screen) bool {
	return func(s chat.Screen) bool { return drawn(s) && s.Picture.Key == key }
}
