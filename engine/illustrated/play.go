package illustrated

import "tarockbot/engine"

// playing is the phase of the sixteen tricks with a declarer (RULES 0).
type playing struct{}

// startPlay lets forehand lead to the first trick. It returns the phase p of these tricks.
func (r *round) startPlay(p phase) phase {
	r.Play = engine.StartTricks(r.Hands, seats, tricks, r.forehand())
	return p
}

func (playing) Name() engine.Name             { return engine.Playing }
func (playing) Waiting(r *round) engine.Seats { return r.Play.Turn.Bit() }

func (playing) Prompt(r *round, _ engine.Seat) engine.Prompt {
	return engine.Prompt{Phase: engine.Playing, Pick: r.Play.Pick()}
}

func (p playing) Do(r *round, _ engine.Seat, a engine.Action) ([]engine.Event, phase) {
	events, _ := r.Play.PlayCard(a.Cards.Lowest())
	if r.Play.IsOver() {
		return r.finish(events)
	}
	return events, p
}

var _ engine.Settler = (*round)(nil)

// OpenTricks returns the tricks with all cards face up. It returns false outside of the tricks, and in Trischaken, which
// has no sides.
func (r *round) OpenTricks() (engine.OpenTricks, bool) {
	_, ok := r.phase.(playing)
	return engine.OpenTricks{Play: r.Play}, ok
}

// Settle returns the result if the tricks came out as in play.
func (r *round) Settle(play engine.TrickPlay) *engine.Result {
	c := *r
	c.Play = play
	c.finish(nil)
	return c.result
}
