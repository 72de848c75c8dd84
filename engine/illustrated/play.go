package illustrated

import "tarockbot/engine"

// playing is the phase of tricks with a declarer (RULES 0).
type playing struct{}

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

// OpenTricks returns false in Trischaken, which has no sides.
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
