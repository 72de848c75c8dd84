package render

import (
	"testing"

	"tarockbot/engine"
	"tarockbot/render/describe"
	"tarockbot/render/pen"
	"tarockbot/render/words"
)

// TestErasedIsWhole checks that the text for an erased name is never cut to its first word, which would
// look like a name.
func TestErasedIsWhole(t *testing.T) {
	fonts, catalogue := loaded(t)
	for _, lang := range words.Languages() {
		w := catalogue.In(lang)
		name := w.Say("name.deleted")
		p := &describe.Table{Words: w, Names: []string{name, name}}
		if got, want := p.ShortNames(engine.Seats(3)), name+", "+name; got != want {
			t.Errorf("%s: a title has %q, want %q", lang, got, want)
		}
		if got := p.Prefix(name); got != name {
			t.Errorf("%s: in front of something stands %q, want %q", lang, got, name)
		}
		s := &sheet{sizer: &sizer{fonts, describe.ErasedName(w)}, Canvas: pen.NewCanvas(width, 100)}
		const room = 240 // narrower than the text, wider than its first word
		if got := s.name(name, 46, 0, 60, room, pen.Left, nameInk); got > room+1 || got < room-1 {
			t.Errorf("%s: a panel writes it %.0f wide, want %d", lang, got, room)
		}
	}
}
