package robot

import (
	"tarockbot/engine"
	"tarockbot/engine/card"
)

// strength is what a hand is worth for winning card points, in thirds: a
// standing for the other hand of the same size to be average. Sixteen cards
// make 77 on average with a spread of 17. The weights come from a regression
// over some thousand deals of this player against itself.
func strength(hand card.Set) int {
	tarocks, heights := hand&card.AllTarocks, 0
	for c := range tarocks.All() {
		heights += int(c)
	}
	return 2*tarocks.Len() + heights/5 + 11*(hand&card.Honours).Len() + emptySuit*emptySuits(hand)
}

// richer is by how much hands are stronger than usual where everybody picked up
// before putting away, and kept the best of 24 cards.
const richer = 11

// compared is the strength of the seat's hand, less what such hands usually
// have more than those that the tables are made for.
func compared(v engine.View) int {
	own := strength(v.Cards)
	if v.PickedFirst {
		own -= richer
	}
	return own
}

// contract is what the player thinks of a contract. The strengths are those
// with which half of the games are won.
type contract struct {
	name    engine.Word
	value   int // of winning it
	bid     int // bidding it, before the talon
	play    int // playing it, with the sixteen cards of the tricks
	against int // defending against one who has bid it
}

// contracts are those that are bid, by how many rivals a declarer has, from the lowest.
// Against two rivals a value is what everything is multiplied by, and the strengths are of
// sixteen cards dealt; against one it is three times that, and they are of the best of 24.
// A row serves every game with its word and so many seats: a game that deals or pays
// otherwise needs words of its own.
var contracts = [engine.MaxSeats][]contract{
	1: {
		{name: engine.Dreiblatt, value: 3, bid: 52, play: 76, against: 106},
		{name: engine.Zweiblatt, value: 6, bid: 64, play: 81, against: 98},
		{name: engine.Einblatt, value: 9, bid: 75, play: 87, against: 88},
		{name: engine.Solo, value: 12, bid: 92, play: 92, against: 69},
	},
	2: {
		{name: engine.Dreiblatt, value: 1, bid: 54, play: 75, against: 62},
		{name: engine.Zweiblatt, value: 2, bid: 61, play: 78, against: 85},
		{name: engine.Einblatt, value: 3, bid: 72, play: 84, against: 110},
		{name: engine.Solo, value: 4, bid: 86, play: 86, against: 110},
	},
}

// opinion finds the row of a contract played alone at a table of so many seats.
func opinion(name engine.Word, seats int) (contract, bool) {
	for _, c := range contracts[seats-1] {
		if c.name == name {
			return c, true
		}
	}
	return contract{}, false
}

// steepness is how much the chance of winning grows with every third of
// strength, in thousandths.
const steepness = 20

// prospect is what a game is worth on average, in thousandths, to one who
// stands so much above the strength that wins half of them.
func prospect(value, above int) int {
	chance := min(max(certain/2+steepness*above, 20), 980)
	return value * (2*chance - certain)
}

// call bids, takes, holds or drops out, whichever promises most. Dropping out
// is worth nothing as long as nobody has bid, and later half of what defending
// is: counted in full it drives weak hands into dear contracts, which wins a
// little more and makes every deal an Einblatt.
func call(v engine.View, p engine.Prompt) engine.Action {
	own, seats := compared(v), len(v.HandSize)
	standing, _ := opinion(standingBid(v.Calls), seats)
	best, most := dropOut(p), prospect(standing.value, own-standing.against)/2
	for _, word := range p.Words {
		c := standing
		if word.Verb == engine.Bid {
			c, _ = opinion(word.Word, seats)
		}
		if word == best || c.value == 0 {
			continue
		}
		if promise := prospect(c.value, own-c.bid); promise > most {
			best, most = word, promise
		}
	}
	return best
}

// dropOut is the word that leaves the auction.
func dropOut(p engine.Prompt) engine.Action {
	if good := engine.Say(engine.Good, 0); p.Allows(good) {
		return good
	}
	return engine.Say(engine.Pass, 0)
}

// standingBid is the last contract named in the auction; 0 before any.
func standingBid(calls []engine.Move) (name engine.Word) {
	for _, c := range calls {
		if c.Action.Verb == engine.Bid {
			name = c.Action.Word
		}
	}
	return name
}
