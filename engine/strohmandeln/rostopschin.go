package strohmandeln

import (
	"tarockbot/engine"
	"tarockbot/engine/card"
)

// rostopschin tracks the announced wins of the XVII and the XVIII (RULES 3.5).
type rostopschin struct {
	by    engine.Seat
	stage rossStage
}

type rossStage int8

const (
	rossUnsaid rossStage = iota
	rossSaid
	topschinDue // the XVIII must be led
	topschinSaid
	rossWon
	rossFailed
)

var (
	rossChoices     = []engine.Action{engine.PlaySaying(card.XVII, engine.Ross)}
	topschinChoices = []engine.Action{engine.PlaySaying(card.XVIII, engine.Topschin)}
)

func (r *rostopschin) choices(hand, playable card.Set) []engine.Action {
	switch {
	case r.stage == rossUnsaid && playable.Has(card.XVII) && hand.Has(card.XVIII):
		return rossChoices
	case r.stage == topschinDue: // the winner of the trick leads
		return topschinChoices
	}
	return nil
}

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

func (r *rostopschin) failUnlessWon() {
	if r.stage != rossUnsaid && r.stage != rossWon {
		r.stage = rossFailed
	}
}
