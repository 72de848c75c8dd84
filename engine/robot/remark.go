package robot

import "tarockbot/engine"

// rossAt is the least probability, in thousandths, that no rival holds a card above the XVII,
// for beginning Rostopschin with it. Failing costs as much as succeeding pays.
const rossAt = 600

// remark returns what to say before or with a card, and the reason. It reports false if there
// is nothing to say. Cards held are declared at once, and a Rostopschin is ended once begun.
func remark(v engine.View, p engine.Prompt) (engine.Action, Reason, bool) {
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

// winsRoss reports whether the card will probably win its trick, and the next higher card the
// trick after it: it beats the trick so far, and the rivals probably hold no card above it.
func winsRoss(v engine.View, a engine.Action) bool {
	c, o := a.Cards.Lowest(), outlookOf(v)
	if v.Trick.N > 0 && !c.Beats(v.Trick.Cards[v.Trick.Best()]) {
		return false
	}
	return o.free(o.above(c)) >= rossAt
}
