package strohmandeln

import (
	"tarockbot/engine"
	"tarockbot/engine/card"
)

// rostopschin is how far the XVII and the XVIII have come in taking two tricks
// running (RULES 3.5).
type rostopschin struct {
	by    engine.Seat
	stage stage
}

// stage is how far the Rostopschin has come.
type stage int8

const (
	unsaid       stage = iota
	rossSaid           // the XVII is in the running trick
	topschinDue        // it won, and the XVIII is to be led
	topschinSaid       // the XVIII is in the running trick
	won                // it won, too
	failed             // something else happened after Ross!
)

// What may be said of a card.
var (
	rossWords     = []engine.Action{engine.PlaySaying(xvii, engine.Ross)}
	topschinWords = []engine.Action{engine.PlaySaying(xviii, engine.Topschin)}
)

// words returns what the seat in turn may say of a card.
func (r *rostopschin) words(hand, playable card.Set) []engine.Action {
	switch {
	case r.stage == unsaid && playable.Has(xvii) && hand.Has(xviii):
		return rossWords
	case r.stage == topschinDue: // who won with the XVII leads
		return topschinWords
	}
	return nil
}

// play takes account of a card played, with what was said of it.
func (r *rostopschin) play(s engine.Seat, word engine.Word) {
	switch {
	case word == engine.Ross:
		r.by, r.stage = s, rossSaid
	case word == engine.Topschin:
		r.stage = topschinSaid
	case r.stage == topschinDue:
		r.stage = failed
	}
}

// trick takes account of the winner of a trick.
func (r *rostopschin) trick(winner engine.Seat) {
	switch {
	case r.stage != rossSaid && r.stage != topschinSaid:
	case winner != r.by:
		r.stage = failed
	case r.stage == rossSaid:
		r.stage = topschinDue
	default:
		r.stage = won
	}
}

// leave makes the seat's Rostopschin fail unless it is won already.
func (r *rostopschin) leave(s engine.Seat) {
	if r.by == s && r.stage != unsaid && r.stage != won {
		r.stage = failed
	}
}
