package robot

import "tarockbot/engine"

// undertakeAt is the strength from which it pays to undertake to win, found by
// deals of this player against itself: three of five such games are won. It is
// the same with ten cards in hand as with fifteen.
const undertakeAt = 60

// contraAt is the strength from which a player doubles what the other undertook: the other
// loses three of five such games. A hand that this player has passed with is never that
// strong.
const contraAt = 64

// undertake undertakes with a strong hand, and doubles with one what the other undertook. It
// folds a hand without tarock whenever it may.
func undertake(v engine.View, p engine.Prompt) engine.Action {
	own := strength(v.Cards)
	switch word, contra := engine.Say(engine.Undertake, 0), engine.Say(engine.Contra, engine.TheGame); {
	case offers(p, engine.Fold):
		return engine.Say(engine.Fold, 0)
	case p.Allows(word) && own >= undertakeAt:
		return word
	case p.Allows(contra) && own >= contraAt:
		return contra
	default:
		return dropOut(p)
	}
}
