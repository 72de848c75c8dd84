package robot

import "tarockbot/engine"

// undertakeAt is the strength that wins three of five games among heuristic players.
const undertakeAt = 60

// contraAt is the strength that defeats three of five undertaken games. A player who passed is never as strong.
const contraAt = 64

// undertake folds whenever it may, because that is allowed only without tarocks.
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
