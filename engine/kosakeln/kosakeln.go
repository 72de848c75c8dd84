// Package kosakeln implements Kosakeln, a game for two (RULES 1). Start at round. rules.go holds all values; each phase
// has a file; score.go ends a deal. The rule sets score by zerosum.go or additive.go.
package kosakeln

import (
	"cmp"
	"fmt"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

// Game is Kosakeln.
var Game = engine.Game{
	ID:      "kosakeln",
	Seats:   seats,
	Rules:   []engine.RuleSet{ruleSets[Bamberger].RuleSet, ruleSets[Spieleversum].RuleSet, ruleSets[Beck].RuleSet},
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

type (
	phase = engine.Phase[*round]
	over  = engine.OverPhase[*round]
)

type round struct {
	engine.TalonRound
	rules     *ruleSet
	settings  settings
	phase     phase
	cardsOf   [seats]seatCards
	exchanged engine.Seats
	result    *engine.Result
}

type settings struct {
	options      engine.Options
	exchange     exchange
	maxDoublings int // 0: contra is off
}

type seatCards struct {
	personal [personalSize]card.Card // the card dealt first is on top
	picked   int
	fresh    card.Set
	putAway  card.Set
	everHeld card.Set // every card that was ever the seat's (R4)
	bidHand  card.Set // the hand at the start of the auction
}

func newRound(rules string, o engine.Options, c engine.Cards) (engine.Round, error) {
	set, ok := ruleSets[rules]
	if !ok {
		return nil, fmt.Errorf("kosakeln: no rule set %.40q", rules)
	}
	if err := c.Check(card.Full, seats); err != nil {
		return nil, err
	}
	way := cmp.Or(set.fixedExchange, o[exchangeOption])
	r := &round{
		TalonRound: engine.TalonRound{Dealer: c.Dealer, Declarer: engine.Nobody},
		rules:      set, settings: settings{options: o, exchange: exchanges[way]}, phase: exchanging{},
	}
	if o[contraOption] != "off" { // rules without the option have ""
		r.settings.maxDoublings = set.maxDoublings
	}
	r.deal(c.Deck)
	return r, nil
}

const (
	packetSize = 4
	toHand     = -1
)

// dealOrder is by lap: to the hand, or an index of the personal talon (RULES 1.1).
var dealOrder = [...]int{toHand, toHand, 0, packetSize, toHand, toHand}

func (r *round) deal(deck []card.Card) {
	r.Talon = engine.LayTalon(deck[:engine.TalonSize])
	deck = deck[engine.TalonSize:]
	for _, place := range dealOrder {
		for i := range seats {
			seat := (int(r.forehand()) + i) % seats
			cards := deck[:packetSize]
			deck = deck[packetSize:]
			if place == toHand {
				r.Hands[seat] |= card.SetOf(cards...)
			} else {
				copy(r.cardsOf[seat].personal[place:], cards)
			}
		}
	}
	for s := range seats {
		r.cardsOf[s].everHeld = r.Hands[s] | card.SetOf(r.cardsOf[s].personal[:]...)
		if r.settings.exchange.pickOnce {
			r.pickUp(engine.Seat(s), personalSize)
		}
	}
}

func places(rules string, dealer engine.Seat) (p engine.Places) {
	if ruleSets[rules] == nil {
		return p
	}
	r := round{TalonRound: engine.TalonRound{Dealer: dealer}}
	r.deal(card.Full.Cards())
	for s := range seats {
		p.Hands[s] = engine.DeckPlaces(r.Hands[s].Cards()...)
		p.Personal[s] = engine.DeckPlaces(r.cardsOf[s].personal[:]...)
	}
	p.Talon = engine.DeckPlaces(r.Talon.Cards[:]...)
	return p
}

func (r *round) forehand() engine.Seat { return other(r.Dealer) }

func other(s engine.Seat) engine.Seat { return 1 - s }

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
	case exchanging:
		if a.Verb == engine.Exchange {
			return engine.ExplainLaid(a.Cards)
		}
	case discarding:
		if a.Verb == engine.Discard {
			return engine.ExplainLaid(a.Cards)
		}
	case bidding:
		return r.rules.auction.Explain(a)
	case announcing:
		return p.explain(r, s, a)
	case playing:
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
		Rules: r.rules.ID, Options: r.settings.options, Phase: r.phase.Name(), Waiting: r.Waiting(),
		Exchanged: r.exchanged, PickedFirst: r.settings.exchange.pickOnce, Contract: r.ContractName(),
		Claims: r.shownClaims(), Result: r.result,
	}
	r.Show(&t, seats)
	if r.exchanged.Len() == seats {
		for s := range seats {
			t.Exchange = append(t.Exchange, engine.LayDown(r.cardsOf[s].putAway))
		}
	}
	if r.rules.guardBirds {
		t.GuardedBirds = []card.Set{r.waitingBirds(0), r.waitingBirds(1)}
	}
	r.rules.scoring.Show(&t, &r.Auction)
	if r.rules.restOpen && r.Talon.Turned && r.Play.HasStarted() && len(r.Play.Tricks) == 0 {
		t.UntakenShown = r.Talon.Untaken() & (card.AllTarocks | card.Kings)
	}
	return t
}

func (r *round) Hand(s engine.Seat) engine.Hand {
	h := engine.Hand{Seat: s, Cards: r.HandOf(s)}
	if len(r.Play.Tricks) == 0 {
		h.Fresh = r.cardsOf[s].fresh & h.Cards
	}
	if s == r.Declarer {
		h.PutAway = r.Talon.Discards
	}
	if !r.rules.putAwayHidden {
		h.PutAway |= r.cardsOf[s].putAway
	}
	return h
}
