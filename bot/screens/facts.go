package screens

import (
	"fmt"
	"slices"

	"tarockbot/bot/match"
	"tarockbot/engine"
	"tarockbot/render/words"
)

// previousDealIndex returns the last played deal, otherwise the last finished one, or -1.
func previousDealIndex(t *match.Table) int {
	for i, r := range slices.Backward(t.Match.Done) {
		if !r.IsVoid() {
			return i
		}
	}
	return len(t.Match.Done) - 1
}

func scoreBefore(t *match.Table, i int) engine.Score {
	return t.Match.Game.Next(t.Setup.Setup, t.Match.Done[:i])
}

// finishedNumber returns a deal's number. A redeal has the same number.
func finishedNumber(t *match.Table, i int, w *words.Tongue) string {
	before := scoreBefore(t, i)
	number := fmt.Sprint(before.Played + 1)
	return either(before.Double && !t.Match.Done[i].IsVoid(), w.Say("news.double", "Number", number), number)
}

// shownResult returns the previous result while a player may not have seen it, and after the match, or nil.
func shownResult(t *match.Table) *engine.Result {
	last := previousDealIndex(t)
	if last < 0 || t.Stage != match.Finished && !mayBeUnseen(t) {
		return nil
	}
	return &t.Match.Done[last]
}

func mayBeUnseen(t *match.Table) bool {
	if t.Match.Deal == nil {
		return true
	}
	if v := t.PublicView(); len(v.Tricks) > 0 || v.Trick.N > 0 {
		return false
	}
	for s, c := range t.Chairs {
		if !c.Robot && t.Match.Deal.MoveCount(engine.Seat(s)) == 0 {
			return true
		}
	}
	return false
}

func dealNumber(t *match.Table, w *words.Tongue) string {
	score := t.Match.Score()
	number := score.Played + 1
	if score.Goal > 0 {
		return w.Say("heading.series", "Number", number)
	}
	return w.Say("heading.deal", "Number", number, "Length", t.Setup.Length)
}

func winner(m engine.Match, names []string, w *words.Tongue) string {
	winners := m.Score().Winners
	if winners == 0 {
		return w.Say("outcome.none")
	}
	return w.Say(either(winners.Len() == 1, "outcome.won", "outcome.drawn"), "Names", NamesOf(winners, names))
}
