package kosakeln

import (
	"tarockbot/engine"
	"tarockbot/engine/card"
)

// playing is the phase of the tricks (RULES 0 and 1.7).
type playing struct{}

func (r *round) startPlay() phase {
	r.Play = engine.StartTricks(r.Hands, seats, tricks, r.forehand())
	return playing{}
}

func (playing) Name() engine.Name             { return engine.Playing }
func (playing) Waiting(r *round) engine.Seats { return r.Play.Turn.Bit() }

func (p playing) Prompt(r *round, s engine.Seat) engine.Prompt {
	pick := r.Play.Pick()
	if r.rules.guardBirds {
		pick.From, pick.Reason = p.guardBirds(r, s, pick.From, pick.Reason)
	}
	return engine.Prompt{Phase: engine.Playing, Pick: pick}
}

// guardBirds keeps the birds announced for later tricks, but allows the highest if nothing else is playable (RULES 1.7,
// Success).
func (playing) guardBirds(r *round, s engine.Seat, from card.Set, why engine.Name) (card.Set, engine.Name) {
	if from&card.Birds == 0 {
		return from, why
	}
	waiting := r.waitingBirds(s) & from
	switch {
	case waiting == 0:
		return from, why
	case waiting == from:
		return from.Highest().Bit(), highestBird
	default:
		return from &^ waiting, keepBird
	}
}

func (r *round) waitingBirds(s engine.Seat) (waiting card.Set) {
	if !r.Play.HasStarted() {
		return 0
	}
	for b := range (engine.BirdBonuses & r.Claims.Said[s]).All() {
		if r.Play.BirdWaits(b) {
			waiting |= b.Bonus().Cards
		}
	}
	return waiting
}

// explain returns the duty to follow, if that is broken. The prompt's Why covers the birds.
func (playing) explain(r *round, c card.Set) engine.Name {
	if !r.Play.Playable().Holds(c) {
		return r.Play.Duty(r.Play.Playable())
	}
	return ""
}

func (p playing) Do(r *round, _ engine.Seat, a engine.Action) ([]engine.Event, phase) {
	events, _ := r.Play.PlayCard(a.Cards.Lowest())
	if r.Play.IsOver() {
		return r.finish(events)
	}
	return events, p
}

var _ engine.Settler = (*round)(nil)

func (r *round) OpenTricks() (engine.OpenTricks, bool) {
	_, ok := r.phase.(playing)
	return engine.OpenTricks{Play: r.Play}, ok
}

func (r *round) Settle(play engine.TrickPlay) *engine.Result {
	c := *r
	c.Play = play
	c.finish(nil)
	return c.result
}
