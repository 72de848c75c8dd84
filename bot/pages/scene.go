package pages

import (
	"slices"

	"tarockbot/bot/match"
	"tarockbot/bot/speech"
	"tarockbot/engine"
	"tarockbot/render"
	"tarockbot/render/words"
)

// tabled says that the picture of a panel shows the table, too.
func tabled(t *match.Table) bool {
	return ended(t) != nil || !slices.ContainsFunc(t.Messages, func(m match.Message) bool { return m.Place.Chat != "" })
}

// ended is how the last deal that was played has ended, as long as there is somebody
// who may not have seen it: who hasn't acted since, and needn't have before the
// first card is played, as when a Solo ends the auction. Nil for none.
func ended(t *match.Table) *engine.Result {
	last := lastPlayed(t)
	if last < 0 || t.Stage != match.Finished && !untouched(t) {
		return nil
	}
	return &t.Match.Done[last]
}

// scene is the table as pictures show it.
func (t View) scene(w *words.Tongue) render.Scene {
	s := render.Scene{Rules: t.Match.Rules(), Names: t.computerNames(w)}
	for i, c := range t.Chairs {
		if !c.Robot {
			s.Names[i] = speech.InWords(c.Name, w) // "" is a chair that is free
		}
		s.TakenOver = append(s.TakenOver, speech.InWords(c.Left, w))
	}
	if t.Stage != match.Playing && t.Stage != match.Finished {
		return s
	}
	standing := t.Match.Standing()
	s.Totals, s.Double = standing.Totals, standing.Double
	s.Goal, s.Extra, s.Earned = standing.Goal, standing.Extra, standing.Earned
	if t.Stage == match.Finished {
		s.Over, s.Winners, s.Left = true, standing.Winners, t.Match.Left
	} else {
		s.Deal = t.Public()
	}
	if s.Last = ended(t.Table); s.Last != nil {
		s.LastTrick = t.Ending
	}
	return s
}

// untouched says that there is somebody who needn't have seen anything of the
// deal yet: no card is played, and not everybody has exchanged or spoken.
func untouched(t *match.Table) bool {
	if v := t.Public(); len(v.Tricks) > 0 || v.Trick.N > 0 {
		return false
	}
	for s, c := range t.Chairs {
		if !c.Robot && t.Match.Deal.Made(engine.Seat(s)) == 0 {
			return true
		}
	}
	return false
}
