package render_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tarockbot/engine"
	"tarockbot/render"
	"tarockbot/render/describe"
	"tarockbot/render/plan"
	"tarockbot/render/words"
)

// TestTold shows what is told of scenes that the gallery lacks, of points, and of how a deal ended for each seat.
func TestTold(t *testing.T) {
	loew, strohmandeln := record(t, "illustrated-loew"), record(t, "strohmandeln-extended")
	undertake := engine.Move{Seat: 1 - after(t, strohmandeln, 0).PublicView().Dealer, Action: engine.Say(engine.Undertake, 0)}
	shared, series := sceneOf(after(t, loew, 0)), sceneOf(after(t, loew, 40))
	shared.Deal = engine.PublicView{}
	shared.Score = engine.Score{Totals: []int{112, 60, 112}, Over: true, Winners: 5, Goal: 100, Extra: 10, Earned: 5}
	drawn := shared
	drawn.Score.Winners = 7
	series.Score.Goal = 100
	ended, known := after(t, record(t, "bamberger"), len(record(t, "bamberger").Actions)), sceneOf(after(t, record(t, "spieleversum"), 18))
	last(ended.PublicView())(&known)
	trischaken := sceneOf(after(t, record(t, "illustrated-beck"), 20))
	hidden := trischaken
	hidden.Deal.Thirds = nil
	inEach(t, func(t *testing.T, w *words.Tongue) {
		var p page
		for _, scene := range []struct {
			name string
			plan.Scene
		}{
			{"two share a win", shared},
			{"all have won", drawn},
			{"a series and its goal", series},
			{"undertaken", sceneOf(after(t, with(strohmandeln, 0, undertake), 1))},
			{"a contract known at once, beside the previous deal", known},
			{"a card of the talon in each trick of Trischaken", trischaken},
			{"with hidden points only that of the last trick", hidden},
		} {
			p.heading("%s", scene.name)
			p.plain(studio(t).Picture(scene.Scene, w, false).Alt)
			if v := scene.Deal; len(v.Added) > 0 {
				p.add(describe.Caption(v, names, w)...)
				p.add(describe.Board(v, names, w)...)
			}
		}
		p.heading("points")
		for _, thirds := range []int{0, 1, 2, 3, 5, 106, engine.NeededThirds, 210} {
			p.plain(describe.Points(thirds, w))
		}
		for _, score := range [][]int{{3, -3}, {1, 0}, {0, 19, 19}, {57, 10, 0}, {-35, 0, 0}, {0, 0}} {
			p.heading("%s", describe.Scores(score, names))
			for seat := range score {
				p.plain(describe.Outcome(score, engine.Seat(seat), names, w))
			}
		}
		p.check(t, "told."+w.Tag())
	})
}

// TestUncovered checks that text, picture and description show every card turned up at once, in order,
// with its pile and the top that it replaced. A known card in a hand is in the picture.
func TestUncovered(t *testing.T) {
	s := studio(t)
	inEach(t, func(t *testing.T, w *words.Tongue) {
		told := 0
		for _, name := range []string{"strohmandeln-extended", "strohmandeln-forty"} {
			r := record(t, name)
			d := after(t, r, 0)
			for _, m := range r.Actions {
				events, err := d.Act(m.Seat, m.Action)
				if err != nil {
					t.Fatal(err)
				}
				if v := d.PublicView(); v.Result == nil {
					told += uncoveredTold(t, s, d, turnedUp(events), w)
					checkKnown(t, s.Picture(sceneOf(d), w, false), v)
				}
			}
		}
		if told < 40 {
			t.Errorf("only %d cards were turned up", told)
		}
	})
}

func turnedUp(events []engine.Event) (up []engine.Uncovered) {
	for _, e := range events {
		if u, ok := e.(engine.Uncovered); ok {
			up = append(up, u)
		}
	}
	return up
}

// uncoveredTold checks the texts about cards just turned up.
func uncoveredTold(t *testing.T, s *render.Studio, d *engine.Deal, up []engine.Uncovered, w *words.Tongue) int {
	t.Helper()
	v := d.PublicView()
	if up != nil && !slices.Equal(v.Uncovered, up) {
		t.Errorf("turned up were %v, the table has %v", up, v.Uncovered)
	}
	board := joined(describe.Board(v, names[:2], w))
	alt := s.Picture(sceneOf(d), w, false).Alt
	for _, seat := range []engine.Seat{0, 1} {
		var labels, spoken []string
		for _, u := range up {
			if u.Seat == seat {
				labels, spoken = append(labels, describe.Card(u.Card, w)), append(spoken, describe.Spoken(u.Card, w))
			}
		}
		if labels == nil {
			continue
		}
		pile := fmt.Sprintf("%d) ", up[slices.IndexFunc(up, func(u engine.Uncovered) bool { return u.Seat == seat })].Pile+1)
		if n := len(v.Tricks); n > 0 {
			top := v.Tricks[n-1].Cards[(int(seat)-int(v.Tricks[n-1].Lead)+2)%2]
			labels, spoken = append([]string{describe.Card(top, w)}, labels...), append([]string{describe.Spoken(top, w)}, spoken...)
		}
		if !lineHas(board, "\n", pile, labels) {
			t.Errorf("no line tells of %q on %q:\n%s", labels, pile, board)
		}
		if !lineHas(alt, ". ", pile, spoken) {
			t.Errorf("no sentence tells of %q on %q: %s", spoken, pile, alt)
		}
	}
	return len(up)
}

