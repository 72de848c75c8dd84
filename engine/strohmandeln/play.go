package strohmandeln

import (
	"slices"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

// playing is the phase of the tricks. Seats play cards of the hand and open tops alike (RULES 3.4).
type playing struct{}

// startPlay uncovers the first tops.
func (r *round) startPlay(events []engine.Event) ([]engine.Event, phase) {
	return r.uncover(r.forehand(), events), playing{}
}

func (playing) Name() engine.Name             { return engine.Playing }
func (playing) Waiting(r *round) engine.Seats { return r.play.Turn.Bit() }

func (p playing) Prompt(r *round, s engine.Seat) engine.Prompt {
	from := r.play.Playable()
	return engine.Prompt{Phase: engine.Playing, Choices: p.words(r, s, from),
		Pick: engine.Pick{Verb: engine.PlayCard, Min: 1, Max: 1, From: from, Why: r.play.Why(from)}}
}

func (p playing) Do(r *round, s engine.Seat, a engine.Action) ([]engine.Event, phase) {
	if a.Verb == engine.Declare {
		return p.declare(r, s, a), p
	}
	c := a.Cards.Lowest()
	r.side[s].removeTop(c)
	r.ross.play(s, a.Word)
	if a.Word == engine.Ross {
		r.claims = append(r.claims, engine.Claim{Seat: s, Bonus: engine.Rostopschin})
	}
	if complete := r.play.Play(c); !complete {
		return withSpeech(s, a, engine.PlayedEvents(s, c, engine.Nobody)), p
	}
	r.ross.trick(r.play.Turn)
	events := withSpeech(s, a, engine.PlayedEvents(s, c, r.play.Turn))
	if len(r.play.Tricks) < r.rules.tricks() {
		return r.uncover(r.play.Turn, events), p
	}
	r.turned = nil
	return r.finish(events)
}

// withSpeech returns the events of a card played, after the event of the word said of it, if there is one.
func withSpeech(s engine.Seat, a engine.Action, events []engine.Event) []engine.Event {
	if a.Word == 0 {
		return events
	}
	return append([]engine.Event{engine.Spoke{Seat: s, Action: a}}, events...)
}

// words returns the words with which the seat in turn may declare cards, or that it may say of a playable card.
func (p playing) words(r *round, s engine.Seat, playable card.Set) (words []engine.Action) {
	for i := range r.rules.bonuses {
		switch b := &r.rules.bonuses[i]; b.kind {
		case kindDeclared:
			if p.refuseDeclare(r, s, b.name) == "" {
				words = append(words, engine.Say(engine.Declare, b.name))
			}
		case kindRostopschin:
			words = joined(words, r.ross.words(r.play.Hands[s], playable))
		}
	}
	return words
}

// joined returns both lists in one. It returns b itself if a is empty, because computers make prompts by the million.
// Nobody may change the elements.
func joined(a, b []engine.Action) []engine.Action {
	if len(a) == 0 {
		return slices.Clip(b)
	}
	return append(a, b...)
}

// declare records the cards that the seat declares, which everybody knows to be in its hand from now on
// (RULES 3.5, In hand, announced).
func (playing) declare(r *round, s engine.Seat, a engine.Action) []engine.Event {
	r.side[s].known |= a.Word.Bonus().Cards
	r.claims = append(r.claims, engine.Claim{Seat: s, Bonus: a.Word})
	return engine.SpokeEvents(s, a)
}

// refuseDeclare returns the reason why the seat may not declare the cards now; "" if it may.
func (playing) refuseDeclare(r *round, s engine.Seat, name engine.Word) engine.Name {
	for i := range r.rules.bonuses {
		b := &r.rules.bonuses[i]
		switch {
		case b.kind != kindDeclared || b.name != name:
		case !r.play.Hands[s].Holds(b.cards):
			return notTogether
		case slices.ContainsFunc(r.claims, func(c engine.Claim) bool { return c.Seat == s && c.Bonus == name }):
			return engine.SaidAlready
		default:
			return ""
		}
	}
	return notDeclared
}

// refuseSaying returns the reason why the word can't be said of a card that may be played.
func (playing) refuseSaying(r *round, word engine.Word) engine.Name {
	switch {
	case r.rules.worth(engine.Rostopschin) == 0:
		return noRoss
	case word == engine.Topschin:
		return topschinOnly
	default:
		return rossNeeds
	}
}

var _ engine.Settler = (*round)(nil)

// OpenTricks returns the tricks with all cards face up. It returns false outside of the tricks.
func (r *round) OpenTricks() (engine.OpenTricks, bool) {
	_, ok := r.phase.(playing)
	o := engine.OpenTricks{Play: r.play, Unclear: r.ross.stage == topschinSaid}
	for s := range r.side {
		for i := range r.side[s].piles {
			p := &r.side[s].piles[i]
			o.Piles[s] = append(o.Piles[s], slices.Clone(p.cards[p.next:p.count]))
		}
	}
	for i := range r.rules.bonuses {
		if b := &r.rules.bonuses[i]; b.kind == kindGathered {
			o.Gathered = append(o.Gathered, b.cards)
		}
	}
	return o, ok
}

// Settle returns the result if the tricks came out as in play. A Rostopschin that isn't won by now has failed, because
// nobody will say Topschin!
func (r *round) Settle(play engine.TrickPlay) *engine.Result {
	c := *r
	c.play = play
	c.ross.failUnlessWon()
	c.finish(nil)
	return c.result
}
