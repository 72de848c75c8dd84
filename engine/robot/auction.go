package robot

import (
	"tarockbot/engine"
	"tarockbot/engine/card"
)

// strength estimates a hand's worth for winning card points, in thirds. The weights come from a regression over
// thousands of deals among heuristic players.
func strength(hand card.Set) int {
	tarocks, heights := hand&card.AllTarocks, 0
	for c := range tarocks.All() {
		heights += int(c)
	}
	return 2*tarocks.Len() + heights/5 + 11*(hand&card.Honours).Len() + emptySuit*emptySuits(hand)
}

// pickedFirstBonus is the additional strength of the best sixteen of 24 cards.
const pickedFirstBonus = 11

func adjustedStrength(v engine.View) int {
	own := strength(v.Cards)
	if v.PickedFirst {
		own -= pickedFirstBonus
	}
	return own
}

// contract holds strengths that win half of the games.
type contract struct {
	name    engine.Word
	value   int
	bid     int // before the talon
	play    int // with the sixteen cards of the tricks
	against int
}

// contracts lists the contracts by the number of rivals, from the lowest. Against two rivals a value is the multiplier
// of all payments, and the strengths are of sixteen cards dealt. Against one rival a value is three times the
// multiplier, and the strengths are of the best sixteen of 24 cards. A game with other deals or payments must not use
// these words with this number of seats.
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

func contractFor(name engine.Word, seats int) (contract, bool) {
	for _, c := range contracts[seats-1] {
		if c.name == name {
			return c, true
		}
	}
	return contract{}, false
}

const (
	steepness            = 20
	minChance, maxChance = 20, 980
)

// prospect returns the expected value of a contract, in thousandths.
func prospect(value, margin int) int {
	chance := min(max(permille/2+steepness*margin, minChance), maxChance)
	return value * (2*chance - permille)
}

// bidOrPass rates dropping out at 0 before any bid, and later at half of what defending is worth. At the full
// worth of defending, players scored a little more, but bid Einblatt in every deal.
func bidOrPass(v engine.View, p engine.Prompt) (engine.Action, Reason) {
	own, seats := adjustedStrength(v), len(v.HandSize)
	standing, _ := v.StandingBid()
	current, _ := contractFor(standing, seats)
	out := dropOut(p)
	best, most := out, prospect(current.value, own-current.against)/2
	for _, word := range p.Choices {
		c := current
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

// promisesMore is a quirk: the heuristics drop out if the current contract would be worth more as their own. It stays
// because the frozen levels must play as before.
func (c contract) promisesMore(own, most int) bool {
	return c.value > 0 && prospect(c.value, own-c.bid) > most
}

func dropOut(p engine.Prompt) engine.Action {
	if good := engine.Say(engine.SayGood, 0); p.Allows(good) {
		return good
	}
	return engine.Say(engine.Pass, 0)
}