// lineHas reports whether a line holds the pile's number and the texts in order.
func lineHas(text, sep, pile string, want []string) bool {
	return slices.ContainsFunc(strings.Split(text, sep), func(line string) bool {
		if !strings.Contains(line, pile) {
			return false
		}
		for _, one := range want {
			_, rest, ok := strings.Cut(line, one)
			if !ok {
				return false
			}
			line = rest
		}
		return true
	})
}

func checkKnown(t *testing.T, p *render.Picture, v engine.PublicView) {
	t.Helper()
	for _, known := range v.KnownInHand {
		if !p.Cards().Holds(known) {
			t.Errorf("of %s the picture shows %s", known, p.Cards()&known)
		}
	}
}

// TestAllAnnounced checks that the picture shows every announcement.
func TestAllAnnounced(t *testing.T) {
	s := studio(t)
	inEach(t, func(t *testing.T, w *words.Tongue) {
		for _, p := range gallery(t) {
			if p.scene != nil && p.held == nil && p.open == nil {
				if told, shown := p.picture(s, w).Pills(); told != shown {
					t.Errorf("%s: %d announcements, and %d are shown", p.name, told, shown)
				}
			}
		}
	})
}

// TestNamesAsWritten checks that pictures and descriptions keep the spelling of names.
func TestNamesAsWritten(t *testing.T) {
	s := studio(t)
	written := []string{"mitzi", "sepp", "toni"}
	inEach(t, func(t *testing.T, w *words.Tongue) {
		found := 0
		for _, r := range given(t) {
			scene := sceneOf(after(t, r, len(r.Actions)))
			scene.Names = written[:len(scene.Names)]
			alt := s.Picture(scene, w, false).Alt
			for _, name := range scene.Names {
				found += strings.Count(alt, name+": ")
				if strings.Contains(alt, capital(name)) {
					t.Errorf("%s is written otherwise: %s", name, alt)
				}
			}
		}
		if found == 0 {
			t.Error("no name stands in front of what it has won")
		}
	})
}

func capital(name string) string { return strings.ToUpper(name[:1]) + name[1:] }

// TestHowItems checks that each item's value follows from base, excess and factors. Text and picture show
// them if the value isn't the rules' base value.
func TestHowItems(t *testing.T) {
	s := studio(t)
	inEach(t, func(t *testing.T, w *words.Tongue) {
		multiplied := 0
		for i, r := range given(t) {
			d := after(t, r, len(r.Actions))
			result := *d.Result()
			alt := s.Picture(sceneOf(d), w, false).Alt
			said := joined(describe.Summary(result, d.Rules(), names[:d.Game().Seats], w))
			for _, item := range result.Items {
				if item.Factor > 0 && item.Reckon() != item.Value {
					t.Errorf("%s, deal %d: %+v is worth %d", r.Rules, i, item, item.Value)
				}
				for _, want := range factors(item) {
					multiplied++
					if !strings.Contains(alt, want) || !strings.Contains(said, want) {
						t.Errorf("%s, deal %d: no %s in\n%s\n%s", r.Rules, i, want, alt, said)
					}
				}
				if excess := fmt.Sprintf("%d+%d", item.Base, item.Excess); item.Excess > 0 &&
					(!strings.Contains(alt, excess) || !strings.Contains(said, strings.Replace(excess, "+", " + ", 1))) {
					t.Errorf("%s, deal %d: no %s in\n%s\n%s", r.Rules, i, excess, alt, said)
				}
			}
		}
		if multiplied < 100 {
			t.Errorf("only %d factors", multiplied)
		}
	})
}

// factors returns the item's multipliers.
func factors(i engine.Item) (all []string) {
	for _, n := range []int{i.Factor, i.Times} {
		if n > 1 {
			all = append(all, fmt.Sprintf("×%d", n))
		}
	}
	return all
}

// TestSeatsAround checks that each number of players has separate places with room for their cards.
func TestSeatsAround(t *testing.T) {
	for seats := 2; seats <= 6; seats++ {
		if problem := render.PanelProblem(seats); problem != "" {
			t.Errorf("%d seats: %s", seats, problem)
		}
	}
}
