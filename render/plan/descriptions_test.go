package plan_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tarockbot/engine"
	"tarockbot/render/describe"
	"tarockbot/render/plan"
	"tarockbot/render/rendertest"
	"tarockbot/render/text"
	"tarockbot/render/words"
)

func TestRareDescriptions(t *testing.T) {
	loew, strohmandeln := rendertest.Record(t, "illustrated-loew"), rendertest.Record(t, "strohmandeln-extended")
	forehand := 1 - rendertest.Replayed(t, strohmandeln, 0).PublicView().Dealer
	undertake := engine.Move{Seat: forehand, Action: engine.Say(engine.Undertake, 0)}
	shared, series := rendertest.SceneOf(rendertest.Replayed(t, loew, 0)), rendertest.SceneOf(rendertest.Replayed(t, loew, 40))
	shared.Deal = engine.PublicView{}
	shared.Score = engine.Score{Totals: []int{112, 60, 112}, Over: true, Winners: 5, Goal: 100, Extra: 10, Earned: 5}
	drawn := shared
	drawn.Score.Winners = 7
	series.Score.Goal = 100
	ended := rendertest.Record(t, "bamberger")
	known := rendertest.SceneOf(rendertest.Replayed(t, rendertest.Record(t, "spieleversum"), 18))
	rendertest.AfterDeal(rendertest.Replayed(t, ended, len(ended.Actions)).PublicView())(&known)
	trischaken := rendertest.SceneOf(rendertest.Replayed(t, rendertest.Record(t, "illustrated-beck"), 20))
	hidden := trischaken
	hidden.Deal.Thirds = nil
	rendertest.EachLanguage(t, func(t *testing.T, w *words.Tongue) {
		var p rendertest.Page
		for _, scene := range []struct {
			name string
			plan.Scene
		}{
			{"two share a win", shared},
			{"all have won", drawn},
			{"a series and its goal", series},
			{"undertaken", rendertest.SceneOf(rendertest.Replayed(t, rendertest.WithMoves(strohmandeln, 0, undertake), 1))},
			{"a contract known at once, beside the previous deal", known},
			{"a card of the talon in each trick of Trischaken", trischaken},
			{"with hidden points only that of the last trick", hidden},
		} {
			p.Heading("%s", scene.name)
			p.Plain(planned(scene.Scene, w).Alt)
		}
		p.Check(t, "told."+w.Tag())
	})
}

