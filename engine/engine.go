// Package engine is the contract between a Tarock game and those who let
// people play it, and the mechanics that the games share.
//
// Start here: a Game makes a Round for every deal. A Deal wraps a Round with
// legality, record and undo, the same for all games; a Match strings deals
// together. Actions go in, Events and Views come out. The games live in the
// folders beside this file and never import each other.
//
// RULES n in comments is section n of RULES.md beside this file: 0 is what all
// games share, 1 Kosakeln, 2 Illustrated Tarock, 3 Strohmandeln. Rn is a ruling on
// what the sources leave open, in its section 4. Each game's guide (guide/en,
// guide/de) tells players the same rules. The transcripts in its testdata show
// them and name what they show, by the same numbers, after "covers:".
package engine

import (
	"fmt"
	"io/fs"
	"iter"
	"math/bits"
	"slices"

	"tarockbot/engine/card"
)

// Seat is a place at the table, 0, 1, … in playing order.
type Seat int8

// Nobody is the seat of a spectator, or of no one.
const Nobody Seat = -1

// MaxSeats is the largest number of seats any game has.
const MaxSeats = 3

// Seats is a set of seats.
type Seats uint8

// Bit returns the set that holds only s; empty for Nobody.
func (s Seat) Bit() Seats {
	if s == Nobody {
		return 0
	}
	return 1 << s
}

// Has reports whether seat is in s.
func (s Seats) Has(seat Seat) bool { return s&seat.Bit() != 0 }

// Len returns the number of seats in s.
func (s Seats) Len() int { return bits.OnesCount8(uint8(s)) }

// All yields the seats of s in playing order.
func (s Seats) All() iter.Seq[Seat] {
	return func(yield func(Seat) bool) {
		for seat := range Seat(MaxSeats) {
			if s.Has(seat) && !yield(seat) {
				return
			}
		}
	}
}

// Name is a stable word for a contract, bonus, phase, verb or reason. It is
// stored and sent as it is; catalogues translate it for people.
type Name string

// Options are a rule set's settings by name. Complete options hold a value
// for every option of the rule set.
type Options map[Name]Name

// Option is one setting of a rule set. The first value is the default.
type Option struct {
	ID     Name
	Values []Name
}

// RuleSet is one way to play a game.
type RuleSet struct {
	ID      string // "kosakeln/bamberger"
	Options []Option
	Pack    card.Set           // the cards played with; 0: all
	Count   func(card.Set) int // card points in thirds; nil: as RULES 0 says
	Needed  int                // thirds that win; 0: NeededThirds
	Terms   Terms              // what is called otherwise than usual
	Lengths []int              // match lengths as those of a Game; nil: the game's
}

// Terms are a rule set's own names for contracts, bonuses, calls, phases and roles,
// keyed by the usual name.
type Terms map[Name]Name

// Of returns the rule set's own name for what is usually called so.
func (t Terms) Of(usual Name) Name {
	if own, ok := t[usual]; ok {
		return own
	}
	return usual
}

// Cards returns the pack that the rule set is played with.
func (r RuleSet) Cards() card.Set {
	if r.Pack == 0 {
		return card.Full
	}
	return r.Pack
}

// Needs returns the thirds of a card point that win.
func (r RuleSet) Needs() int {
	if r.Needed == 0 {
		return NeededThirds
	}
	return r.Needed
}

// Thirds returns the value of the cards by the rule set, in thirds of a card point.
func (r RuleSet) Thirds(cards card.Set) int {
	if r.Count == nil {
		return cards.Thirds()
	}
	return r.Count(cards)
}

// Complete checks options and fills in the defaults. The error names an option or
// a value that the rule set doesn't have.
func (r RuleSet) Complete(o Options) (Options, error) {
	full := make(Options, len(r.Options))
	for _, opt := range r.Options {
		full[opt.ID] = opt.Values[0]
		if v, ok := o[opt.ID]; ok {
			if !slices.Contains(opt.Values, v) {
				return nil, fmt.Errorf("engine: %s: option %s has no value %.20q", r.ID, opt.ID, v)
			}
			full[opt.ID] = v
		}
	}
	for id := range o {
		if _, ok := full[id]; !ok {
			return nil, fmt.Errorf("engine: %s has no option %.20q", r.ID, id)
		}
	}
	return full, nil
}

// Game is one game as a value; each game's folder exports one.
type Game struct {
	ID      string // "kosakeln"
	Seats   int
	Rules   []RuleSet // the first is the default
	Lengths []int     // match lengths in deals on offer, the first is the default; 0: until the game's goal is reached; LengthsOf a rule set may be others
	// New deals a round. Options must be complete. The error says that there is
	// no such rule set or that the cards are not its pack, dealt by one of the seats.
	New func(rules string, o Options, c Cards) (Round, error)
	// Places tells how the cards of a rule set are dealt; nothing if there is no such
	// rule set.
	Places func(rules string, dealer Seat) Places
	// Next tells where a match stands after the finished deals.
	Next func(m Setup, done []Result) Score
	// Guide is the rules for people: a file LANG/NN-topic.md for every topic.
	Guide fs.FS
	// Lessons teach the game: a file LANG/NN-name.md for every lesson, as package lesson
	// reads them; nil where there are none.
	Lessons fs.FS
	// Topics names the topic of the guide that explains a refusal's reason.
	Topics map[Name]string
	// PhaseTopics names the topic that explains a phase; of one that it doesn't
	// name the first topic, the course, does.
	PhaseTopics map[Name]string
	// PlayTopics names the topic that explains how the cards of a contract are
	// played; of one that it doesn't name PhaseTopics does.
	PlayTopics map[Word]string
}

