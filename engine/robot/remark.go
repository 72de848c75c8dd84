package robot

import "tarockbot/engine"

// rossAt is the least probability for beginning Rostopschin. Failing costs as much as succeeding pays.
const rossAt = 600

func wordWithPlay(v engine.View, p engine.Prompt) (engine.Action, Reason, bool) {
	for _, a := range p.Choices {
		switch {
		case a.Verb == engine.Declare:
			return a, ReasonSure, true
		case a.Word == engine.Topschin, a.Word == engine.Ross && winsRoss(v, a):
			return a, ReasonWord, true
		}
	}
	return engine.Action{}, "", false
}

// winsRoss estimates whether the card wins its trick, and the next higher card the trick after it.
func winsRoss(v engine.View, a engine.Action) bool {
	c, o := a.Cards.Lowest(), outlookOf(v)
	if v.Trick.N > 0 && !c.Beats(v.Trick.Cards[v.Trick.BestIndex()]) {
		return false
	}
	return o.chanceOfNone(o.higherThan(c)) >= rossAt
}
