package robot

import "tarockbot/engine"

// rossAt is the chance, in thousandths, that nothing above the XVII meets it
// from which Rostopschin is begun: failing costs as much as it brings.
const rossAt = 600

// remark is what the player says with a card or before it: what is held is
// declared at once, and Rostopschin, once begun, is ended.
func remark(v engine.View, p engine.Prompt) (engine.Action, bool) {
	for _, a := range p.Words {
		switch {
		case a.Verb == engine.Declare, a.Word == engine.Topschin:
			return a, true
		case a.Word == engine.Ross && safe(v, a):
			return a, true
		}
	}
	return engine.Action{}, false
}

// safe says whether the card will probably win its trick, and the next higher
// one the trick after.
func safe(v engine.View, a engine.Action) bool {
	c, o := a.Cards.Lowest(), look(v)
	if v.Trick.N > 0 && !c.Beats(v.Trick.Cards[v.Trick.Best()]) {
		return false
	}
	return o.free(o.above(c)) >= rossAt
}
