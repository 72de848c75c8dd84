package render

import (
	"testing"

	"tarockbot/engine"
	"tarockbot/render/art"
	"tarockbot/render/words"
)

// TestRoleAndStatus: a small panel has room for what a seat is and what it does,
// whatever that is.
func TestRoleAndStatus(t *testing.T) {
	fonts, err := art.LoadFonts()
	if err != nil {
		t.Fatal(err)
	}
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	s := &sheet{fonts: fonts}
	for _, lang := range words.Languages() {
		w := catalogue.In(lang)
		check := func(c chair) {
			t.Helper()
			if got, room := s.markWidth(c, leastMark), panels(3, 0)[0].w-2*smallPad; got > room {
				t.Errorf("%s: %q and %q take %.0f, there is room for %.0f", lang, c.Role, c.Status, got, room)
			}
		}
		for _, phase := range []string{"before", "after", "talon", "discard", string(engine.Playing)} {
			turn := w.Say("picture.turn." + phase)
			check(chair{Role: w.Say("picture.role.declarer"), Leads: true, Status: turn, Lit: true})
			if phase != "talon" && phase != "discard" { // which are the declarer's alone
				check(chair{Role: w.Say("picture.role.defender"), Status: turn, Lit: true})
			}
		}
		for _, status := range []string{"led", "left", "dealer", "done"} {
			status = w.Say("picture." + status)
			check(chair{Role: w.Say("picture.role.declarer"), Leads: true, Status: status})
			check(chair{Role: w.Say("picture.role.defender"), Status: status})
		}
		for _, call := range []string{engine.Dreiblatt.String(), engine.Zweiblatt.String(), engine.Einblatt.String(), "hold", "pass"} {
			check(chair{Role: w.Say("call." + call), Leads: true, Status: w.Say("picture.turn.auction"), Lit: true})
			check(chair{Role: w.Say("call." + call), Status: w.Say("picture.dealer")})
		}
	}
}
