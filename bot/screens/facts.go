package screens

import (
	"fmt"
	"slices"

	"tarockbot/bot/match"
	"tarockbot/engine"
	"tarockbot/render/words"
)

// previousDealIndex returns the index of the deal that the screens tell as the previous one: the last finished deal that
// was played; if none was, the last finished deal; -1 before any.
func previousDealIndex(t *match.Table) int {
	for i, r := range slices.Backward(t.Match.Done) {
		if !r.Void() {
			return i
		}
	}
	return len(t.Match.Done) - 1
}

// scoreBefore returns the score of the match before finished deal i.
func scoreBefore(t *match.Table, i int) engine.Score {
	return t.Match.Game.Next(t.Setup.Setup, t.Match.Done[:i])
}

// finishedNumber returns the number of finished deal i, with a mark if it counted double. A deal that is
// dealt again keeps its number.
func finishedNumber(t *match.Table, i int, w *words.Tongue) string {
	before := scoreBefore(t, i)
	number := fmt.Sprint(before.Played + 1)
	return either(before.Double && !t.Match.Done[i].Void(), w.Say("news.double", "Number", number), number)
}

// shownResult returns the previous deal's result while some player may not have seen it: until the first card, or until
// each has acted. After the match it always returns the result. It returns nil at other times and before any result.
func shownResult(t *match.Table) *engine.Result {
	last := previousDealIndex(t)
	if last < 0 || t.Stage != match.Finished && !mayBeUnseen(t) {
		return nil
	}
	return &t.Match.Done[last]
}

// mayBeUnseen reports whether some person may not have looked at the current deal: no card is played, and
// not every person has acted.
func mayBeUnseen(t *match.Table) bool {
	if t.Match.Deal == nil {
		return true
	}
	if v := t.Public(); len(v.Tricks) > 0 || v.Trick.N > 0 {
		return false
	}
	for s, c := range t.Chairs {
		if !c.Robot && t.Match.Deal.MoveCount(engine.Seat(s)) == 0 {
			return true
		}
	}
	return false
}

// dealNumber tells the number of the current deal, and how many there will be if that is known.
func dealNumber(t *match.Table, w *words.Tongue) string {
	score := t.Match.Score()
	number := score.Played + 1
	if score.Goal > 0 {
		return w.Say("heading.series", "Number", number)
	}
	return w.Say("heading.deal", "Number", number, "Length", t.Setup.Length)
}

// winner names the winners of the match, or says that there are none because all players had to leave.
func winner(m engine.Match, names []string, w *words.Tongue) string {
	winners := m.Score().Winners
	if winners == 0 {
		return w.Say("outcome.none")
	}
	return w.Say(either(winners.Len() == 1, "outcome.won", "outcome.drawn"), "Names", NamesOf(winners, names))
}
