package robot

import "tarockbot/engine"

// undertakeAt is the least strength for undertaking to win, with ten cards in hand as with
// fifteen. Three of five such games are won in deals among heuristic players.
const undertakeAt = 60

// contraAt is the least strength for doubling a game that the other player undertook. The
// other player then loses three of five games. A hand that this player has passed is never
// that strong.
const contraAt = 64

// undertake returns the word with which the seat undertakes, doubles or drops out, and the
// reason. It folds whenever it may, because that is allowed only without tarocks.
func undertake(v engine.View, p engine.Prompt) (engine.Action, Reason) {
	own := strength(v.Cards)
	switch word, contra := engine.Say(engine.Undertake, 0), engine.Say(engine.Contra, engine.TheGame); {
	case offers(p, engine.Fold):
		return engine.Say(engine.Fold, 0), ReasonWeak
	case p.Allows(word) && own >= undertakeAt:
		return word, ReasonStrong
	case p.Allows(contra) && own >= contraAt:
		return contra, ReasonDouble
	default:
		return dropOut(p), ReasonWeak
	}
}
