package robot

import (
	"tarockbot/engine"
	"tarockbot/engine/card"
)

// strength estimates a hand's worth for winning card points, in thirds, if the opposing hand
// of the same size is average. Hands of sixteen cards have a mean of 77 and a standard
// deviation of 17. The weights come from a regression over thousands of deals among heuristic
// players.
func strength(hand card.Set) int {
	tarocks, heights := hand&card.AllTarocks, 0
	for c := range tarocks.All() {
		heights += int(c)
	}
	return 2*tarocks.Len() + heights/5 + 11*(hand&card.Honours).Len() + emptySuit*emptySuits(hand)
}

// pickedFirstBonus is how much stronger hands are on average, in thirds, where all players
// pick up cards before they put cards away, and keep the best of 24.
const pickedFirstBonus = 11

// adjustedStrength returns the strength of the seat's hand, comparable with the strengths in
// contracts.
func adjustedStrength(v engine.View) int {
	own := strength(v.Cards)
	if v.PickedFirst {
		own -= pickedFirstBonus
	}
	return own
}

// contract is how the heuristics judge a contract. Each strength wins half of the games.
type contract struct {
	name    engine.Word
	value   int // of winning it
	bid     int // strength for bidding it, before the talon
	play    int // strength for playing it, with the sixteen cards of the tricks
	against int // strength for defending against it
}

// contracts lists the contracts that the heuristics bid, by the number of rivals of a
// declarer, from the lowest contract. Against two rivals a value is the multiplier of all
// payments, and the strengths are of sixteen cards dealt. Against one rival, a value is three
// times the multiplier, and the strengths are of the best sixteen of 24 cards. A row serves
// all games that use its word with this number of seats: a game with other deals or payments
// needs other words.
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

// contractFor returns the row of a contract at a table with that number of seats. It reports
// false if there is none.
func contractFor(name engine.Word, seats int) (contract, bool) {
	for _, c := range contracts[seats-1] {
		if c.name == name {
			return c, true
		}
	}
	return contract{}, false
}

// The probability of winning, in thousandths, grows with every third of strength, within
// limits.
const (
	steepness            = 20
	minChance, maxChance = 20, 980
)

// prospect returns the expected value of a contract, in thousandths, for a hand whose strength
// is that margin above one that wins half of such games.
func prospect(value, margin int) int {
	chance := min(max(permille/2+steepness*margin, minChance), maxChance)
	return value * (2*chance - permille)
}

// bidOrPass returns the word with the highest expected value, and the reason. Dropping out is
// worth 0 before any bid, and later half of what defending is worth. Its full worth would
// drive weak hands into high contracts: that scored a little more, but made every deal an
// Einblatt.
func bidOrPass(v engine.View, p engine.Prompt) (engine.Action, Reason) {
	own, seats := adjustedStrength(v), len(v.HandSize)
	standing, _ := v.StandingBid()
	current, _ := contractFor(standing, seats)
	out := dropOut(p)
	best, most := out, prospect(current.value, own-current.against)/2
	for _, word := range p.Choices {
		c := current // of Hold and Take
		if word.Verb == engine.Bid {
			c, _ = contractFor(word.Word, seats)
		}
		if word == out || c.value == 0 {
			continue
		}
		if promise := prospect(c.value, own-c.bid); promise > most {
			best, most = word, promise
		}
	}
	if best == out || current.promisesMore(own, most) {
		return out, ReasonWeak
	}
	return best, ReasonStrong
}

// promisesMore reports whether the current contract would be worth more to a hand than the
// best word if it were the hand's own. Then the heuristics drop out, although dropping out
// makes it no seat's own. This is a quirk: it stays because a change would change how the
// frozen levels play.
func (c contract) promisesMore(own, most int) bool {
	return c.value > 0 && prospect(c.value, own-c.bid) > most
}

// dropOut returns the word that leaves the auction.
func dropOut(p engine.Prompt) engine.Action {
	if good := engine.Say(engine.Good, 0); p.Allows(good) {
		return good
	}
	return engine.Say(engine.Pass, 0)
}
