package illustrated

import (
	"tarockbot/engine"
	"tarockbot/engine/card"
)

// The rule sets and their options (RULES 2).
const (
	Loew          = "illustrated/loew"
	Beck          = "illustrated/beck"
	MayrSedlaczek = "illustrated/mayr-sedlaczek"

	uhuOption        engine.Name = "uhu"
	trischakenOption engine.Name = "trischaken"
)

const (
	seats  = 3
	tricks = 16
)

// A series ends when somebody reaches the goal, which earns an extra (R22).
const (
	goal  = 100
	extra = 10
)

// contract is one row of the auction, the same in all sets.
type contract struct {
	name   engine.Word
	packet int // cards taken from the talon; 0: the talon stays down
	times  int // M, which multiplies every item
}

// contracts rise.
var contracts = [...]contract{
	{engine.Dreiblatt, 3, 1},
	{engine.Zweiblatt, 2, 2},
	{engine.Einblatt, 1, 3},
	{engine.Solo, 0, 4},
}

// unbidValue settles a deal left before anybody bid.
const unbidValue = 3

// What Trischaken is worth (RULES 2.3).
const (
	trischakenLoss  = 10
	trischakenGain  = 5
	trischakenClean = 5 // more, without a trick
)

// party is who has a right. The zero value is the declarer alone.
type party bool

const (
	declarers party = false
	anybodys  party = true
)

// bonus is what one set pays for a bonus, before M. 0: not at that time. What
// is said in a Solo counts as said before the talon, or, where that can't be,
// as said after it (R17).
type bonus struct {
	early, late, silent int
	said, unsaid        party // who may announce it, and for whom it counts unsaid
}

// solo is what a bonus said in a Solo is worth.
func (b *bonus) solo() int {
	if b.early > 0 {
		return b.early
	}
	return b.late
}

// ruleSet is what one set does differently from the others.
type ruleSet struct {
	games    [len(contracts)][]int // G, by how often the contract was raised in the duel
	levels   []engine.Name         // how that is called
	auction  *engine.AuctionRules
	bonuses  [engine.WordCount]bonus
	offered  engine.Words // the bonuses that the set knows
	talonMid bool         // the talon is dealt between two packets of eight, not first
	redeal   bool         // a hand without any tarock is dealt again

	rungs        int  // how often a claim may be doubled
	squared      bool // before the talon doublings count ×4 and ×16
	earlyGame    bool // the game may be doubled before the talon
	allSpeak     bool // the defenders always have a turn after the talon
	ordered      bool // Absolute, Panzer and Valat are said in this order only
	noExcess     bool // an announced Panzer takes the place of E (R13)
	dealtWithout bool // Without asks for the dealt cards alone, not the talon's
	ownTalon     bool // one may look at what one put away
}

var ruleSets = map[string]*ruleSet{
	Loew: complete(ruleSet{
		games: [...][]int{{3, 4, 5}, {3, 4, 5}, {3, 4, 5}, {8}}, levels: []engine.Name{"", "taken", "retaken"},
		bonuses: [engine.WordCount]bonus{
			engine.Pagat:        {late: 10, silent: 5, said: anybodys, unsaid: anybodys},
			engine.Uhu:          {late: 10, silent: 5, said: anybodys, unsaid: anybodys},
			engine.Absolute:     {early: 5},
			engine.Panzer:       {late: 15},
			engine.WithoutTrull: {early: 5},
			engine.WithoutKings: {early: 5},
			engine.Trull:        {late: 3, said: anybodys},
			engine.Kings:        {late: 3, said: anybodys},
			engine.Honours:      {late: 1, said: anybodys},
		},
		redeal: true, rungs: 1, allSpeak: true, noExcess: true, dealtWithout: true,
	}, engine.AuctionStyle{Good: true, Duel: true, Takes: []int{2, 2, 2}}),
	Beck: complete(ruleSet{
		games: [...][]int{{3, 4, 5}, {3}, {3}, {3}}, levels: []engine.Name{"", "unterer", "unterer-held"},
		bonuses: [engine.WordCount]bonus{
			engine.Pagat:        {early: 20, late: 10, silent: 5, unsaid: anybodys},
			engine.Uhu:          {early: 20, late: 10, silent: 5, unsaid: anybodys},
			engine.Absolute:     {early: 10, late: 5},
			engine.Panzer:       {early: 40, late: 20},
			engine.WithoutTrull: {early: 16, late: 8, silent: 4},
			engine.WithoutKings: {early: 15, late: 10, silent: 5},
			engine.Valat:        {early: 48, late: 24, silent: 12},
			engine.Trull:        {silent: 4, unsaid: anybodys},
			engine.Kings:        {silent: 5, unsaid: anybodys},
			engine.Honours:      {silent: 2, unsaid: anybodys},
		},
		rungs: 1, squared: true, dealtWithout: true,
	}, engine.AuctionStyle{Good: true, Duel: true, Takes: []int{1}, HoldRaises: true}),
	MayrSedlaczek: complete(ruleSet{
		games: [...][]int{{3}, {5}, {7}, {10}}, levels: []engine.Name{""},
		bonuses: [engine.WordCount]bonus{
			engine.Pagat:        {early: 20, late: 10, silent: 5},
			engine.Absolute:     {early: 10, late: 5},
			engine.Panzer:       {early: 40, late: 20},
			engine.WithoutTrull: {early: 20, late: 10},
			engine.WithoutKings: {early: 20, late: 10},
			engine.Valat:        {early: 80, late: 40, silent: 20},
			engine.Trull:        {silent: 3, unsaid: anybodys},
			engine.Kings:        {silent: 3, unsaid: anybodys},
		},
		talonMid: true, rungs: 2, squared: true, earlyGame: true, ordered: true, ownTalon: true,
	}, engine.AuctionStyle{Good: true}),
}

// complete adds to a rule set what follows from its tables.
func complete(r ruleSet, style engine.AuctionStyle) *ruleSet {
	var names []engine.Word
	for _, c := range contracts {
		names = append(names, c.name)
	}
	r.auction = engine.NewAuctionRules(seats, names, style)
	for b := range engine.Bonuses.All() {
		if r.bonuses[b] != (bonus{}) {
			r.offered |= b.Bit()
		}
	}
	return &r
}

// after are the announcements that must not stand before each, where the order
// counts.
var after = map[engine.Word]engine.Words{
	engine.Absolute: 1<<engine.Panzer | 1<<engine.Valat,
	engine.Panzer:   1 << engine.Valat,
}

// half is E's zero: an even game.
const half = 35

// rounded is card points from thirds: two thirds round up, one rounds down
// (RULES 0, Card points).
func rounded(thirds int) int { return (thirds + 1) / 3 }

// bare says whether the hand has no tarock.
func bare(hand card.Set) bool { return hand&card.AllTarocks == 0 }

// The reasons of refusals that belong to Illustrated Tarock.
const (
	cantTake  engine.Name = "cant-take"  // RULES 2.1
	saidLater engine.Name = "said-later" // Absolute, Panzer, Valat in this order
	mustBeat  engine.Name = "must-beat"  // RULES 2.3
	pagatLast engine.Name = "pagat-last" // RULES 2.3
)

// Reasons lists them and those that it shares, for catalogues.
func Reasons() []engine.Name {
	return []engine.Name{cantTake, saidLater, mustBeat, pagatLast, engine.SaidAlready, engine.NotYours, engine.BirdNotHeld,
		engine.CardsNotHeld, engine.HoldsOne, engine.CantFail, engine.NothingToDouble}
}
