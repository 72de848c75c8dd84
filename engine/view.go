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
	HandSize []int // the number of cards each seat can play, its open ones included

	Exchanged Seats      // the seats that have finished the exchange
	Exchange  []LaidDown // what each seat put away in the exchange, once all have finished
	// PickedFirst says that in the exchange all seats pick up before they put away, so
	// that they choose each hand from more cards.
	PickedFirst bool

	Calls    []Move // the auction so far
	Declarer Seat
	// Contract is the declarer's contract; 0 if there is none. Level says how the contract, or before it the
	// standing bid, was taken over (RULES 2.1); "" if it wasn't.
	Contract Word
	Level    Name
	// ContractWorth is what the contract, or before it the standing bid, is worth at its level, before doublings and
	// before what the card points add; 0 if the game's contracts have no levels.
	ContractWorth int
	Terms         Terms

	Talon     []card.Card // in dealing order while it lies face up; else nil
	Packet    int         // cards in a packet of the talon; 0 if the declarer takes none
	Taken     int         // the number of the packet taken, from 0; -1 before
	RestShown card.Set    // the cards of the talon's rest that still lie open
	// DeclarerDiscards are the cards that the declarer put away for the talon, as others see them.
	DeclarerDiscards LaidDown
	Added            []card.Card // the talon's cards that went with the first tricks, in their order (RULES 2.3)
	Shown            []card.Set  // by seat, the hands laid open because the deal isn't played; else nil

	Piles [][]Pile // by seat, the piles in front of it; nil if the game has none
	// KnownInHand are by seat the cards of the hand that everybody saw going there, and
	// that can have left it only openly; nil if the game has no such cards. Cards of a packet of the
	// talon are not among them, for the declarer may have put them away face down.
	KnownInHand []card.Set
	// Uncovered are the cards of the piles turned up since the last trick, in
	// their order. After the first trick they take the place of tops played to it.
	Uncovered []Uncovered

	Claims []Claim // first the game, once there is a declarer; then the announcements
	// GuardedBirds are by seat the birds that must not be played before their tricks because
	// they were announced; nil if announcing binds no bird.
	GuardedBirds []card.Set

	Trick     Trick   // the running trick
	Tricks    []Trick // the complete ones
	WonTricks []int   // the number of tricks that each seat has taken
	Thirds    []int   // card points in tricks by seat, in thirds

	Result *Result
}

// Packets returns the cards of the turned-up talon packet by packet. If the declarer takes none, each card is
// alone.
func (t PublicView) Packets() [][]card.Card {
	return slices.Collect(slices.Chunk(t.Talon, max(t.Packet, 1)))
}

// clone returns an independent copy.
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
	t.WonTricks = slices.Clone(t.WonTricks)
	t.Thirds = slices.Clone(t.Thirds)
	if t.Result != nil {
		result := t.Result.Clone()
		t.Result = &result
	}
	return t
}

// CardsToPlay returns the number of cards the seat has still to play: the cards of its hand,
// and the cards of its piles under the tops.
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

// StandingBid returns the bid to beat and its seat, which is Nobody before the first bid.
func (t PublicView) StandingBid() (bid Word, by Seat) {
	by = Nobody
	for _, c := range t.Calls {
		switch c.Action.Verb {
		case Bid:
			bid, by = c.Action.Word, c.Seat
		case Hold, Take:
			by = c.Seat
		}
	}
	return bid, by
}

// Pile is what everybody sees of cards that lie in front of a seat.
type Pile struct {
	N      int       // cards, the top included
	FaceUp bool      // the top lies face up, and the seat may play it
	Top    card.Card // if FaceUp
}

// LaidDown is what others see of cards put away.
type LaidDown struct {
	N       int      // how many
	Tarocks card.Set // the tarocks among them, which lie face up
}

// Hand is what one seat may know besides the table.
type Hand struct {
	Seat  Seat
	Cards card.Set
	Fresh card.Set // the cards of the hand just picked up, until a trick has been played
	Tops  card.Set // the cards of the hand that lie face up in front of the seat
	Laid  card.Set // the cards that this seat put away, as far as it may look at them again
}

// Memory is what a seat did and saw before, whether or not the table still shows it.
// Players go by it; screens show what RULES 0 lets one look at again, which is less.
type Memory struct {
	Dealt     card.Set    // the hand that the seat was dealt
	Moves     []Move      // all so far, without the cards that others put away
	Exchanged card.Set    // the cards that the seat put away in the exchange
	Discarded card.Set    // the cards that the seat put away for the talon
	Talon     []card.Card // the talon in dealing order once it was turned up; else nil
	Uncovered []Uncovered // the cards of the piles turned up so far, in their order
}

// memoryOf returns what the seat did and saw, of all moves and events of the deal.
func memoryOf(seat Seat, dealt card.Set, moves []Move, events []Event) Memory {
	m := Memory{Dealt: dealt, Moves: slices.Clone(moves)}
	for _, e := range events {
		switch e := e.(type) {
		case TalonTurned:
			m.Talon = e.Cards[:]
		case Uncovered:
			m.Uncovered = append(m.Uncovered, e)
		}
	}
	for i, move := range m.Moves {
		put := move.Action.Cards
		switch verb := move.Action.Verb; {
		case verb != Exchange && verb != Discard:
		case move.Seat != seat:
			m.Moves[i].Action.Cards = 0
		case verb == Exchange:
			m.Exchanged = put
		default:
			m.Discarded = put
		}
	}
	return m
}

// View is all that one seat may know; the hand and the memory of a spectator are empty.
type View struct {
	PublicView
	Hand
	Memory Memory
	Match  Score // before this deal; empty for a deal that belongs to no match
}
