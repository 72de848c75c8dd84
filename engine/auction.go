package engine

import "slices"

// Call is one seat's word in an auction: a contract's name, Hold or Pass.
type Call struct {
	Seat Seat
	Word Name
}

// AuctionRules is what distinguishes one auction from another.
type AuctionRules struct {
	Seats     int
	Contracts []Name // rising
	// Hold: forehand, overbid, may take the same contract over (RULES 1.3).
	Hold bool
}

// Auction is the state of an auction: seats speak in turn, bid higher, hold
// or pass; whoever passes is out. It ends when nobody has a choice left.
type Auction struct {
	Calls    []Call
	Turn     Seat
	Leader   Seat // the last bidder or holder, Nobody before a bid
	Standing int  // index of the standing contract, -1 before a bid
	forehand Seat
	out      Seats
}

// StartAuction lets forehand speak first.
func StartAuction(forehand Seat) Auction {
	return Auction{Turn: forehand, Leader: Nobody, Standing: -1, forehand: forehand}
}

// Words is what the seat in turn may say.
func (a *Auction) Words(r *AuctionRules) []Action {
	words := make([]Action, 0, len(r.Contracts)+2)
	for _, contract := range r.Contracts[a.Standing+1:] {
		words = append(words, Say(Bid, contract))
	}
	if a.mayHold(r) {
		words = append(words, Say(Hold, ""))
	}
	return append(words, Say(Pass, ""))
}

// mayHold: forehand speaks first, so one who is still in and doesn't lead was
// overbid.
func (a *Auction) mayHold(r *AuctionRules) bool {
	return r.Hold && a.Turn == a.forehand && a.Leader != Nobody
}

// Do carries out a word of the seat in turn and says whether the auction is over.
func (a *Auction) Do(r *AuctionRules, word Action) (over bool) {
	a.Calls = append(a.Calls, Call{a.Turn, callWord(word)})
	switch word.Verb {
	case Bid:
		a.Standing = slices.Index(r.Contracts, word.Word)
		a.Leader = a.Turn
	case Hold:
		a.Leader = a.Turn
	default:
		a.out |= a.Turn.Bit()
	}
	return !a.advance(r)
}

func callWord(a Action) Name {
	if a.Verb == Bid {
		return a.Word
	}
	return a.Verb
}

// advance finds the next seat that has a choice. A seat that could only pass
// isn't asked (RULES 1.3: at a Solo of forehand the dealer has nothing to say).
func (a *Auction) advance(r *AuctionRules) bool {
	for range r.Seats - 1 {
		a.Turn = (a.Turn + 1) % Seat(r.Seats)
		if !a.out.Has(a.Turn) && a.Turn != a.Leader && a.hasChoice(r) {
			return true
		}
	}
	return false
}

func (a *Auction) hasChoice(r *AuctionRules) bool {
	return a.Standing+1 < len(r.Contracts) || a.mayHold(r)
}

// Clone is an independent copy.
func (a Auction) Clone() Auction {
	a.Calls = slices.Clip(a.Calls)
	return a
}
