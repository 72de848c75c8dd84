package engine

import "slices"

// Contract is a bid of a game with a talon.
type Contract struct {
	Name   Word
	Packet int // cards taken from the talon
	Times  int // M, the factor of all items in additive scoring (RULES 2)
}

// Contracts lists all contracts, the lowest first (RULES 1.3, 1.5).
var Contracts = [...]Contract{
	{Dreiblatt, 3, 1},
	{Zweiblatt, 2, 2},
	{Einblatt, 1, 3},
	{Solo, 0, 4},
}

// AuctionStyle holds the rules of an auction. By default, seats bid higher or pass.
type AuctionStyle struct {
	GoodReplacesPass bool // "good" replaces "pass" after a bid
	ForehandHolds    bool // forehand may match a higher bid (RULES 1.3)
	Duel             bool // two bid until one drops out, then the third enters (RULES 2.1)
	// TakeLimits holds, by contract, the highest level that a take may reach. Only a duel has takes.
	TakeLimits []int
	HoldRaises bool // a hold raises the level, as a take does
}

// AuctionRules holds the choices of an auction.
type AuctionRules struct {
	AuctionStyle
	seats     int
	contracts []Contract
	// by standing contract (none first) and allowed sayings
	lists [][sayings][]Action
}

type saying uint8

const (
	raise saying = 1 << iota
	take
	hold
	sayings
)

// NewAuctionRules returns the rules of an auction of Contracts.
func NewAuctionRules(seats int, style AuctionStyle) *AuctionRules {
	return newAuctionRules(seats, Contracts[:], style)
}

func newAuctionRules(seats int, contracts []Contract, style AuctionStyle) *AuctionRules {
	r := &AuctionRules{AuctionStyle: style, seats: seats, contracts: contracts}
	for standing := -1; standing < len(contracts); standing++ {
		var row [sayings][]Action
		for allowed := range sayings {
			row[allowed] = r.choices(standing, allowed)
		}
		r.lists = append(r.lists, row)
	}
	return r
}

func (r *AuctionRules) choices(standing int, allowed saying) (choices []Action) {
	if allowed&raise != 0 {
		for _, c := range r.contracts[standing+1:] {
			choices = append(choices, Say(Bid, c.Name))
		}
	}
	if allowed&take != 0 {
		choices = append(choices, Say(TakeOver, 0))
	}
	if allowed&hold != 0 {
		choices = append(choices, Say(Hold, 0))
	}
	if r.GoodReplacesPass && standing >= 0 {
		return slices.Clip(append(choices, Say(SayGood, 0)))
	}
	return slices.Clip(append(choices, Say(Pass, 0)))
}

func (r *AuctionRules) contract(name Word) int {
	return slices.IndexFunc(r.contracts, func(c Contract) bool { return c.Name == name })
}

// Explain returns why the auction refuses the action, or "".
func (r *AuctionRules) Explain(a Action) Name {
	switch {
	case a.Verb == Bid && r.contract(a.Word) >= 0:
		return BidTooLow
	case a.Verb == Hold && r.ForehandHolds:
		return ForehandHolds
	case a.Verb == Hold:
		return CantHold
	case a.Verb == TakeOver:
		return CantTake
	}
	return ""
}

// Auction is the state of an auction.
type Auction struct {
	Calls      []Move
	Turn       Seat
	Leader     Seat // the last seat to bid, take or hold; Nobody before
	Contract   int  // index of the standing contract; -1 before the first bid
	Level      int  // how often the contract was raised
	forehand   Seat
	droppedOut Seats
	duellists  Seats
}

const usualCalls = 6

// NewAuction returns an auction in which forehand speaks first.
func NewAuction(forehand Seat) Auction {
	return Auction{Calls: make([]Move, 0, usualCalls), Turn: forehand, Leader: Nobody, Contract: -1, forehand: forehand}
}

// Choices returns what the seat in turn may say. Don't change the slice.
func (a *Auction) Choices(r *AuctionRules) []Action { return r.lists[a.Contract+1][a.allowed(r)] }

// allowed returns what the seat in turn may say; after a take, only a hold.
func (a *Auction) allowed(r *AuctionRules) saying {
	if n := len(a.Calls); n > 0 && a.Calls[n-1].Action.Verb == TakeOver {
		return hold
	}
	allowed := raise
	// The third seat may not take (RULES 2.1).
	if a.duellists.Has(a.Turn) && a.Contract < len(r.TakeLimits) && a.Level < r.TakeLimits[a.Contract] {
		allowed |= take
	}
	// Forehand spoke first, so it was overbid if it doesn't lead.
	if r.ForehandHolds && a.Turn == a.forehand && a.Leader != Nobody {
		allowed |= hold
	}
	return allowed
}

// After returns a copy with the action done.
func (a *Auction) After(r *AuctionRules, said Action) Auction {
	after := a.Clone()
	after.Do(r, said)
	return after
}

// Do carries out an action and reports whether the auction is over.
func (a *Auction) Do(r *AuctionRules, said Action) (over bool) {
	a.Calls = append(a.Calls, Move{a.Turn, said})
	switch said.Verb {
	case Bid:
		a.joinDuel(r)
		a.Contract, a.Level = r.contract(said.Word), 0
		a.Leader = a.Turn
	case TakeOver:
		a.Level++
		a.Leader = a.Turn
	case Hold:
		if r.HoldRaises {
			a.Level++
		}
		a.Leader = a.Turn
	default:
		a.droppedOut |= a.Turn.Bit()
		a.duellists &^= a.Turn.Bit()
	}
	return !a.advance(r)
}

// joinDuel adds the bidder to the duel. The next seat challenges the first bidder.
func (a *Auction) joinDuel(r *AuctionRules) {
	if !r.Duel {
		return
	}
	a.duellists |= a.Turn.Bit()
	for i := 1; i < r.seats && a.Leader == Nobody && a.duellists.Len() < 2; i++ {
		next := (a.Turn + Seat(i)) % Seat(r.seats)
		a.duellists |= next.Bit() &^ a.droppedOut
	}
}

// advance skips seats that could only drop out (RULES 1.3), and the third seat of a duel.
func (a *Auction) advance(r *AuctionRules) bool {
	waiting := a.droppedOut | a.Leader.Bit()
	if a.duellists.Len() == 2 {
		waiting |= ^a.duellists
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
