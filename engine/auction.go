package engine

import "slices"

// AuctionRules is what distinguishes one auction from another; NewAuctionRules
// makes them.
type AuctionRules struct {
	seats     int
	contracts []Word
	hold      bool
	// What a seat may say before any bid, with and without Hold. Later it is
	// the end of the same list, so no turn makes one of its own.
	holder, others []Action
}

// NewAuctionRules is an auction of rising contracts. With hold, forehand may
// take the same contract over when overbid (RULES 1.3).
func NewAuctionRules(seats int, contracts []Word, hold bool) *AuctionRules {
	var bids []Action
	for _, c := range contracts {
		bids = append(bids, Say(Bid, c))
	}
	return &AuctionRules{
		seats: seats, contracts: contracts, hold: hold,
		holder: append(slices.Clip(bids), Say(Hold, 0), Say(Pass, 0)),
		others: append(slices.Clip(bids), Say(Pass, 0)),
	}
}

// Auction is the state of an auction: seats speak in turn, bid higher, hold
// or pass; whoever passes is out. It ends when nobody has a choice left.
type Auction struct {
	Calls    []Move // what was said so far
	Turn     Seat
	Leader   Seat // the last bidder or holder, Nobody before a bid
	Standing int  // index of the standing contract, -1 before a bid
	forehand Seat
	out      Seats
}

// usualCalls is room for the calls of most auctions.
const usualCalls = 6

// StartAuction lets forehand speak first.
func StartAuction(forehand Seat) Auction {
	return Auction{Calls: make([]Move, 0, usualCalls), Turn: forehand, Leader: Nobody, Standing: -1, forehand: forehand}
}

// Words is what the seat in turn may say. The caller must not change them.
func (a *Auction) Words(r *AuctionRules) []Action {
	words := r.others
	if a.mayHold(r) {
		words = r.holder
	}
	return slices.Clip(words[a.Standing+1:])
}

// mayHold: forehand speaks first, so one who is still in and doesn't lead was
// overbid.
func (a *Auction) mayHold(r *AuctionRules) bool {
	return r.hold && a.Turn == a.forehand && a.Leader != Nobody
}

// Do carries out a word of the seat in turn and says whether the auction is over.
func (a *Auction) Do(r *AuctionRules, word Action) (over bool) {
	a.Calls = append(a.Calls, Move{a.Turn, word})
	switch word.Verb {
	case Bid:
		a.Standing = slices.Index(r.contracts, word.Word)
		a.Leader = a.Turn
	case Hold:
		a.Leader = a.Turn
	default:
		a.out |= a.Turn.Bit()
	}
	return !a.advance(r)
}

// advance finds the next seat that has a choice. A seat that could only pass
// isn't asked (RULES 1.3: at a Solo of forehand the dealer has nothing to say).
func (a *Auction) advance(r *AuctionRules) bool {
	for range r.seats - 1 {
		a.Turn = (a.Turn + 1) % Seat(r.seats)
		if !a.out.Has(a.Turn) && a.Turn != a.Leader && a.hasChoice(r) {
			return true
		}
	}
	return false
}

func (a *Auction) hasChoice(r *AuctionRules) bool {
	return a.Standing+1 < len(r.contracts) || a.mayHold(r)
}

// Clone is an independent copy.
func (a Auction) Clone() Auction {
	a.Calls = slices.Clip(a.Calls)
	return a
}
