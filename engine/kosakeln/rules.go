package kosakeln

import (
	"slices"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

// The rule sets (RULES 1).
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

// gameValues holds G by contract (RULES 1.3).
var gameValues = [len(engine.Contracts)]int{3, 6, 9, 12}

// exchange is a way to exchange with the personal talon (RULES 1.2).
type exchange struct {
	law      func(hand card.Set) engine.Pick
	pickOnce bool // players pick up all eight cards before they exchange
}

var exchanges = map[engine.Name]exchange{
	"classic":  {law: func(h card.Set) engine.Pick { return engine.DiscardLaw(engine.Exchange, h, personalSize) }},
	"medium":   {law: mediumLaw},
	"easy":     {law: func(h card.Set) engine.Pick { return noHonours(h, 0) }},
	"tactical": {law: func(h card.Set) engine.Pick { return noHonours(h, personalSize) }, pickOnce: true},
	"club":     {law: clubLaw},
}

func mediumLaw(hand card.Set) engine.Pick {
	p := clubLaw(hand)
	p.Min = p.Max
	return p
}

func clubLaw(hand card.Set) engine.Pick {
	plain := hand &^ (card.AllTarocks | card.Kings)
	return engine.Pick{Verb: engine.Exchange, Max: min(personalSize, plain.Len()), From: plain, Reason: plainOnly}
}

func noHonours(hand card.Set, least int) engine.Pick {
	return engine.Pick{Verb: engine.Exchange, Min: least, Max: personalSize,
		From: hand &^ card.Honours, Reason: engine.NoHonours}
}

var announceable = engine.Bonuses &^ engine.TwoTrull.Bit()

// declarersBonuses are doubled with the game in zeroSum (R3, R20).
const declarersBonuses engine.WordSet = 1<<engine.Absolute | 1<<engine.Panzer | 1<<engine.WithoutTrull | 1<<engine.WithoutKings

type value struct {
	silent int                        // unannounced
	late   [len(engine.Contracts)]int // by contract; for a Solo the only value
}

// earlyFactor multiplies bonuses announced before the talon, except Valat.
const earlyFactor = 2

// RULES 1.7
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

// multiples of G for a Valat, which replaces the game (RULES 1.7)
const (
	announcedValat = 8
	silentValat    = 4
)

func worth(b engine.Word, c int, early bool) int {
	switch row := &bonusValues[b]; {
	case b.Bonus().Making == engine.MadeByAllTricks:
		return announcedValat * gameValues[c]
	case b.Bonus().Making == engine.MadeByHolding:
		return row.silent
	case early:
		return earlyFactor * row.late[c]
	default:
		return row.late[c]
	}
}

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

type ruleSet struct {
	engine.RuleSet

	auction         *engine.AuctionRules
	rights          [engine.WordCount]occasions // RULES 1.7
	scoring         scoring
	maxDoublings    int
	doubledWithGame engine.WordSet // bonuses of the declarer
	fixedExchange   engine.Name    // "" if an option chooses

	guardBirds           bool
	restOpen             bool // tarocks and kings of the untaken talon stay open for a trick
	putAwayHidden        bool // even their owner can't see them after the exchange
	valatReplacesGame    bool
	panzerBesideAbsolute bool // in every announcing phase
	earlyDoublingSquares bool // doublings before the talon count ×4
	withoutByOpeningHand bool // a Without is about the hand in the auction (R27)
}

var exchangeWays = engine.Option{ID: exchangeOption, Values: []engine.Name{"classic", "medium", "easy", "tactical"}}

// RULES 1.3
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

func (r *ruleSet) defenderSpeaksEarly() bool {
	return slices.ContainsFunc(r.rights[:], func(o occasions) bool { return o&defenderEarly != 0 })
}

const (
	plainOnly     engine.Name = "plain-only" // RULES 1.2
	keepBird      engine.Name = "keep-bird"
	highestBird   engine.Name = "highest-bird"
	absoluteFirst engine.Name = "absolute-first" // R5
	contraOff     engine.Name = "contra-off"
)

// Reasons returns the reasons besides engine.CommonReasons, for catalogues.
func Reasons() []engine.Name {
	return append(engine.TalonReasons(), engine.ForehandHolds, plainOnly, keepBird, highestBird, absoluteFirst, contraOff)
}
