package kosakeln

import (
	"slices"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

// The rule sets and their options (RULES 1).
const (
	Bamberger    = "kosakeln/bamberger"
	Spieleversum = "kosakeln/spieleversum"
	Beck         = "kosakeln/beck"

	exchangeOption engine.Name = "exchange"
	contraOption   engine.Name = "contra"
)

const (
	seats        = 2
	personalSize = 8
	tricks       = 16
)

// gameValues are the values of the contracts, G (RULES 1.3).
var gameValues = [len(engine.Contracts)]int{3, 6, 9, 12}

// exchange is one way to exchange with the personal talon (RULES 1.2).
type exchange struct {
	law      func(hand card.Set) engine.Pick
	pickOnce bool // all eight are picked up first
}

var exchanges = map[engine.Name]exchange{
	"classic":  {law: func(h card.Set) engine.Pick { return engine.DiscardLaw(engine.Exchange, h, personalSize) }},
	"medium":   {law: mediumLaw},
	"easy":     {law: func(h card.Set) engine.Pick { return noHonours(h, 0) }},
	"tactical": {law: func(h card.Set) engine.Pick { return noHonours(h, personalSize) }, pickOnce: true},
	"club":     {law: clubLaw},
}

// mediumLaw asks for as many cards as clubLaw allows.
func mediumLaw(hand card.Set) engine.Pick {
	p := clubLaw(hand)
	p.Min = p.Max
	return p
}

// clubLaw allows up to eight cards, of suits and below the king only.
func clubLaw(hand card.Set) engine.Pick {
	plain := hand &^ (card.AllTarocks | card.Kings)
	return engine.Pick{Verb: engine.Exchange, Max: min(personalSize, plain.Len()), From: plain, Why: plainOnly}
}

// noHonours allows any cards but honours, at least as many as least says.
func noHonours(hand card.Set, least int) engine.Pick {
	return engine.Pick{Verb: engine.Exchange, Min: least, Max: personalSize,
		From: hand &^ card.Honours, Why: engine.NoHonours}
}

// announceable are the bonuses of Kosakeln.
var announceable = engine.Bonuses &^ engine.TwoTrull.Bit()

// declarersBonuses are the declarer's bonuses that a doubled game doubles too, where the scoring is zeroSum (R3, R20).
const declarersBonuses engine.WordSet = 1<<engine.Absolute | 1<<engine.Panzer | 1<<engine.WithoutTrull | 1<<engine.WithoutKings

// value holds the values of a bonus.
type value struct {
	silent int                        // without an announcement
	late   [len(engine.Contracts)]int // announced after the talon, by contract; a Solo has no other time
}

// earlyFactor multiplies the value of a bonus announced before the talon. Valat is worth the same at either time.
const earlyFactor = 2

// bonusValues is the table of RULES 1.7.
var bonusValues = [engine.WordCount]value{
	engine.Pagat:        {3, [...]int{6, 8, 10, 24}},
	engine.Uhu:          {3, [...]int{7, 10, 12, 28}},
	engine.Pelikan:      {3, [...]int{8, 12, 14, 32}},
	engine.Quapil:       {3, [...]int{9, 14, 16, 36}},
	engine.Absolute:     {late: [...]int{1, 2, 3, 9}},
	engine.Panzer:       {late: [...]int{3, 6, 12, 28}},
	engine.WithoutTrull: {late: [...]int{1, 2, 3, 9}},
	engine.WithoutKings: {late: [...]int{1, 2, 3, 9}},
	engine.Trull:        {silent: 1},
	engine.Kings:        {silent: 1},
	engine.Birds:        {silent: 3},
}

// Valat replaces the game value by these multiples of G (RULES 1.7).
const (
	announcedValat = 8
	silentValat    = 4
)

// worth returns the value of a bonus announced in contract c, before doubling.
func worth(b engine.Word, c int, early bool) int {
	switch row := &bonusValues[b]; {
	case b.Bonus().Making == engine.ByAll:
		return announcedValat * gameValues[c]
	case b.Bonus().Making == engine.ByHolding:
		return row.silent
	case early:
		return earlyFactor * row.late[c]
	default:
		return row.late[c]
	}
}

// occasions is a set of occasions to announce.
type occasions uint8

const (
	declarerEarly occasions = 1 << iota
	declarerLate
	defenderEarly
	defenderLate

	declarerAny = declarerEarly | declarerLate
	anyTime     = declarerAny | defenderEarly | defenderLate
	never       = occasions(0)
)

// ruleSet is what one rule set does differently from the others.
type ruleSet struct {
	engine.RuleSet

	auction         *engine.AuctionRules
	rights          [engine.WordCount]occasions // by bonus: who announces it when (RULES 1.7)
	scoring         scoring
	maxDoublings    int            // how often a claim may be doubled, unless contra is off
	doubledWithGame engine.WordSet // bonuses of the declarer that a doubled game doubles too
	fixedExchange   engine.Name    // the exchange where no option chooses it; else ""

	guardBirds           bool // announced birds are kept for their trick
	restOpen             bool // tarocks and kings of the talon's rest stay open for a trick
	putAwayHidden        bool // a seat can't look again at the cards that it put away in the exchange
	valatReplacesGame    bool // an announced Valat takes the game's place
	panzerBesideAbsolute bool // Panzer may always stand beside Absolute
	earlyDoublingSquares bool // claims may be doubled before the talon, too, where that counts ×4
	withoutByOpeningHand bool // Without concerns only the hand with which the seat bids (R27)
}

// exchangeWays is the option that chooses the exchange with the personal talon.
var exchangeWays = engine.Option{ID: exchangeOption, Values: []engine.Name{"classic", "medium", "easy", "tactical"}}

// forehandHoldsAuction is the auction in which forehand may hold (RULES 1.3).
var forehandHoldsAuction = engine.NewAuctionRules(seats, engine.AuctionStyle{ForehandHolds: true})

var ruleSets = map[string]*ruleSet{
	Bamberger: {
		RuleSet: engine.RuleSet{
			ID: Bamberger, Options: []engine.Option{exchangeWays, {ID: contraOption, Values: []engine.Name{"off", "on"}}},
		},
		auction: forehandHoldsAuction, scoring: zeroSum{heldScoresSilently: true, defenderValat: true},
		maxDoublings: 3, doubledWithGame: declarersBonuses, valatReplacesGame: true,
		rights: [engine.WordCount]occasions{
			engine.Pagat: declarerAny | defenderLate, engine.Uhu: declarerAny | defenderLate,
			engine.Pelikan: declarerAny | defenderLate, engine.Quapil: declarerAny | defenderLate,
			engine.Absolute: declarerAny, engine.Panzer: declarerAny, engine.WithoutTrull: declarerAny, engine.WithoutKings: declarerAny,
			engine.Valat: declarerAny, engine.Trull: never, engine.Kings: never, engine.Birds: never,
		},
	},
	Spieleversum: {
		RuleSet: engine.RuleSet{ID: Spieleversum},
		auction: forehandHoldsAuction, scoring: zeroSum{exactPoints: true, loseAtOnce: true, valatCancelsBirds: true},
		maxDoublings: 3, doubledWithGame: declarersBonuses, valatReplacesGame: true,
		rights: [engine.WordCount]occasions{
			engine.Pagat: anyTime, engine.Uhu: anyTime, engine.Pelikan: anyTime, engine.Quapil: anyTime,
			engine.Absolute: anyTime, engine.Panzer: anyTime, engine.WithoutTrull: declarerEarly, engine.WithoutKings: declarerEarly,
			engine.Valat: declarerAny, engine.Trull: anyTime, engine.Kings: anyTime, engine.Birds: anyTime,
		},
		fixedExchange: "club", guardBirds: true, restOpen: true, putAwayHidden: true,
	},
	Beck: {
		RuleSet: engine.RuleSet{
			ID: Beck, Options: []engine.Option{exchangeWays}, Lengths: []int{0}, Terms: engine.Terms{"take": "unterer"},
		},
		auction: engine.NewAuctionRules(seats, engine.BeckAuction()), scoring: newAdditive(engine.BeckTariff()), maxDoublings: 1,
		rights: [engine.WordCount]occasions{
			engine.Pagat: declarerAny, engine.Uhu: declarerAny, engine.Absolute: declarerAny, engine.Panzer: declarerAny,
			engine.WithoutTrull: declarerAny, engine.WithoutKings: declarerAny, engine.Valat: declarerAny,
		},
		panzerBesideAbsolute: true, earlyDoublingSquares: true, withoutByOpeningHand: true,
	},
}

// defenderSpeaksEarly reports whether the defender has a turn before the talon, because it may announce something then
// (RULES 1.4).
func (r *ruleSet) defenderSpeaksEarly() bool {
	return slices.ContainsFunc(r.rights[:], func(o occasions) bool { return o&defenderEarly != 0 })
}

// The reasons of refusals that belong to Kosakeln.
const (
	plainOnly     engine.Name = "plain-only"     // suit cards below king only (RULES 1.2)
	keepBird      engine.Name = "keep-bird"      // an announced bird waits for its trick
	highestBird   engine.Name = "highest-bird"   // the highest announced bird goes first
	absoluteFirst engine.Name = "absolute-first" // Panzer beside Absolute only if Absolute came before the talon (R5)
	contraOff     engine.Name = "contra-off"
)

// Reasons lists the reasons above and those of package engine that Kosakeln uses, for catalogues.
func Reasons() []engine.Name {
	return append(engine.TalonReasons(), engine.ForehandHolds, plainOnly, keepBird, highestBird, absoluteFirst, contraOff)
}
