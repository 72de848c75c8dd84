package illustrated

import (
	"tarockbot/engine"
	"tarockbot/engine/card"
)

// The rule sets (RULES 2).
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

// RULES 2.3
const (
	trischakenLoss  = 10
	trischakenGain  = 5
	trischakenClean = 5 // for a seat without a trick
)

type ruleSet struct {
	engine.RuleSet

	tariff              engine.Tariff
	auction             *engine.AuctionRules
	talonMid            bool // the talon is dealt between two rounds of eight cards
	redealWithoutTarock bool

	maxDoublings         int
	earlyDoublingSquares bool // doublings before the talon count ×4, ×16
	gameDoubledEarly     bool
	defendersAlwaysSpeak bool // after the talon, even if only "good" is possible
	announcedInOrder     bool
	withoutByDealtHand   bool // a Without is about the dealt hand, not the talon
	discardsStayVisible  bool // the declarer still sees the discards
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
		auction:             engine.NewAuctionRules(seats, engine.AuctionStyle{GoodReplacesPass: true, Duel: true, TakeLimits: []int{2, 2, 2}}),
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
		auction:  engine.NewAuctionRules(seats, engine.AuctionStyle{GoodReplacesPass: true}),
		talonMid: true, maxDoublings: 2, earlyDoublingSquares: true, gameDoubledEarly: true, announcedInOrder: true,
		discardsStayVisible: true,
	},
}

// laterInOrder holds the bonuses that must not precede a bonus.
var laterInOrder = map[engine.Word]engine.WordSet{
	engine.Absolute: 1<<engine.Panzer | 1<<engine.Valat,
	engine.Panzer:   1 << engine.Valat,
}

func hasNoTarock(hand card.Set) bool { return hand&card.AllTarocks == 0 }

const (
	saidLater engine.Name = "said-later" // Absolute, Panzer, Valat
	mustBeat  engine.Name = "must-beat"  // RULES 2.3
	pagatLast engine.Name = "pagat-last" // RULES 2.3
)

// Reasons returns the reasons besides engine.CommonReasons, for catalogues.
func Reasons() []engine.Name {
	return append(engine.TalonReasons(), saidLater, mustBeat, pagatLast)
}
