// Package illustrated implements Illustrated Tarock, the game for three (RULES 2). Start at round. rules.go holds all
// values; each phase has a file; score.go ends a deal.
package illustrated

import (
	"fmt"
	"slices"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

// Game is Illustrated Tarock.
var Game = engine.Game{
	ID:      "illustrated",
	Seats:   seats,
	Rules:   []engine.RuleSet{ruleSets[Loew].RuleSet, ruleSets[Beck].RuleSet, ruleSets[MayrSedlaczek].RuleSet},
	Lengths: []int{0, 3, 6, 9, 12, 24},
	New:     newRound,
	Places:  places,
	Next: func(m engine.Setup, done []engine.Result) engine.Score {
		return engine.ScoreOf(m, seats, done)
	},
	Guide: engine.MustSub(guide, "guide"), Lessons: engine.MustSub(lessons, "lessons"),
	Topics: topics, PhaseTopics: phaseTopics, PlayTopics: playTopics,
}

type (
	phase = engine.Phase[*round]
	over  = engine.OverPhase[*round]
)

type round struct {
	engine.TalonRound
	rules              *ruleSet
	options            engine.Options
	offered            engine.WordSet
	trischakenIfPassed bool // else the deal is thrown in

	phase  phase
	dealt  [engine.MaxSeats]card.Set
	result *engine.Result
}

func newRound(rules string, o engine.Options, c engine.Cards) (engine.Round, error) {
	set, ok := ruleSets[rules]
	if !ok {
		return nil, fmt.Errorf("illustrated: no rule set %.40q", rules)
	}
	if err := c.Check(card.Full, seats); err != nil {
		return nil, err
	}
	r := &round{
		TalonRound: engine.TalonRound{Dealer: c.Dealer, Declarer: engine.Nobody},
		rules:      set, options: o, offered: set.tariff.Offered(), trischakenIfPassed: o[trischakenOption] == "on",
		phase: bidding{},
	}
	if o[uhuOption] == "off" {
		r.offered &^= engine.Uhu.Bit()
	}
	r.deal(c.Deck)
	r.Auction = engine.NewAuction(next(r.Dealer))
	if s := slices.IndexFunc(r.Hands[:seats], hasNoTarock); s >= 0 && set.redealWithoutTarock {
		r.phase = over{} // the same dealer deals again
		r.result = engine.NewResult(seats, engine.End{Reason: engine.Redealt, Seat: engine.Seat(s), Shown: r.Hands[s]})
	}
	return r, nil
}

// deal follows RULES 2.
func (r *round) deal(deck []card.Card) {
	laps, packet, talonAt := 4, 4, 0
	if r.rules.talonMid {
		laps, packet, talonAt = 2, 8, 1
	}
	seat := r.Dealer
	for lap := range laps {
		if lap == talonAt {
			r.Talon = engine.LayTalon(deck[:engine.TalonSize])
			deck = deck[engine.TalonSize:]
		}
		for range seats {
			seat = next(seat)
			r.Hands[seat] |= card.SetOf(deck[:packet]...)
			deck = deck[packet:]
		}
	}
	r.dealt = r.Hands
}

func places(rules string, dealer engine.Seat) (p engine.Places) {
	set, ok := ruleSets[rules]
	if !ok {
		return p
	}
	r := round{TalonRound: engine.TalonRound{Dealer: dealer}, rules: set}
	r.deal(card.Full.Cards())
	for s := range seats {
		p.Hands[s] = engine.DeckPlaces(r.Hands[s].Cards()...)
	}
	p.Talon = engine.DeckPlaces(r.Talon.Cards[:]...)
	return p
}

func next(s engine.Seat) engine.Seat {
	if s++; s == seats {
		return 0
	}
	return s
}

func (r *round) forehand() engine.Seat { return next(r.Dealer) }

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
	case bidding:
		return r.rules.auction.Explain(a)
	case announcing:
		return p.explain(r, s, a)
	case discarding:
		if a.Verb == engine.Discard {
			return engine.ExplainLaid(a.Cards)
		}
	case trischaken:
		if a.Verb == engine.PlayCard {
			return p.explain(r, a.Cards)
		}
	}
	return ""
}

func (r *round) Result() *engine.Result { return r.result }

func (r *round) Clone() engine.Round {
	c := *r
	c.Unshare()
	return &c
}

func (r *round) PublicView() engine.PublicView {
	t := engine.PublicView{
		Rules: r.rules.ID, Options: r.options, Phase: r.phase.Name(), Waiting: r.Waiting(), Contract: r.playedContract(),
		Claims: r.Claims.List, AddedToTricks: r.added(), ShownHands: r.shown(), Result: r.result,
	}
	r.Show(&t, seats)
	r.rules.tariff.Show(&t, &r.Auction)
	return t
}

func (r *round) playedContract() engine.Word {
	if r.playsTrischaken() {
		return engine.Trischaken
	}
	return r.ContractName()
}

func (r *round) shown() []card.Set {
	if r.result == nil || r.result.End.Reason != engine.Redealt {
		return nil
	}
	hands := make([]card.Set, seats)
	for s := range hands {
		if hasNoTarock(r.dealt[s]) {
			hands[s] = r.dealt[s]
		}
	}
	return hands
}

func (r *round) Hand(s engine.Seat) engine.Hand {
	h := engine.Hand{Seat: s, Cards: r.HandOf(s)}
	if s != r.Declarer {
		return h
	}
	if len(r.Play.Tricks) == 0 {
		h.Fresh = r.Talon.Packet & h.Cards
	}
	if r.rules.discardsStayVisible {
		h.PutAway = r.Talon.Discards
	}
	return h
}
