package plan_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tarockbot/engine"
	"tarockbot/render/describe"
	"tarockbot/render/plan"
	"tarockbot/render/rendertest"
	"tarockbot/render/words"
)

func eachFinishedDeal(t *testing.T, w *words.Tongue, show func(name string, r engine.Result, names []string, p plan.Picture)) {
	t.Helper()
	for i, r := range rendertest.Records(t) {
		d := rendertest.Replayed(t, r, len(r.Actions))
		scene := rendertest.SceneOf(d)
		name := fmt.Sprintf("%s, deal %d", r.Rules, i)
		result := *r.Result
		result.End, result.Drawn = d.Result().End, d.Result().Drawn
		show(name, result, scene.Names, planned(scene, w))
		before := plan.Scene{Rules: scene.Rules, Deal: rendertest.Replayed(t, r, 0).PublicView(), Names: scene.Names, Score: scene.Score}
		rendertest.AfterDeal(scene.Deal)(&before)
		if len(scene.Deal.Tricks) > 0 {
			show(name+", shown as the previous deal", result, scene.Names, planned(before, w))
		}
	}
}

func TestBoardBeforeCut(t *testing.T) {
	rendertest.EachLanguage(t, func(t *testing.T, w *words.Tongue) {
		d := rendertest.Replayed(t, rendertest.Records(t)[0], len(rendertest.Records(t)[0].Actions))
		scene := rendertest.SceneOf(d)
		beforeCut := plan.Scene{Rules: scene.Rules, Names: scene.Names, Score: scene.Score}
		rendertest.AfterDeal(scene.Deal)(&beforeCut)
		shown := fmt.Sprintf("%+v", *planned(beforeCut, w).Board)
		if game := w.Say("rules." + string(scene.Rules.ID)); !strings.Contains(shown, game) || strings.Contains(shown, "picture.") {
			t.Errorf("%s is missing, or an id is shown for its text:\n%s", game, shown)
		}
	})
}

func TestTricksAndPointsMatchRecord(t *testing.T) {
	rendertest.EachLanguage(t, func(t *testing.T, w *words.Tongue) {
		described := 0
		eachFinishedDeal(t, w, func(name string, r engine.Result, names []string, p plan.Picture) {
			counted := slices.Max(r.Tricks) > 0
			for seat, chair := range p.Board.Seats {
				thirds := r.Thirds[seat]
				number := fmt.Sprint(thirds/3) + []string{"", "⅓", "⅔"}[thirds%3]
				switch facts := factsAbout(p.Alt, names[seat]); {
				case counted != (len(chair.Figures) > 1):
					t.Errorf("%s: got figures %v of %s, want points among them: %v", name, chair.Figures, names[seat], counted)
				case counted && (chair.Figures[1].Number != number || !slices.Contains(facts, describe.Points(thirds, w))):
					t.Errorf("%s: %s has figures %v and description %q, want %d thirds", name, names[seat], chair.Figures, facts, thirds)
				}
			}
			if counted {
				described++
			}
		})
		if described < 300 {
			t.Errorf("only %d deals were described", described)
		}
	})
}

func factsAbout(alt, name string) []string {
	_, said, _ := strings.Cut(alt, ". "+name+": ")
	for i := range said { // the full stop of "Jörg W." doesn't end a sentence
		if strings.HasPrefix(said[i:], ". ") {
			return strings.Split(said[:i], ", ")
		}
	}
	return strings.Split(strings.TrimSuffix(said, "."), ", ")
}

func TestOutcomeTitles(t *testing.T) {
	rendertest.EachLanguage(t, func(t *testing.T, w *words.Tongue) {
		described := make(map[string]int)
		eachFinishedDeal(t, w, func(name string, r engine.Result, names []string, p plan.Picture) {
			id, want := outcomeOf(r, names, w)
			if id == "" {
				return
			}
			described[id]++
			if want = strings.ToUpper(want[:1]) + want[1:]; !strings.HasPrefix(p.Alt, want) &&
				!strings.HasPrefix(p.Alt, w.Say("picture.previous", "Outcome", want)) {
				t.Errorf("%s: want %q at the start of %s", name, want, p.Alt)
			}
			head, _, _ := strings.Cut(p.Alt, names[0]+": ")
			if game := w.Say("plays." + r.Contract.String())[1:]; strings.Count(head, game) != 1 {
				t.Errorf("%s: %q must name the game exactly once", name, head)
			}
		})
		for _, id := range []string{"won", "lost", "for", "drawn"} {
			if described[id] == 0 {
				t.Errorf("no game was %s", id)
			}
		}
	})
}

func outcomeOf(r engine.Result, names []string, w *words.Tongue) (id, title string) {
	var by string
	switch {
	case r.Contract == 0:
		return "", ""
	case r.Drawn:
		id = "drawn"
	case r.Items[0].Item != engine.TheGame:
		return "", ""
	case r.Items[0].By != r.Declarer:
		id, by = "for", names[r.Items[0].By]
	case r.Items[0].Won:
		id = "won"
	default:
		id = "lost"
	}
	game := w.Say("plays." + r.Contract.String())
	if by == "" {
		return id, w.Say("picture.outcome."+id, "Game", game)
	}
	return id, w.Say("picture.outcome."+id, "Game", game, "Name", by)
}