func TestTurnedUpCardsAreDescribed(t *testing.T) {
	rendertest.EachLanguage(t, func(t *testing.T, w *words.Tongue) {
		described := 0
		for _, name := range []string{"strohmandeln-extended", "strohmandeln-forty"} {
			r := rendertest.Record(t, name)
			d := rendertest.Replayed(t, r, 0)
			for _, m := range r.Actions {
				events, err := d.Act(m.Seat, m.Action)
				if err != nil {
					t.Fatal(err)
				}
				if v := d.PublicView(); v.Result == nil {
					described += checkTurned(t, d, turnedUp(events), w)
					for _, known := range v.KnownInHand {
						if shown := cardsOf(planned(rendertest.SceneOf(d), w)); !shown.Holds(known) {
							t.Errorf("known in a hand are %s, but the picture shows only %s", known, shown&known)
						}
					}
				}
			}
		}
		if described < 40 {
			t.Errorf("only %d cards were turned up", described)
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

func checkTurned(t *testing.T, d *engine.Deal, up []engine.Uncovered, w *words.Tongue) int {
	t.Helper()
	v := d.PublicView()
	if up != nil && !slices.Equal(v.Uncovered, up) {
		t.Errorf("the events turned up %v, the table has %v", up, v.Uncovered)
	}
	board := textOf(describe.Board(v, rendertest.People[:2], w))
	alt := planned(rendertest.SceneOf(d), w).Alt
	for _, seat := range []engine.Seat{0, 1} {
		var labels, spoken []string
		for _, u := range up {
			if u.Seat == seat {
				labels, spoken = append(labels, describe.Card(u.Card, w)), append(spoken, describe.SpokenCard(u.Card, w))
			}
		}
		if labels == nil {
			continue
		}
		pile := fmt.Sprintf("%d) ", up[slices.IndexFunc(up, func(u engine.Uncovered) bool { return u.Seat == seat })].Pile+1)
		if n := len(v.Tricks); n > 0 {
			top := v.Tricks[n-1].Cards[(int(seat)-int(v.Tricks[n-1].Lead)+2)%2]
			labels, spoken = append([]string{describe.Card(top, w)}, labels...), append([]string{describe.SpokenCard(top, w)}, spoken...)
		}
		if !lineHas(board, "\n", pile, labels) {
			t.Errorf("no line has %q on pile %q:\n%s", labels, pile, board)
		}
		if !lineHas(alt, ". ", pile, spoken) {
			t.Errorf("no sentence has %q on pile %q: %s", spoken, pile, alt)
		}
	}
	return len(up)
}

func lineHas(text, sep, pile string, want []string) bool {
	return slices.ContainsFunc(strings.Split(text, sep), func(line string) bool {
		if !strings.Contains(line, pile) {
			return false
		}
		for _, item := range want {
			_, rest, ok := strings.Cut(line, item)
			if !ok {
				return false
			}
			line = rest
		}
		return true
	})
}

func textOf(lines []text.Line) string {
	var b strings.Builder
	for _, line := range lines {
		b.WriteString(line.String() + "\n")
	}
	return b.String()
}

func TestNamesKeepTheirCase(t *testing.T) {
	written := []string{"mitzi", "sepp", "toni"}
	rendertest.EachLanguage(t, func(t *testing.T, w *words.Tongue) {
		found := 0
		for _, r := range rendertest.Records(t) {
			scene := rendertest.SceneOf(rendertest.Replayed(t, r, len(r.Actions)))
			scene.Names = written[:len(scene.Names)]
			alt := planned(scene, w).Alt
			for _, name := range scene.Names {
				found += strings.Count(alt, name+": ")
				if strings.Contains(alt, capital(name)) {
					t.Errorf("%s is written with a capital letter: %s", name, alt)
				}
			}
		}
		if found == 0 {
			t.Error("no description has a name before its facts")
		}
	})
}

func capital(name string) string { return strings.ToUpper(name[:1]) + name[1:] }

func TestItemFactorsAreDescribed(t *testing.T) {
	rendertest.EachLanguage(t, func(t *testing.T, w *words.Tongue) {
		multiplied := 0
		for i, r := range rendertest.Records(t) {
			d := rendertest.Replayed(t, r, len(r.Actions))
			result := *d.Result()
			alt := planned(rendertest.SceneOf(d), w).Alt
			summary := textOf(describe.Summary(result, d.Rules(), rendertest.People[:d.Game().Seats], w))
			for _, item := range result.Items {
				if item.Factor > 0 && item.ComputeValue() != item.Value {
					t.Errorf("%s, deal %d: %+v is worth %d", r.Rules, i, item, item.Value)
				}
				for _, want := range factors(item) {
					multiplied++
					if !strings.Contains(alt, want) || !strings.Contains(summary, want) {
						t.Errorf("%s, deal %d: no %s in\n%s\n%s", r.Rules, i, want, alt, summary)
					}
				}
				if excess := fmt.Sprintf("%d+%d", item.Base, item.Excess); item.Excess > 0 &&
					(!strings.Contains(alt, excess) || !strings.Contains(summary, strings.Replace(excess, "+", " + ", 1))) {
					t.Errorf("%s, deal %d: no %s in\n%s\n%s", r.Rules, i, excess, alt, summary)
				}
			}
		}
		if multiplied < 100 {
			t.Errorf("only %d factors were checked", multiplied)
		}
	})
}

func factors(i engine.Item) (all []string) {
	for _, n := range []int{i.Factor, i.Times} {
		if n > 1 {
			all = append(all, fmt.Sprintf("×%d", n))
		}
	}
	return all
}

func TestCurveDescriptions(t *testing.T) {
	r := func(rating, deviation int) plan.Rated {
		return plan.Rated{Rating: rating, Deviation: deviation, Provisional: deviation > 110, Day: "1 May"}
	}
	rendertest.EachLanguage(t, func(t *testing.T, w *words.Tongue) {
		var p rendertest.Page
		for _, tt := range []struct {
			name  string
			curve plan.RatingHistory
		}{
			{"the best", plan.RatingHistory{Rated: []plan.Rated{r(1800, 111), r(1700, 110), r(1650, 100), r(1690, 95)}}},
			{"better before", plan.RatingHistory{Rated: []plan.Rated{r(1700, 60), r(1710, 60)}, Matches: 80, Best: 1720}},
			{"worse before", plan.RatingHistory{Rated: []plan.Rated{r(1700, 60)}, Matches: 80, Best: 1690}},
		} {
			tt.curve.Name, tt.curve.Game = "Anna", "kosakeln"
			p.Heading("%s", tt.name)
			p.Plain(planned(tt.curve, w).Alt)
		}
		p.Check(t, "curves."+w.Tag())
	})
}

func TestLongHistoryShowsLastRatings(t *testing.T) {
	w := rendertest.Catalogue(t).In("en")
	many := rendertest.Rated(plan.MaxRated+20, 0)
	for i := range many {
		many[i].Rating += 500 - 10*i
	}
	best := 0
	for _, r := range many {
		if !r.Provisional {
			best = max(best, r.Rating)
		}
	}
	last := plan.RatingHistory{Name: "Anna", Game: "kosakeln", Rated: many[20:], Matches: len(many), Best: best}
	all := planned(plan.RatingHistory{Name: "Anna", Game: "kosakeln", Rated: many}, w)
	if want := planned(last, w); !reflect.DeepEqual(all, want) {
		t.Errorf("all ratings are described as %s, the last ones as %s", all.Alt, want.Alt)
	}
}
