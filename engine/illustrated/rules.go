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

// The values of Trischaken (RULES 2.3).
const (
	trischakenLoss  = 10
	trischakenGain  = 5
	trischakenClean = 5 // added to the gain of a seat without a trick
)

// ruleSet is what one rule set does differently from the others.
type ruleSet struct {
	engine.RuleSet

	tariff   engine.Tariff
	auction  *engine.AuctionRules
	talonMid bool // the talon is dealt between two packets of eight, not first
	// redealWithoutTarock ends a deal at once in which a hand has no tarock.
	redealWithoutTarock bool

	maxDoublings         int  // how often a claim may be doubled
	earlyDoublingSquares bool // before the talon doublings count ×4 and ×16
	gameDoubledEarly     bool // the game may be doubled before the talon
	defendersAlwaysSpeak bool // the defenders have a turn after the talon even if they can only say "good"
	announcedInOrder     bool // Absolute, Panzer and Valat are announced in this order only
	withoutByDealtHand   bool // Without concerns only the cards dealt, not the talon's
	discardsStayVisible  bool // the declarer may look at its discards again
}

var ruleSets = map[string]*ruleSet{
	Loew: {
		RuleSet: engine.RuleSet{ID: Loew, Options: []engine.Option{{ID: uhuOption, Values: []engine.Name{"off", "on"}}}},
		tariff: engine.Tariff{
			Games: [...][]int{{3, 4, 5}, {3, 4, 5}, {3, 4, 5}, {8}}, Levels: []engine.Name{"", "taken", "retaken"}, NoExcess: true,
			Prices: [engine.WordCount]engine.Price{
				engine.Pagat:        {Late: 10, Silent: 5, Announce: engine.AnySeat, Unannounced: engine.AnySeat},
				engine.Uhu:          {Late: 10, Silent: 5, Announce: engine.AnySeat, Unannounced: engine.AnySeat},
				engine.Absolute:     {Early: 5},
				engine.Panzer:       {Late: 15},
				engine.WithoutTrull: {Early: 5},
				engine.WithoutKings: {Early: 5},
				engine.Trull:        {Late: 3, Announce: engine.AnySeat},
				engine.Kings:        {Late: 3, Announce: engine.AnySeat},
				engine.TwoTrull:     {Late: 1, Announce: engine.AnySeat},
			},
		},
		auction:             engine.NewAuctionRules(seats, engine.AuctionStyle{Good: true, Duel: true, Takes: []int{2, 2, 2}}),
		redealWithoutTarock: true, maxDoublings: 1, defendersAlwaysSpeak: true, withoutByDealtHand: true,
	},
	Beck: {
		RuleSet: engine.RuleSet{
			ID: Beck, Options: []engine.Option{{ID: trischakenOption, Values: []engine.Name{"off", "on"}}},
			Terms: engine.Terms{"take": "unterer", "uncut": "knock"},
		},
		tariff: *engine.BeckTariff(), auction: engine.NewAuctionRules(seats, engine.BeckAuction()),
		maxDoublings: 1, earlyDoublingSquares: true, withoutByDealtHand: true,
	},
	MayrSedlaczek: {
		RuleSet: engine.RuleSet{ID: MayrSedlaczek},
		tariff: engine.Tariff{
			Games: [...][]int{{3}, {5}, {7}, {10}}, Levels: []engine.Name{""},
			Prices: [engine.WordCount]engine.Price{
				engine.Pagat:        {Early: 20, Late: 10, Silent: 5},
				engine.Absolute:     {Early: 10, Late: 5},
				engine.Panzer:       {Early: 40, Late: 20},
				engine.WithoutTrull: {Early: 20, Late: 10},
				engine.WithoutKings: {Early: 20, Late: 10},
				engine.Valat:        {Early: 80, Late: 40, Silent: 20},
				engine.Trull:        {Silent: 3, Unannounced: engine.AnySeat},
				engine.Kings:        {Silent: 3, Unannounced: engine.AnySeat},
			},
		},
		auction:  engine.NewAuctionRules(seats, engine.AuctionStyle{Good: true}),
		talonMid: true, maxDoublings: 2, earlyDoublingSquares: true, gameDoubledEarly: true, announcedInOrder: true,
		discardsStayVisible: true,
	},
}

// laterInOrder lists, for each bonus, the bonuses that may only be announced after it, where the order counts.
var laterInOrder = map[engine.Word]engine.WordSet{
	engine.Absolute: 1<<engine.Panzer | 1<<engine.Valat,
	engine.Panzer:   1 << engine.Valat,
}

// hasNoTarock reports whether the hand has no tarock.
func hasNoTarock(hand card.Set) bool { return hand&card.AllTarocks == 0 }

// The reasons of refusals that belong to Illustrated Tarock.
const (
	saidLater engine.Name = "said-later" // Absolute, Panzer, Valat in this order
	mustBeat  engine.Name = "must-beat"  // RULES 2.3
	pagatLast engine.Name = "pagat-last" // RULES 2.3
)

// Reasons lists the reasons above and those of package engine that Illustrated Tarock uses, for catalogues.
func Reasons() []engine.Name {
	return append(engine.TalonReasons(), saidLater, mustBeat, pagatLast)
}