// firstTopic is what every guide begins with.
const firstTopic = "course"

// Topic names the topic of the guide that explains where the table stands: of
// the zero value, where nothing is dealt yet, the first.
func (g Game) Topic(t PublicView) string {
	if topic, ok := g.PlayTopics[t.Contract]; ok && t.Phase == Playing {
		return topic
	}
	if topic, ok := g.PhaseTopics[t.Phase]; ok {
		return topic
	}
	return firstTopic
}

// ForTwo reports whether two play against each other: whoever leaves ends the
// match.
func (g Game) ForTwo() bool { return g.Seats == 2 }

// RuleSet finds a rule set of the game by its id.
func (g Game) RuleSet(id string) (RuleSet, error) {
	for _, r := range g.Rules {
		if r.ID == id {
			return r, nil
		}
	}
	return RuleSet{}, fmt.Errorf("engine: no rule set %.40q", id)
}

// LengthsOf returns the match lengths of the rule set, the default first. An unknown
// rule set has those of the game.
func (g Game) LengthsOf(rules string) []int {
	if set, err := g.RuleSet(rules); err == nil && set.Lengths != nil {
		return set.Lengths
	}
	return g.Lengths
}

// Cards is what a round starts from: the pack in dealing order, first dealt
// first, after the cut; and who deals.
type Cards struct {
	Deck   []card.Card
	Dealer Seat
}

// Places is where the cards of a deck go when they are dealt, as places in the deck
// counted from 0.
type Places struct {
	Hands    [MaxSeats][]int   // in no order
	Personal [MaxSeats][]int   // the personal talons, the first to be picked up first
	Talon    []int             // in dealing order
	Piles    [MaxSeats][][]int // the piles from the left, each from its top
}

// DeckPlaces returns the places of cards in the deck in which every card is its own
// place.
func DeckPlaces(cards ...card.Card) []int {
	places := make([]int, len(cards))
	for i, c := range cards {
		places[i] = int(c)
	}
	return places
}

// Check reports whether c is a whole pack of the given cards, dealt by one of n
// seats.
func (c Cards) Check(pack card.Set, n int) error {
	if got := card.SetOf(c.Deck...); got != pack || len(c.Deck) != pack.Len() {
		return fmt.Errorf("engine: the deck is not the pack of %d different cards", pack.Len())
	}
	if c.Dealer < 0 || int(c.Dealer) >= n {
		return fmt.Errorf("engine: no seat %d to deal", c.Dealer)
	}
	return nil
}

// Round is one deal of a game, from the first dealt card to the result: all
// that a game implements. It trusts its caller to do only what Prompt allows;
// Deal is the guard.
type Round interface {
	// Waiting returns the seats whose turn it is, from public information only. Several
	// seats may be asked at once. It returns none when the deal is over.
	Waiting() Seats
	// Prompt returns what the seat may do now: nothing if the seat isn't asked.
	Prompt(Seat) Prompt
	// Worth returns what a word that Prompt offers brings if it succeeds.
	Worth(Seat, Action) Worth
	// Do carries out an action that Prompt allows, or Resign or Timeout of
	// any seat before the end, and returns what everybody saw of it.
	Do(Seat, Action) []Event
	// PublicView returns what everybody may know. It may share the round's memory.
	PublicView() PublicView
	// Hand returns what the seat alone may know.
	Hand(Seat) Hand
	// Result returns how the deal ended; nil before the end.
	Result() *Result
	// Clone returns an independent copy, for trying out what would happen.
	Clone() Round
}

// Prompt is what a seat may do now: say one of the words, or choose cards. A
// word may be a card played with something said of it.
type Prompt struct {
	Phase   Name
	Choices []Action
	Pick    Pick // zero if no cards are to be chosen
}

// Worth is what a word brings if it succeeds, a bid or an announcement: in game points,
// before doublings and what the card points add; 0 if that is no number.
type Worth struct {
	Now            int
	Later          int  // what the same brings when it is said the next time one may; 0 if one may not
	ReplacesGame   bool // it takes the place of what the game is worth, and isn't added to it
	PlusCardPoints bool // what the card points add comes on top
	IfFailed       int  // what the other side gets if it fails, where that is another number; else 0
	Times          int  // by how much a doubling, with those before it, multiplies what it doubles; else 0
}

// Pick is a choice of cards for the action Verb: at least Min and at most Max
// of From, with Must among them. Why names what keeps other cards of the hand
// out; it is "" if nothing does.
type Pick struct {
	Verb     Verb
	Min, Max int
	Must     card.Set
	From     card.Set
	Why      Name
}

// Bound returns the cards that go whatever else is chosen: all of From where no more may be put away than must
// be.
func (p Pick) Bound() card.Set {
	if p.Verb != PlayCard && p.From.Len() == p.Min {
		return p.From
	}
	return p.Must
}

// Allows reports whether the choice is one that the pick offers.
func (p Pick) Allows(chosen card.Set) bool {
	n := chosen.Len()
	return p.From.Holds(chosen) && chosen.Holds(p.Must) && n >= p.Min && n <= p.Max
}

// Empty reports whether the prompt offers nothing.
func (p Prompt) Empty() bool { return len(p.Choices) == 0 && p.Pick.Verb == 0 }

// Allows reports whether the prompt offers the action.
func (p Prompt) Allows(a Action) bool {
	if p.Pick.Verb != 0 && a.Verb == p.Pick.Verb && a.Word == 0 {
		return a.N == 0 && p.Pick.Allows(a.Cards)
	}
	return slices.Contains(p.Choices, a)
}
