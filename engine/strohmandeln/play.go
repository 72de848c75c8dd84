package strohmandeln

import (
	"slices"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

// playing is the phase of the tricks, with cards of the hand and open tops (RULES 3.4).
type playing struct{}

func (r *round) startPlay(events []engine.Event) ([]engine.Event, phase) {
	return r.uncover(r.forehand(), events), playing{}
}

func (playing) Name() engine.Name             { return engine.Playing }
func (playing) Waiting(r *round) engine.Seats { return r.play.Turn.Bit() }

func (p playing) Prompt(r *round, s engine.Seat) engine.Prompt {
	pick := r.play.Pick()
	return engine.Prompt{Phase: engine.Playing, Choices: p.choices(r, s, pick.From), Pick: pick}
}

func (p playing) Do(r *round, s engine.Seat, a engine.Action) ([]engine.Event, phase) {
	if a.Verb == engine.Declare {
		return p.declare(r, s, a), p
	}
	c := a.Cards.Lowest()
	r.piles[s].removeTop(c)
	r.ross.recordCard(s, a.Word)
	if a.Word == engine.Ross {
		r.claims = append(r.claims, engine.Claim{Seat: s, Bonus: engine.Rostopschin})
	}
	events, complete := r.play.PlayCard(c)
	events = withSpeech(s, a, events)
	if !complete {
		return events, p
	}
	r.ross.recordWinner(r.play.Turn)
	if len(r.play.Tricks) < r.rules.tricks() {
		return r.uncover(r.play.Turn, events), p
	}
	r.turned = nil
	return r.finish(events)
}

func withSpeech(s engine.Seat, a engine.Action, events []engine.Event) []engine.Event {
	if a.Word == 0 {
		return events
	}
	return append([]engine.Event{engine.Spoke{Seat: s, Action: a}}, events...)
}

func (p playing) choices(r *round, s engine.Seat, playable card.Set) (choices []engine.Action) {
	for i := range r.rules.bonuses {
		switch b := &r.rules.bonuses[i]; b.kind {
		case kindDeclared:
			if p.refuseDeclare(r, s, b.name) == "" {
				choices = append(choices, engine.Say(engine.Declare, b.name))
			}
		case kindRostopschin:
			choices = append(choices, r.ross.choices(r.play.Hands[s], playable)...)
		}
	}
	return choices
}

// declare makes the cards public (RULES 3.5, In hand, announced).
func (playing) declare(r *round, s engine.Seat, a engine.Action) []engine.Event {
	r.piles[s].known |= a.Word.Bonus().Cards
	r.claims = append(r.claims, engine.Claim{Seat: s, Bonus: a.Word})
	return engine.SpokeEvents(s, a)
}

func (playing) refuseDeclare(r *round, s engine.Seat, name engine.Word) engine.Name {
	switch {
	case r.rules.find(name).kind != kindDeclared:
		return notDeclared
	case !r.play.Hands[s].Holds(name.Bonus().Cards):
		return notTogether
	case slices.ContainsFunc(r.claims, func(c engine.Claim) bool { return c.Seat == s && c.Bonus == name }):
		return engine.SaidAlready
	default:
		return ""
	}
}

func (playing) refuseSaying(r *round, word engine.Word) engine.Name {
	switch {
	case r.rules.find(engine.Rostopschin).value == 0:
		return noRoss
	case word == engine.Topschin:
		return topschinOnly
	default:
		return rossNeeds
	}
}

var _ engine.Settler = (*round)(nil)

func (r *round) OpenTricks() (engine.OpenTricks, bool) {
	_, ok := r.phase.(playing)
	o := engine.OpenTricks{Play: r.play, WordUndecided: r.ross.stage == topschinSaid}
	for s := range r.piles {
		for i := range r.piles[s].piles {
			p := &r.piles[s].piles[i]
			o.Piles[s] = append(o.Piles[s], slices.Clone(p.cards[p.next:p.count]))
		}
	}
	for i := range r.rules.bonuses {
		if b := &r.rules.bonuses[i]; b.kind == kindGathered {
			o.BonusSets = append(o.BonusSets, b.name.Bonus().Cards)
		}
	}
	return o, ok
}

// Settle fails a Rostopschin that isn't won, because nobody will say "Topschin!".
func (r *round) Settle(play engine.TrickPlay) *engine.Result {
	c := *r
	c.play = play
	c.ross.failUnlessWon()
	c.finish(nil)
	return c.result
}
