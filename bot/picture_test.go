package bot_test

import (
	"bytes"
	"image/png"
	"testing"

	"tarockbot/bot/chat"
	"tarockbot/render"
	"tarockbot/storage/memory"
)

// easel is where most tests draw, so that what all pictures have in them is drawn
// once. It is made before there are bubbles: it belongs to none.
var easel, errEasel = render.NewStudio()

// withPictures lets the bot draw.
func withPictures(w *world) {
	if errEasel != nil {
		w.t.Fatal(errEasel)
	}
	w.pictures = easel
}

// drawn says that the screen has its picture.
func drawn(s chat.Screen) bool { return s.Picture != nil && s.Picture.PNG != nil }

// TestPictures: board and panels show pictures that can be read, of the promised size, with words for them; who wants
// text gets text alone, and the board is as its host wants it.
func TestPictures(t *testing.T) {
	t.Parallel()
	w := startWorld(t, memory.New(), withPictures)
	id := w.seat("bamberger 2", "anna", "bert")
	for place, screen := range map[string]chat.Screen{
		"board": w.wait(public, drawn), "anna": w.wait(private("anna"), drawn), "bert": w.wait(private("bert"), drawn),
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
	inWords := func(s chat.Screen) bool { return s.Picture == nil }
	board := func(pictured bool) {
		t.Helper()
		before := textOf(w.wait(public, isBoard).Text)
		who, m := w.anyMove(id, "anna", "bert")
		w.mustSay(who, m)
		w.wait(public, func(s chat.Screen) bool { return isBoard(s) && textOf(s.Text) != before && inWords(s) != pictured })
	}
	w.mustSay("bert", "settings text")
	w.wait(private("bert"), inWords)
	board(true)
	w.mustSay("bert", "settings bilder")
	four := w.wait(private("bert"), drawn).Picture.Key
	w.mustSay("bert", "settings deck zwei")
	w.wait(private("bert"), func(s chat.Screen) bool { return drawn(s) && s.Picture.Key != four })
	w.mustSay("anna", "settings text")
	board(false)
}

// playUntil lets anna and bert play until the board is as wanted.
func playUntil(w *world, id string, wanted func(chat.Screen) bool) chat.Screen {
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
