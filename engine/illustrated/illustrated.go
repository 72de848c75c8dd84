// Package illustrated is Illustrated Tarock, the game for three, by the rule
// sets of RULES 2. Start at round below; rules.go holds every value as a table,
// and each phase has a file: auction, announce, talon, play (Trischaken with
// it), score and leave.
package illustrated

import (
	"fmt"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

// Game is Illustrated Tarock.
var Game = engine.Game{
	ID:    "illustrated",
	Seats: seats,
	Rules: []engine.RuleSet{
		{ID: Loew, Options: []engine.Option{{ID: uhuOption, Values: []engine.Name{"off", "on"}}}},
		{ID: Beck, Options: []engine.Option{{ID: trischakenOption, Values: []engine.Name{"off", "on"}}},
			Terms: engine.Terms{"take": "unterer", "uncut": "knock"}},
		{ID: MayrSedlaczek},
	},
	Lengths: []int{0, 3, 6, 9, 12, 24},
	New:     newRound,
	Places:  places,
	Next: func(m engine.Setup, done []engine.Result) engine.Score {
		return engine.ScoreOf(m, seats, done)
	},
	Guide: engine.MustSub(guide, "guide"), Lessons: engine.MustSub(lessons, "lessons"),
	Topics: topics, PhaseTopics: phaseTopics, PlayTopics: playTopics,
}

// The phases of a round.
type (
	phase = engine.Phase[*round]
	over  = engine.Over[*round]
)

// round is one deal of Illustrated Tarock.
type round struct {
	rules   *ruleSet
	ruleID  string
	options engine.Options
	offered engine.WordSet // the bonuses that there are
	dealer  engine.Seat

	phase phase
	talon engine.TalonCards
	dealt [engine.MaxSeats]card.Set
	hands [engine.MaxSeats]card.Set // those the play begins with, once it does

	auction  engine.Auction
	declarer engine.Seat
	contract int
	claims   engine.Claims
	turn     engine.Seat

	play   engine.TrickPlay
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
		rules: set, ruleID: rules, options: o, offered: set.tariff.Offered(), dealer: c.Dealer,
		phase: bidding{}, declarer: engine.Nobody,
	}
	if o[uhuOption] == "off" {
		r.offered &^= engine.Uhu.Bit()
	}
	r.deal(c.Deck)
	r.auction = engine.NewAuction(next(r.dealer))
	r.redeal()
	return r, nil
}

// deal lays the cards out as RULES 2 says: packets of four or eight to the
// hands, forehand first, the talon before or between them.
func (r *round) deal(deck []card.Card) {
	laps, packet, talonAt := 4, 4, 0
	if r.rules.talonMid {
		laps, packet, talonAt = 2, 8, 1
	}
	seat := r.dealer
	for lap := range laps {
		if lap == talonAt {
			r.talon = engine.LayTalon(deck[:engine.TalonSize])
			deck = deck[engine.TalonSize:]
		}
		for range seats {
			seat = next(seat)
			r.hands[seat] |= card.SetOf(deck[:packet]...)
			deck = deck[packet:]
		}
	}
	r.dealt = r.hands
}

// places deals a deck in which every card is its own place.
func places(rules string, dealer engine.Seat) (p engine.Places) {
	set, ok := ruleSets[rules]
	if !ok {
		return p
	}
	r := round{rules: set, dealer: dealer}
	r.deal(card.Full.Cards())
	for s := range seats {
		p.Hands[s] = engine.DeckPlaces(r.hands[s].Cards()...)
	}
	p.Talon = engine.DeckPlaces(r.talon.Cards[:]...)
	return p
}

// redeal ends the deal at once where a hand without any tarock does.
func (r *round) redeal() {
	for s, hand := range r.hands[:seats] {
		if r.rules.redeal && bare(hand) {
			r.phase = over{}
			r.result = engine.NewUnplayedResult(seats, engine.End{Reason: engine.Redealt, Seat: engine.Seat(s), Shown: hand})
			return
		}
	}
}

// next returns the seat that follows in playing order.
func next(s engine.Seat) engine.Seat {
	if s++; s == seats {
		return 0
	}
	return s
}

func (r *round) forehand() engine.Seat { return next(r.dealer) }

func (r *round) Waiting() engine.Seats { return r.phase.Waiting(r) }

func (r *round) Prompt(s engine.Seat) engine.Prompt {
	if !r.Waiting().Has(s) {
		return engine.Prompt{}
	}
	return r.phase.Prompt(r, s)
}

func (r *round) Do(s engine.Seat, a engine.Action) (events []engine.Event) {
	if a.Verb == engine.Resign || a.Verb == engine.Timeout {
		events, r.phase = r.leave(s, a.Verb)
	} else {
		events, r.phase = r.phase.Do(r, s, a)
	}
	return events
}

func (r *round) Result() *engine.Result { return r.result }

func (r *round) Clone() engine.Round {
	c := *r
	c.auction = r.auction.Clone()
	c.claims = r.claims.Clone()
	c.play = r.play.Clone()
	return &c
}

func (r *round) PublicView() engine.PublicView {
	t := engine.PublicView{
		Rules: r.ruleID, Options: r.options, Dealer: r.dealer, Phase: r.phase.Name(), Waiting: r.Waiting(),
		Calls: r.auction.Calls, Declarer: r.declarer, Contract: r.playedContract(), Claims: r.claims.List,
		Trick: r.play.Trick, Tricks: r.play.Tricks, Added: r.added(), Shown: r.shown(), Result: r.result,
	}
	t.HandSize, t.Won, t.Thirds = make([]int, seats), make([]int, seats), make([]int, seats)
	for s := range engine.Seat(seats) {
		t.HandSize[s] = r.hand(s).Len()
		t.Won[s] = int(r.play.Count[s])
		t.Thirds[s] = r.play.Won[s].Thirds()
	}
	r.talon.Show(&t, r.play.Seats > 0)
	r.rules.tariff.Show(&t, &r.auction)
	return t
}

// playedContract returns the contract that is played, 0 before it is known.
func (r *round) playedContract() engine.Word {
	switch {
	case r.trischaken():
		return engine.Trischaken
	case r.declarer != engine.Nobody:
		return engine.Contracts[r.contract].Name
	default:
		return 0
	}
}

// trischaken reports whether tricks are played without a declarer.
func (r *round) trischaken() bool { return r.declarer == engine.Nobody && r.play.Seats > 0 }

// shown returns the hand that is the reason why the deal isn't played.
func (r *round) shown() []card.Set {
	if r.result == nil || r.result.End.Reason != engine.Redealt {
		return nil
	}
	hands := make([]card.Set, seats)
	for s := range hands {
		if bare(r.dealt[s]) {
			hands[s] = r.dealt[s]
		}
	}
	return hands
}

func (r *round) Hand(s engine.Seat) engine.Hand {
	h := engine.Hand{Seat: s, Cards: r.hand(s)}
	if s != r.declarer {
		return h
	}
	if len(r.play.Tricks) == 0 {
		h.Fresh = r.talon.Packet & h.Cards
	}
	if r.rules.ownTalon {
		h.Laid = r.talon.Discards
	}
	return h
}

// hand returns the cards that the seat holds now; once tricks are played the play holds the hands.
func (r *round) hand(s engine.Seat) card.Set {
	if r.play.Seats > 0 {
		return r.play.Hands[s]
	}
	return r.hands[s]
}
