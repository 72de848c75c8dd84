package render_test

import (
	"slices"
	"strings"
	"testing"

	"tarockbot/engine"
	"tarockbot/render/describe"
	"tarockbot/render/plan"
	"tarockbot/render/words"
)

// TestBesideHand checks how much of the table is above a hand.
func TestBesideHand(t *testing.T) {
	r := record(t, "bamberger")
	end := after(t, r, len(r.Actions)).PublicView()
	for _, c := range []struct {
		name    string
		actions int
		last    *engine.Result
		over    bool
		want    plan.Extent
	}{
		{"exchange", 0, nil, false, plan.NoTable},
		{"one has exchanged", 1, nil, false, plan.NoTable},
		{"exchange after a deal", 0, end.Result, false, plan.WholeTable},
		{"auction", 2, nil, false, plan.WholeTable},
		{"talon", 6, nil, false, plan.WholeTable},
		{"announcements", 13, nil, false, plan.WholeTable},
		{"trick", 20, nil, false, plan.Strip},
		{"trick taken", 21, nil, false, plan.Strip},
		{"end of the deal", len(r.Actions), nil, false, plan.WholeTable},
		{"end of the match", 20, end.Result, true, plan.WholeTable},
	} {
		s := sceneOf(after(t, r, c.actions))
		s.Last, s.Score.Over = c.last, c.over
		if got := s.BesideHand(); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
}

// TestHandAlone checks that a seat sees the hand alone if the table shows nothing.
func TestHandAlone(t *testing.T) {
	s, w, d := studio(t), catalogue(t).In("en"), after(t, record(t, "bamberger"), 0)
	got, want := s.Picture(plan.TableAndHand{Scene: sceneOf(d), Hand: heldBy(d, 0)}, w, false), s.Picture(heldBy(d, 0), w, false)
	if got.Key != want.Key || got.Alt != want.Alt {
		t.Errorf("%s\nwant %s", got.Alt, want.Alt)
	}
}

// TestStripIsLow limits the strip's height. Three players or open cards add room, known cards a line per
// hand, announcements a line each at most.
func TestStripIsLow(t *testing.T) {
	const low, third, tops, known, below = 380, 90, 150, 66, 62
	s, w := studio(t), catalogue(t).In("de")
	play(t, 5, func(rules string, d *engine.Deal) {
		scene := sceneOf(d)
		if scene.BesideHand() != plan.Strip {
			return
		}
		held, most, v := heldBy(d, 0), low, d.PublicView()
		if len(scene.Names) > 2 {
			most += third
		}
		if v.RestShown != 0 || len(v.Added) > 0 || v.Piles != nil {
			most += tops
		}
		for _, cards := range v.KnownInHand {
			most += known * (cards.Len() + 7) / 8
		}
		most += below * len(v.Claims)
		if got := s.Picture(plan.TableAndHand{Scene: scene, Hand: held}, w, false).Height - s.Picture(held, w, false).Height; got > most {
			t.Errorf("%s: the strip is %d high, want at most %d", rules, got, most)
		}
	})
}

// TestStripAndWords checks that the strip shows nothing beyond the board, and that the text beside it
// covers omitted tricks.
func TestStripAndWords(t *testing.T) {
	s, shown := studio(t), 0
	inEach(t, func(t *testing.T, w *words.Tongue) {
		play(t, 5, func(rules string, d *engine.Deal) {
			scene, v := sceneOf(d), d.PublicView()
			if scene.BesideHand() != plan.Strip {
				return
			}
			shown++
			hand, board := s.Picture(heldBy(d, 0), w, false).Alt, s.Picture(scene, w, false).Alt
			strip := strings.TrimPrefix(s.Picture(plan.TableAndHand{Scene: scene, Hand: heldBy(d, 0)}, w, false).Alt, hand+" ")
			told := strings.Split(strip, ". ")
			for _, sentence := range told {
				if !strings.Contains(board, strings.TrimSuffix(sentence, ".")) {
					t.Errorf("%s: the board doesn't tell %q: %s", rules, sentence, board)
				}
			}
			last := w.Say("picture.last")
			if slices.ContainsFunc(told, func(s string) bool { return strings.HasPrefix(s, last) }) {
				t.Errorf("%s: the strip tells of the last trick: %s", rules, strip)
			}
			want := 0
			if len(v.Tricks) > 0 {
				want++
			}
			var turned engine.Seats
			for _, u := range v.Uncovered {
				turned |= u.Seat.Bit()
			}
			if got := describe.Caption(v, scene.Names, w); len(got) != want+turned.Len() {
				t.Errorf("%s: beside the strip the words are %v", rules, got)
			}
		})
	})
	if shown < 100 {
		t.Errorf("only %d strips", shown)
	}
}
