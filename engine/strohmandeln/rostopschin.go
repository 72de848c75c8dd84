package strohmandeln

import (
	"tarockbot/engine"
	"tarockbot/engine/card"
)

// rostopschin follows a seat's attempt to win two tricks running with the XVII and the XVIII (RULES 3.5).
type rostopschin struct {
	by    engine.Seat
	stage rossStage
}

// rossStage says how far the Rostopschin has come.
type rossStage int8

const (
	rossUnsaid   rossStage = iota
	rossSaid               // the XVII is in the running trick
	topschinDue            // the XVII won, and the XVIII is to be led
	topschinSaid           // the XVIII is in the running trick
	rossWon                // the XVIII won, too
	rossFailed             // something else happened after Ross!
)

// The plays of a card with a word said of it.
var (
	rossChoices     = []engine.Action{engine.PlaySaying(card.XVII, engine.Ross)}
	topschinChoices = []engine.Action{engine.PlaySaying(card.XVIII, engine.Topschin)}
)

// choices returns the plays of a card with a word said of it that the seat in turn may choose.
func (r *rostopschin) choices(hand, playable card.Set) []engine.Action {
	switch {
	case r.stage == rossUnsaid && playable.Has(card.XVII) && hand.Has(card.XVIII):
		return rossChoices
	case r.stage == topschinDue: // the seat that won with the XVII leads
		return topschinChoices
	}
	return nil
}

// recordCard notes that the seat plays a card, and the word said of it.
func (r *rostopschin) recordCard(s engine.Seat, word engine.Word) {
	switch {
	case word == engine.Ross:
		r.by, r.stage = s, rossSaid
	case word == engine.Topschin:
		r.stage = topschinSaid
	case r.stage == topschinDue:
		r.stage = rossFailed
	}
}

// recordWinner notes the winner of a trick.
func (r *rostopschin) recordWinner(winner engine.Seat) {
	switch {
	case r.stage != rossSaid && r.stage != topschinSaid:
	case winner != r.by:
		r.stage = rossFailed
	case r.stage == rossSaid:
		r.stage = topschinDue
	default:
		r.stage = rossWon
	}
}

// failUnlessWon makes a Rostopschin fail that was begun and isn't won.
func (r *rostopschin) failUnlessWon() {
	if r.stage != rossUnsaid && r.stage != rossWon {
		r.stage = rossFailed
	}
}
