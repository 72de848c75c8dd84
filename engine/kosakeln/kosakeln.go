// Package kosakeln is Kosakeln, a game for two, by the rule sets of RULES 1. Start
// at round below; rules.go holds every value as a table, and each phase has a
// file: exchange, auction, announce, talon, play. score.go ends a deal, and the rule
// sets count in two ways: against.go and addingup.go.
package kosakeln

import (
	"fmt"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

// Game is Kosakeln.
var Game = engine.Game{
	ID:    "kosakeln",
	Seats: seats,
	Rules: []engine.RuleSet{
		{ID: Bamberger, Options: []engine.Option{exchangeWays, {ID: contraOption, Values: []engine.Name{"off", "on"}}}},
		{ID: Spieleversum},
		{ID: Beck, Options: []engine.Option{exchangeWays}, Lengths: []int{0}, Terms: engine.Terms{"take": "unterer"}},
	},
	Lengths: []int{4, 2, 6, 8, 12, 16, 24},
	New:     newRound,
	Places:  places,
	Next: func(m engine.Setup, done []engine.Result) engine.Score {
		return engine.ScoreOf(m, seats, done)
	},
	Guide:   engine.MustSub(guide, "guide"),
	Lessons: engine.MustSub(lessons, "lessons"),
	Topics:  topics, PhaseTopics: phaseTopics,
}

// exchangeWays is the option that chooses the exchange with the personal talon.
var exchangeWays = engine.Option{ID: exchangeOption, Values: []engine.Name{"classic", "medium", "easy", "tactical"}}

// The phases of a round.
type (
	phase = engine.Phase[*round]
	over  = engine.Over[*round]
)

// round is one deal of Kosakeln.
type round struct {
	rules  *ruleSet
	chosen chosen
	dealer engine.Seat
	talon  engine.TalonCards

	phase     phase
	hands     [engine.MaxSeats]card.Set
	side      [seats]side
	exchanged engine.Seats

	auction  engine.Auction
	declarer engine.Seat
	contract int

	claims engine.Claims
	turn   engine.Seat

	play   engine.TrickPlay
	result *engine.Result
}

// chosen is what was chosen for a deal.
type chosen struct {
	rules    string
	options  engine.Options
	exchange exchange
	rungs    int // how often a claim may be doubled; 0: contra is off
}

// side is what one seat has besides its hand.
type side struct {
	personal [personalSize]card.Card // first dealt on top
	picked   int                     // cards picked up from it
	fresh    card.Set                // picked up last
	laid     card.Set                // put away for the personal talon
	own      card.Set                // every card that was the seat's (R4)
	before   card.Set                // the hand that the auction began with
}

func newRound(rules string, o engine.Options, c engine.Cards) (engine.Round, error) {
	set, ok := ruleSets[rules]
	if !ok {
		return nil, fmt.Errorf("kosakeln: no rule set %.40q", rules)
	}
	if err := c.Check(card.Full, seats); err != nil {
		return nil, err
	}
	variant := o[exchangeOption]
	if rules == Spieleversum {
		variant = "club"
	}
	r := &round{
		rules: set, chosen: chosen{rules: rules, options: o, exchange: exchanges[variant]}, dealer: c.Dealer,
		phase: exchanging{}, declarer: engine.Nobody,
	}
	if o[contraOption] != "off" {
		r.chosen.rungs = set.rungs
	}
	r.deal(c.Deck)
	return r, nil
}

// deal lays the cards out as RULES 1.1 says.
func (r *round) deal(deck []card.Card) {
	r.talon = engine.LayTalon(deck[:engine.TalonSize])
	deck = deck[engine.TalonSize:]
	const packet = 4
	for lap := range 6 {
		for i := range seats {
			seat := (int(r.forehand()) + i) % seats
			cards := deck[:packet]
			deck = deck[packet:]
			if lap == 2 || lap == 3 {
				copy(r.side[seat].personal[packet*(lap-2):], cards)
			} else {
				r.hands[seat] |= card.SetOf(cards...)
			}
		}
	}
	for s := range seats {
		r.side[s].own = r.hands[s] | card.SetOf(r.side[s].personal[:]...)
		if r.chosen.exchange.pickOnce {
			r.pickUp(engine.Seat(s), personalSize)
		}
	}
}

// places deals a deck in which every card is its own place.
func places(_ string, dealer engine.Seat) (p engine.Places) {
	r := round{dealer: dealer}
	r.deal(card.Full.Cards())
	for s := range seats {
		p.Hands[s] = engine.DeckPlaces(r.hands[s].Cards()...)
		p.Personal[s] = engine.DeckPlaces(r.side[s].personal[:]...)
	}
	p.Talon = engine.DeckPlaces(r.talon.Cards[:]...)
	return p
}

func (r *round) forehand() engine.Seat { return other(r.dealer) }

// other returns the opponent.
func other(s engine.Seat) engine.Seat { return 1 - s }

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
		Rules: r.chosen.rules, Options: r.chosen.options, Dealer: r.dealer, Phase: r.phase.Name(), Waiting: r.Waiting(),
		Exchanged: r.exchanged, PickedFirst: r.chosen.exchange.pickOnce, Calls: r.auction.Calls, Declarer: r.declarer,
		Claims: r.shownClaims(), Trick: r.play.Trick, Tricks: r.play.Tricks, Result: r.result,
	}
	t.HandSize, t.Won, t.Thirds = make([]int, seats), make([]int, seats), make([]int, seats)
	for s := range engine.Seat(seats) {
		t.HandSize[s] = r.hand(s).Len()
		t.Won[s] = int(r.play.Count[s])
		t.Thirds[s] = r.play.Won[s].Thirds()
	}
	if r.exchanged.Len() == seats {
		for s := range seats {
			t.Exchange = append(t.Exchange, engine.LayDown(r.side[s].laid))
		}
	}
	if r.declarer != engine.Nobody {
		t.Contract = engine.Contracts[r.contract].Name
	}
	if r.rules.guardBirds {
		t.Kept = []card.Set{r.waitingBirds(0), r.waitingBirds(1)}
	}
	r.rules.scoring.show(&t, &r.auction)
	r.showTalon(&t)
	return t
}

func (r *round) Hand(s engine.Seat) engine.Hand {
	h := engine.Hand{Seat: s, Cards: r.hand(s)}
	if len(r.play.Tricks) == 0 {
		h.Fresh = r.side[s].fresh & h.Cards
	}
	if s == r.declarer {
		h.Laid = r.talon.Discards
	}
	if !r.rules.laidHidden {
		h.Laid |= r.side[s].laid
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
