package render

import (
	"testing"

	"tarockbot/render/describe"
	"tarockbot/render/pen"
	"tarockbot/render/rendertest"
	"tarockbot/render/words"
)

// The first word of the erased name's text would look like a name.
func TestErasedNameIsNotCut(t *testing.T) {
	rendertest.EachLanguage(t, func(t *testing.T, w *words.Tongue) {
		name := describe.ErasedName(w)
		s := &sheet{sizer: &sizer{loadedFonts(t), name}, Canvas: pen.NewCanvas(width, 100)}
		const room = 240 // narrower than the text, wider than its first word
		if got := s.name(name, 46, spot{y: 60, room: room}, nameInk); got > room+1 || got < room-1 {
			t.Errorf("a panel writes the erased name's text %.0f wide, want %d", got, room)
		}
	})
}

func TestRowPlacesDontOverlap(t *testing.T) {
	for seats := 2; seats <= 6; seats++ {
		places := rowPlaces(seats, box{rowMargin, rowTop, width - 2*rowMargin, 300})
		if len(places) != seats {
			t.Errorf("%d seats: got %d places", seats, len(places))
		}
		for i, a := range places {
			if a.x < rowMargin || a.x+a.w > width-rowMargin+0.01 || a.w < 300 {
				t.Errorf("%d seats: no room for a name and a card in %v", seats, a)
			}
			for _, b := range places[:i] {
				if a.x < b.x+b.w && b.x < a.x+a.w && a.y < b.y+b.h && b.y < a.y+a.h {
					t.Errorf("%d seats: %v and %v overlap", seats, a, b)
				}
			}
		}
	}
}
