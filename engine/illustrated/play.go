package illustrated

import (
	"tarockbot/engine"
	"tarockbot/engine/card"
)

// playing is the phase of the sixteen tricks (RULES 0 and 2.3).
type playing struct{}

// startPlay lets forehand lead to the first trick.
func (r *round) startPlay() phase {
	r.Play = engine.StartTricks(r.Hands, seats, tricks, r.forehand())
	return playing{}
}

func (playing) Name() engine.Name             { return engine.Playing }
func (playing) Waiting(r *round) engine.Seats { return r.Play.Turn.Bit() }

func (p playing) Prompt(r *round, _ engine.Seat) engine.Prompt {
	from := r.Play.Playable()
	why := r.Play.Why(from)
	if r.playsTrischaken() {
		from, why = p.restrict(r, from, why)
	}
	return engine.Prompt{Phase: engine.Playing, Pick: engine.Pick{Verb: engine.PlayCard, Min: 1, Max: 1, From: from, Why: why}}
}

// restrict returns the cards of from that may be played in Trischaken, and the reason if others may not: the cards that
// beat the trick, if there are any, and the Pagat only if it is the hand's last tarock (RULES 2.3).
func (playing) restrict(r *round, from card.Set, why engine.Name) (card.Set, engine.Name) {
	if from.Has(card.Pagat) && r.Play.Hands[r.Play.Turn]&card.AllTarocks != card.Pagat.Bit() {
		from &^= card.Pagat.Bit()
		if why == "" {
			why = pagatLast
		}
	}
	if beating := r.Play.Beating(from); beating != 0 && beating != from {
		from, why = beating, mustBeat
	}
	return from, why
}

// explain returns the reason why the card can't be played in Trischaken: a rule of following, or one of Trischaken's own
// duties.
func (p playing) explain(r *round, c card.Set) engine.Name {
	following := r.Play.Playable()
	switch allowed, _ := p.restrict(r, following, ""); {
	case allowed.Holds(c):
		return ""
	case !following.Holds(c):
		return r.Play.Why(following)
	case c == card.Pagat.Bit():
		return pagatLast
	default:
		return mustBeat
	}
}

func (p playing) Do(r *round, s engine.Seat, a engine.Action) ([]engine.Event, phase) {
	c := a.Cards.Lowest()
	if complete := r.Play.Play(c); !complete {
		return engine.PlayedEvents(s, c, engine.Nobody), p
	}
	events := engine.PlayedEvents(s, c, r.Play.Turn)
	if added := r.added(); len(added) > 0 && len(r.Play.Tricks) == len(added) {
		c, taker := added[len(added)-1], r.Play.Turn
		r.Play.WonCards[taker] |= c.Bit()
		events = append(events, engine.TalonAdded{Seat: taker, Card: c})
	}
	if r.Play.IsOver() {
		return r.finish(events)
	}
	return events, p
}

// added returns the cards of the talon that went with Trischaken's first tricks.
func (r *round) added() []card.Card {
	if !r.playsTrischaken() {
		return nil
	}
	return r.Talon.Cards[:min(len(r.Play.Tricks), engine.TalonSize)]
}

var _ engine.Settler = (*round)(nil)

// OpenTricks returns the tricks with all cards face up. It returns false outside of the tricks, and in Trischaken, which
// has no sides.
func (r *round) OpenTricks() (engine.OpenTricks, bool) {
	_, ok := r.phase.(playing)
	return engine.OpenTricks{Play: r.Play}, ok && !r.playsTrischaken()
}

// Settle returns the result if the tricks came out as in play.
func (r *round) Settle(play engine.TrickPlay) *engine.Result {
	c := *r
	c.Play = play
	c.finish(nil)
	return c.result
}
