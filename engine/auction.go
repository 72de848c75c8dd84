package engine

import "slices"

// AuctionStyle is what distinguishes one auction from another. The zero value
// is the plainest: bid higher or pass.
type AuctionStyle struct {
	Good          bool // once there is a bid, who drops out says good
	ForehandHolds bool // forehand, when overbid, may take the same contract over (RULES 1.3)
	Duel          bool // two speak until one is out, then the third enters (RULES 2.1)
	// Takes is, by contract, the level up to which a challenger may take it
	// over, each time a level higher. Only a duel has any.
	Takes      []int
	HoldRaises bool // a hold against a taker is a level too
}

// AuctionRules is an auction of rising contracts; NewAuctionRules makes it.
type AuctionRules struct {
	AuctionStyle
	seats     int
	contracts []Contract
	// What a seat may say, by the standing contract (none first) and by what
	// it may do besides dropping out, so that no turn makes a list of its own.
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

func (r *AuctionRules) list(standing int, may saying) (words []Action) {
	if may&raise != 0 {
		for _, c := range r.contracts[standing+1:] {
			words = append(words, Say(Bid, c.Name))
		}
	}
	if may&take != 0 {
		words = append(words, Say(Take, 0))
	}
	if may&hold != 0 {
		words = append(words, Say(Hold, 0))
	}
	if r.Good && standing >= 0 {
		return slices.Clip(append(words, Say(Good, 0)))
	}
	return slices.Clip(append(words, Say(Pass, 0)))
}

// contract returns the index of the contract with the name; -1 if there is none.
func (r *AuctionRules) contract(name Word) int {
	return slices.IndexFunc(r.contracts, func(c Contract) bool { return c.Name == name })
}

// Explain returns the reason why a word isn't offered; "" for one that the
// auction doesn't know.
func (r *AuctionRules) Explain(word Action) Name {
	switch {
	case word.Verb == Bid && r.contract(word.Word) >= 0:
		return BidTooLow
	case word.Verb == Hold && r.ForehandHolds:
		return ForehandHolds
	case word.Verb == Hold:
		return CantHold
	case word.Verb == Take:
		return CantTake
	}
	return ""
}

// Auction is the state of an auction: seats speak in turn, bid higher, take,
// hold or drop out for good. It ends when nobody has a choice left.
type Auction struct {
	Calls    []Move // what was said so far
	Turn     Seat
	Leader   Seat // the last who bid, took or held, Nobody before a bid
	Contract int  // index of the standing contract, -1 before a bid
	Level    int  // how often the standing contract was raised by taking it over
	forehand Seat
	out      Seats
	pair     Seats // who is in the duel
}

// usualCalls is room for the calls of most auctions.
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

// After returns the auction as it would be after a word of the seat in turn.
func (a *Auction) After(r *AuctionRules, word Action) Auction {
	after := a.Clone()
	after.Do(r, word)
	return after
}

// Do carries out a word of the seat in turn and reports whether the auction is over.
func (a *Auction) Do(r *AuctionRules, word Action) (over bool) {
	a.Calls = append(a.Calls, Move{a.Turn, word})
	switch word.Verb {
	case Bid:
		a.join(r)
		a.Contract, a.Level = r.contract(word.Word), 0
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

// join makes a duel's bidder one of the two. The first has the next seat in
// turn for a challenger, if there is one.
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

// advance finds the next seat that has a choice. A seat that could only drop out isn't asked (RULES 1.3:
// at a Solo of forehand the dealer has nothing to say), nor is the third seat during a duel.
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
