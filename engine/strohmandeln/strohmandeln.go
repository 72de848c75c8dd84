// Package strohmandeln implements Strohmandeln, the game for two with three piles in front of each (RULES 3). Start at
// round. rules.go holds all values. The phases are undertake.go and play.go; score.go ends a deal.
package strohmandeln

import (
	"fmt"
	"slices"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

// Game is Strohmandeln.
var Game = engine.Game{
	ID:      "strohmandeln",
	Seats:   seats,
	Rules:   []engine.RuleSet{ruleSets[Classic].RuleSet, ruleSets[Extended].RuleSet, ruleSets[Forty].RuleSet},
	Lengths: []int{4, 2, 6, 8, 12, 16, 24},
	New:     newRound,
	Places:  places,
	Next:    nextScore,
	Guide:   engine.MustSub(guide, "guide"),
	Lessons: engine.MustSub(lessons, "lessons"),
	Topics:  topics, PhaseTopics: phaseTopics,
}

type (
	phase = engine.Phase[*round]
	over  = engine.OverPhase[*round]
)

type round struct {
	rules    *ruleSet
	settings settings
	dealer   engine.Seat

	phase    phase
	calls    []engine.Move
	turn     engine.Seat // the seat to speak before the play
	declarer engine.Seat
	contract engine.Word
	doubled  int // 0 or 1

	piles [seats]seatPiles
	// turned holds the Uncovered events since the last trick. Clones share it.
	turned []engine.Event

	// The hands in play contain the open tops (RULES 3.4).
	play   engine.TrickPlay
	claims []engine.Claim // declared cards and Rostopschin
	ross   rostopschin
	result *engine.Result
}

type settings struct {
	options engine.Options
	throwIn bool
	contra  bool
}

func newRound(rules string, o engine.Options, c engine.Cards) (engine.Round, error) {
	set, ok := ruleSets[rules]
	if !ok {
		return nil, fmt.Errorf("strohmandeln: no rule set %.40q", rules)
	}
	if err := c.Check(set.Cards(), seats); err != nil {
		return nil, err
	}
	r := &round{
		rules: set, settings: settings{o, o[simpleOption] == throwIn, o[contraOption] == undertaken}, dealer: c.Dealer,
		phase: undertaking{}, calls: make([]engine.Move, 0, seats), declarer: engine.Nobody,
	}
	r.turn = r.forehand()
	r.deal(c.Deck)
	return r, nil
}

func (r *round) deal(deck []card.Card) {
	var hands [engine.MaxSeats]card.Set
	take := func(n int) []card.Card {
		packet := deck[:n]
		deck = deck[n:]
		return packet
	}
	for range r.rules.packets {
		for _, s := range bothFrom(r.forehand()) {
			hands[s] |= card.SetOf(take(packetSize)...)
		}
	}
	for i, n := range r.rules.piles {
		for _, s := range bothFrom(r.forehand()) {
			p := &r.piles[s].piles[i]
			p.count = int8(copy(p.cards[:], take(n)))
		}
	}
	r.play = engine.StartTricks(hands, seats, r.rules.tricks(), r.forehand())
}

func places(rules string, dealer engine.Seat) (p engine.Places) {
	set, ok := ruleSets[rules]
	if !ok {
		return p
	}
	r := round{rules: set, dealer: dealer}
	r.deal(card.Full.Cards()[:set.Cards().Len()])
	for s := range seats {
		p.Hands[s] = engine.DeckPlaces(r.play.Hands[s].Cards()...)
		for i := range r.piles[s].piles {
			pile := &r.piles[s].piles[i]
			p.Piles[s] = append(p.Piles[s], engine.DeckPlaces(pile.cards[:pile.count]...))
		}
	}
	return p
}

func (r *round) forehand() engine.Seat { return other(r.dealer) }

func other(s engine.Seat) engine.Seat { return 1 - s }

func bothFrom(first engine.Seat) [seats]engine.Seat { return [seats]engine.Seat{first, other(first)} }

func (r *round) Waiting() engine.Seats { return r.phase.Waiting(r) }

func (r *round) Prompt(s engine.Seat) engine.Prompt { return r.phase.Prompt(r, s) }

func (r *round) Do(s engine.Seat, a engine.Action) (events []engine.Event) {
	if a.Verb.Leaves() {
		events, r.phase = r.leave(s, a.Verb)
	} else {
		events, r.phase = r.phase.Do(r, s, a)
	}
	return events
}

func (r *round) Explain(s engine.Seat, a engine.Action) engine.Name {
	switch p := r.phase.(type) {
	case undertaking, answering:
		if a.Verb == engine.Fold {
			return hasTarock
		}
	case playing:
		switch {
		case a.Verb == engine.Declare:
			return p.refuseDeclare(r, s, a.Word)
		case a.Verb == engine.PlayCard && a.Word != 0 && r.play.Playable().Holds(a.Cards):
			return p.refuseSaying(r, a.Word)
		}
	}
	return ""
}

func (r *round) Result() *engine.Result { return r.result }

func (r *round) Clone() engine.Round {
	c := *r
	c.calls = slices.Clip(r.calls)
	c.claims = slices.Clip(r.claims)
	c.play = r.play.Clone()
	return &c
}

func (r *round) PublicView() engine.PublicView {
	t := engine.PublicView{
		Rules: r.rules.ID, Options: r.settings.options, Pack: r.rules.Cards(),
		Dealer: r.dealer, Phase: r.phase.Name(), Waiting: r.Waiting(),
		Calls: r.calls, Declarer: r.declarer, Contract: r.contract, TakenPacket: -1, Claims: r.shownClaims(),
		Trick: r.play.Trick, Tricks: r.play.Tricks, Uncovered: turnedUp(r.turned), Result: r.result,
	}
	t.HandSize, t.WonTricks, t.Thirds = make([]int, seats), make([]int, seats), make([]int, seats)
	for s := range engine.Seat(seats) {
		t.HandSize[s] = r.play.Hands[s].Len()
		t.KnownInHand = append(t.KnownInHand, r.piles[s].known&r.play.Hands[s])
		t.WonTricks[s] = int(r.play.WonTricks[s])
		t.Thirds[s] = r.thirds(s)
		var piles []engine.Pile
		for i := range r.piles[s].piles {
			piles = append(piles, r.piles[s].piles[i].shown())
		}
		t.Piles = append(t.Piles, piles)
	}
	return t
}

func (r *round) shownClaims() []engine.Claim {
	if r.declarer == engine.Nobody {
		return r.claims
	}
	return append([]engine.Claim{r.gameClaim()}, r.claims...)
}

func (r *round) gameClaim() engine.Claim {
	return engine.Claim{Seat: r.declarer, Bonus: engine.TheGame, Doubled: r.doubled}
}

func (r *round) Hand(s engine.Seat) engine.Hand {
	hand := r.play.Hands[s]
	return engine.Hand{Seat: s, Cards: hand, Fresh: r.piles[s].fresh & hand, Tops: r.piles[s].tops()}
}
