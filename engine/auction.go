package engine

import "slices"

// Contract is what seats bid in a game with a talon, the same in all such games.
type Contract struct {
	Name   Word
	Packet int // cards taken from the talon; 0: the talon stays down
	Times  int // M, which multiplies every item if the scores only add up (RULES 2)
}

// Contracts are all contracts, the lowest first (RULES 1.3, 1.5).
var Contracts = [...]Contract{
	{Dreiblatt, 3, 1},
	{Zweiblatt, 2, 2},
	{Einblatt, 1, 3},
	{Solo, 0, 4},
}

// AuctionStyle is what distinguishes one auction from another. The zero value
// is the plainest: bid higher or pass.
type AuctionStyle struct {
	Good          bool // once there is a bid, a seat that drops out says good
	ForehandHolds bool // forehand, when overbid, may take the same contract over (RULES 1.3)
	Duel          bool // two speak until one is out, then the third enters (RULES 2.1)
	// Takes is the level up to which a challenger may take a contract over, by the contract's index.
	// Each take raises the contract by a level. Only a duel has takes.
	Takes      []int
	HoldRaises bool // a hold against a taker also raises the contract by a level
}

// AuctionRules is an auction of rising contracts; NewAuctionRules makes it.
type AuctionRules struct {
	AuctionStyle
	seats     int
	contracts []Contract
	// lists are the choices of a seat, made once: by the standing contract (none first) and by what
	// the seat may do besides dropping out.
	lists [][sayings][]Action
}

// saying is a set of what a seat may do besides dropping out.
type saying uint8

const (
	raise saying = 1 << iota
	take
	hold
	sayings
)

// NewAuctionRules returns the rules of an auction of Contracts among so many seats.
func NewAuctionRules(seats int, style AuctionStyle) *AuctionRules {
	return newAuctionRules(seats, Contracts[:], style)
}

// newAuctionRules returns the rules of an auction of the contracts, which rise.
func newAuctionRules(seats int, contracts []Contract, style AuctionStyle) *AuctionRules {
	r := &AuctionRules{AuctionStyle: style, seats: seats, contracts: contracts}
	for standing := -1; standing < len(contracts); standing++ {
		var row [sayings][]Action
		for may := range sayings {
			row[may] = r.list(standing, may)
		}
		r.lists = append(r.lists, row)
	}
	return r
}

// list returns the choices of a seat that may do this, over the standing contract.
func (r *AuctionRules) list(standing int, may saying) (choices []Action) {
	if may&raise != 0 {
		for _, c := range r.contracts[standing+1:] {
			choices = append(choices, Say(Bid, c.Name))
		}
	}
	if may&take != 0 {
		choices = append(choices, Say(Take, 0))
	}
	if may&hold != 0 {
		choices = append(choices, Say(Hold, 0))
	}
	if r.Good && standing >= 0 {
		return slices.Clip(append(choices, Say(Good, 0)))
	}
	return slices.Clip(append(choices, Say(Pass, 0)))
}

// contract returns the index of the contract with the name; -1 if there is none.
func (r *AuctionRules) contract(name Word) int {
	return slices.IndexFunc(r.contracts, func(c Contract) bool { return c.Name == name })
}

// Explain returns the reason why the auction doesn't offer the action; "" for an action that no
// auction knows.
func (r *AuctionRules) Explain(a Action) Name {
	switch {
	case a.Verb == Bid && r.contract(a.Word) >= 0:
		return BidTooLow
	case a.Verb == Hold && r.ForehandHolds:
		return ForehandHolds
	case a.Verb == Hold:
		return CantHold
	case a.Verb == Take:
		return CantTake
	}
	return ""
}

// Auction is the state of an auction: seats speak in turn, bid higher, take,
// hold or drop out for good. It ends when nobody has a choice left.
type Auction struct {
	Calls    []Move // what was said so far
	Turn     Seat
	Leader   Seat // the last seat that bid, took or held; Nobody before a bid
	Contract int  // index of the standing contract, -1 before a bid
	Level    int  // how often the standing contract was raised by taking it over
	forehand Seat
	out      Seats
	pair     Seats // the two in the duel
}

// usualCalls is the room for the calls of most auctions.
const usualCalls = 6

// NewAuction returns an auction in which forehand speaks first.
func NewAuction(forehand Seat) Auction {
	return Auction{Calls: make([]Move, 0, usualCalls), Turn: forehand, Leader: Nobody, Contract: -1, forehand: forehand}
}

// Choices returns the actions that the seat in turn may say. The caller must not change them.
func (a *Auction) Choices(r *AuctionRules) []Action { return r.lists[a.Contract+1][a.may(r)] }

// may returns what the seat in turn may do besides dropping out. A seat that was taken over can only hold.
func (a *Auction) may(r *AuctionRules) saying {
	if n := len(a.Calls); n > 0 && a.Calls[n-1].Action.Verb == Take {
		return hold
	}
	may := raise
	// A third player who enters is no challenger and may not take (RULES 2.1).
	if a.pair.Has(a.Turn) && a.Contract < len(r.Takes) && a.Level < r.Takes[a.Contract] {
		may |= take
	}
	// Forehand spoke first: still in and not leading, it was overbid.
	if r.ForehandHolds && a.Turn == a.forehand && a.Leader != Nobody {
		may |= hold
	}
	return may
}

// After returns the auction as it would be after the seat in turn said this.
func (a *Auction) After(r *AuctionRules, said Action) Auction {
	after := a.Clone()
	after.Do(r, said)
	return after
}

// Do carries out what the seat in turn said and reports whether the auction is over.
func (a *Auction) Do(r *AuctionRules, said Action) (over bool) {
	a.Calls = append(a.Calls, Move{a.Turn, said})
	switch said.Verb {
	case Bid:
		a.join(r)
		a.Contract, a.Level = r.contract(said.Word), 0
		a.Leader = a.Turn
	case Take:
		a.Level++
		a.Leader = a.Turn
	case Hold:
		if r.HoldRaises {
			a.Level++
		}
		a.Leader = a.Turn
	default:
		a.out |= a.Turn.Bit()
		a.pair &^= a.Turn.Bit()
	}
	return !a.advance(r)
}

// join makes the bidder one of the two in a duel. The next seat in turn that isn't out challenges the first
// bidder.
func (a *Auction) join(r *AuctionRules) {
	if !r.Duel {
		return
	}
	a.pair |= a.Turn.Bit()
	for i := 1; i < r.seats && a.Leader == Nobody && a.pair.Len() < 2; i++ {
		next := (a.Turn + Seat(i)) % Seat(r.seats)
		a.pair |= next.Bit() &^ a.out
	}
}

// advance gives the turn to the next seat that has a choice, and reports whether there is one. It passes over a
// seat that could only drop out (RULES 1.3: at a Solo of forehand the dealer has nothing to say), and over the third
// seat during a duel.
func (a *Auction) advance(r *AuctionRules) bool {
	waiting := a.out | a.Leader.Bit()
	if a.pair.Len() == 2 {
		waiting |= ^a.pair
	}
	for range r.seats - 1 {
		a.Turn = (a.Turn + 1) % Seat(r.seats)
		if !waiting.Has(a.Turn) && len(a.Choices(r)) > 1 {
			return true
		}
	}
	return false
}

// Clone returns an independent copy.
func (a Auction) Clone() Auction {
	a.Calls = slices.Clip(a.Calls)
	return a
}
