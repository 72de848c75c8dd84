package engine

import (
	"maps"
	"slices"

	"tarockbot/engine/card"
)

// PublicView is what everybody may know of a deal. It has no field that could hold
// a hidden card.
type PublicView struct {
	Rules    string
	Options  Options
	Pack     card.Set // the cards played with; 0: all
	Dealer   Seat
	Phase    Name
	Waiting  Seats
	HandSize []int // cards each seat may dispose of, its open ones included

	Exchanged Seats      // who has finished the exchange
	Exchange  []LaidDown // by seat, once all have finished
	// PickedFirst says that in the exchange all pick up before they put away, so
	// that each hand is the choice of more cards.
	PickedFirst bool

	Calls         []Move // the auction so far
	Declarer      Seat
	Contract      Word // 0 if there is none
	Level         Name // how the contract, or the one bid, was taken over; "" if it wasn't (RULES 2.1)
	ContractWorth int  // what that contract, or the one bid, is worth at its level, before doublings and what the card points add; 0 where contracts have no levels
	Terms         Terms

	Talon            []card.Card // face up, in dealing order; nil while or once it is face down
	Packet           int         // cards in a packet of the talon; 0 if none is taken
	Taken            int         // the packet taken, -1 before
	RestShown        card.Set    // cards of the talon's rest that still lie open
	DeclarerDiscards LaidDown    // what the declarer put away for the talon
	Added            []card.Card // cards of the talon that went with the first tricks, in their order (RULES 2.3)
	Shown            []card.Set  // by seat, a hand laid open because the deal isn't played; nil if it is

	Piles [][]Pile // by seat, in front of it; nil if the game has none
	// Known are by seat the cards of the hand that everybody saw going there, and
	// that can have left it only openly; nil if the game has none. A packet of the
	// talon is none of them: some of it may have been put away face down.
	KnownInHand []card.Set
	// Uncovered are the cards of the piles turned up since the last trick, in
	// their order; after the first trick in place of a top played to it.
	Uncovered []Uncovered

	Claims []Claim // the game first, once there is a declarer, then what was announced
	// Kept are by seat the birds that must not be played before their tricks because
	// they were announced; nil where announcing binds none.
	GuardedBirds []card.Set

	Trick  Trick   // the running trick
	Tricks []Trick // the finished ones
	Won    []int   // tricks by seat
	Thirds []int   // card points in tricks by seat, in thirds

	Result *Result
}

// Packets returns the cards of the turned-up talon, packet by packet; each card
// alone if none is taken.
func (t PublicView) Packets() [][]card.Card {
	return slices.Collect(slices.Chunk(t.Talon, max(t.Packet, 1)))
}

// clone shares nothing with t that could be changed.
func (t PublicView) clone() PublicView {
	t.Options = maps.Clone(t.Options)
	t.Terms = maps.Clone(t.Terms)
	t.HandSize = slices.Clone(t.HandSize)
	t.Exchange = slices.Clone(t.Exchange)
	t.Calls = slices.Clone(t.Calls)
	t.Talon = slices.Clone(t.Talon)
	t.Piles = slices.Clone(t.Piles)
	for s := range t.Piles {
		t.Piles[s] = slices.Clone(t.Piles[s])
	}
	t.KnownInHand = slices.Clone(t.KnownInHand)
	t.Uncovered = slices.Clone(t.Uncovered)
	t.Added = slices.Clone(t.Added)
	t.Shown = slices.Clone(t.Shown)
	t.Claims = slices.Clone(t.Claims)
	t.GuardedBirds = slices.Clone(t.GuardedBirds)
	t.Tricks = slices.Clone(t.Tricks)
	t.Won = slices.Clone(t.Won)
	t.Thirds = slices.Clone(t.Thirds)
	if t.Result != nil {
		result := t.Result.Clone()
		t.Result = &result
	}
	return t
}

// CardsToPlay returns the number of cards the seat has still to play: those of its hand,
// and of its piles those under the tops.
func (t PublicView) CardsToPlay(s Seat) int {
	n := t.HandSize[s]
	if t.Piles == nil {
		return n
	}
	for _, p := range t.Piles[s] {
		if n += p.N; p.FaceUp {
			n-- // the hand has it
		}
	}
	return n
}

// Pile is what everybody sees of cards that lie in front of a seat.
type Pile struct {
	N      int       // cards, the top included
	FaceUp bool      // the top lies face up, and the seat may play it
	Top    card.Card // if FaceUp
}

// LaidDown is what others see of cards put away: how many, and the tarocks,
// which lie face up.
type LaidDown struct {
	N       int
	Tarocks card.Set
}

// Hand is what one seat may know besides the table.
type Hand struct {
	Seat  Seat
	Cards card.Set
	Fresh card.Set // of Cards, those just picked up, until a trick has been played
	Tops  card.Set // of Cards, those lying face up in front of the seat
	Laid  card.Set // own cards put away, as far as one may look at them
}

// Memory is what a seat did and saw before, whether or not the table still shows it.
// Players go by it; screens show what RULES 0 lets one look at again, which is less.
type Memory struct {
	Dealt     card.Set    // the hand that the seat was dealt
	Moves     []Move      // all so far; those of others without the cards that they put away
	Exchanged card.Set    // what the seat put away in the exchange
	Discarded card.Set    // what it put away for the talon
	Talon     []card.Card // as it was turned up, in dealing order; nil if it never was
	Uncovered []Uncovered // the cards of the piles turned up so far, in their order
}

// View is all that one seat may know; the hand and the memory of a spectator are empty.
type View struct {
	PublicView
	Hand
	Memory Memory
	Match  Score // before this deal; empty for a deal that belongs to no match
}
