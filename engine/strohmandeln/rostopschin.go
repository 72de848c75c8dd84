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

type stage int8

const (
	unsaid  stage = iota
	rossed        // the XVII is in the running trick
	due           // it won, and the XVIII is to be led
	topped        // the XVIII is in the running trick
	made          // it won too
	spoiled       // something else happened after Ross!
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
	case r.stage == due: // who won with the XVII leads
		return topschinWords
	}
	return nil
}

// play notes a card played, with what was said of it.
func (r *rostopschin) play(s engine.Seat, word engine.Word) {
	switch {
	case word == engine.Ross:
		r.by, r.stage = s, rossed
	case word == engine.Topschin:
		r.stage = topped
	case r.stage == due:
		r.stage = spoiled
	}
}

// trick notes who took the trick.
func (r *rostopschin) trick(winner engine.Seat) {
	switch {
	case r.stage != rossed && r.stage != topped:
	case winner != r.by:
		r.stage = spoiled
	case r.stage == rossed:
		r.stage = due
	default:
		r.stage = made
	}
}

// leave spoils what the seat has said and not made.
func (r *rostopschin) leave(s engine.Seat) {
	if r.by == s && r.stage != unsaid && r.stage != made {
		r.stage = spoiled
	}
}
