package engine

import (
	"maps"
	"slices"

	"tarockbot/engine/card"
)

// PublicView is the public state of a deal. No field can hold a hidden card.
type PublicView struct {
	Rules    string
	Options  Options
	Pack     card.Set
	Dealer   Seat
	Phase    Name
	Waiting  Seats
	HandSize []int // includes open tops of piles

	Exchanged Seats
	Exchange  []LaidDown // by seat, once all seats have exchanged
	// PickedFirst tells that seats pick up before they put away.
	PickedFirst bool

	Calls    []Move
	Declarer Seat
	// Contract is the declarer's. Level names how it, or the standing bid, was taken over (RULES 2.1).
	Contract Word
	Level    Name
	// ContractWorth is the worth of the contract or standing bid, before doublings and card points; 0 without levels.
	ContractWorth int
	Terms         Terms

	Talon            []card.Card // in dealing order while face up
	PacketSize       int
	TakenPacket      int      // index of the packet; -1 before a packet is taken
	UntakenShown     card.Set // public cards of the untaken talon
	DeclarerDiscards LaidDown
	AddedToTricks    []card.Card // from the talon to the first tricks, in order (RULES 2.3)
	ShownHands       []card.Set  // by seat, hands of a deal that isn't played

	Piles [][]Pile // by seat; nil if the game has none
	// KnownInHand holds by seat the cards known to be in hand. Cards of a talon packet don't count, because they may
	// have been put away face down.
	KnownInHand []card.Set
	// Uncovered lists the cards turned up since the last trick.
	Uncovered []Uncovered

	Claims []Claim // the game first
	// GuardedBirds holds by seat the announced birds that must wait for their tricks.
	GuardedBirds []card.Set

	Trick     Trick
	Tricks    []Trick
	WonTricks []int
	Thirds    []int // by seat, won in tricks

	Result *Result
}

// Packets splits the open talon into packets, or single cards.
func (t PublicView) Packets() [][]card.Card {
	return slices.Collect(slices.Chunk(t.Talon, max(t.PacketSize, 1)))
}

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
	t.AddedToTricks = slices.Clone(t.AddedToTricks)
	t.ShownHands = slices.Clone(t.ShownHands)
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

// CardsToPlay returns the number of cards the seat has still to play.
func (t PublicView) CardsToPlay(s Seat) int {
	n := t.HandSize[s]
	if t.Piles == nil {
		return n
	}
	for _, p := range t.Piles[s] {
		if n += p.N; p.FaceUp {
			n-- // counted in HandSize
		}
	}
	return n
}

// StandingBid returns the bid to beat and its seat, or Nobody.
func (t PublicView) StandingBid() (bid Word, by Seat) {
	by = Nobody
	for _, c := range t.Calls {
		switch c.Action.Verb {
		case Bid:
			bid, by = c.Action.Word, c.Seat
		case Hold, TakeOver:
			by = c.Seat
		}
	}
	return bid, by
}

// Pile is the public state of a pile.
type Pile struct {
	N      int
	FaceUp bool
	Top    card.Card // if FaceUp
}

// LaidDown is the public part of cards put away.
type LaidDown struct {
	N       int
	Tarocks card.Set
}

// Hand is the private state of a seat.
type Hand struct {
	Seat    Seat
	Cards   card.Set
	Fresh   card.Set // picked up last, until a trick is complete
	Tops    card.Set // open tops of the seat's piles, also in Cards
	PutAway card.Set // put away and still visible to the seat
}

// Memory is what a seat did and saw. Screens show less (RULES 0).
type Memory struct {
	Dealt     card.Set
	Moves     []Move // without cards that others put away
	Exchanged card.Set
	Discarded card.Set
	Talon     []card.Card
	Uncovered []Uncovered
}

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

// View is all that one seat may know. A spectator has no Hand and Memory.
type View struct {
	PublicView
	Hand
	Memory Memory
	Match  Score // before this deal; empty outside a match
}
