package robot

import (
	"tarockbot/engine"
	"tarockbot/engine/card"
)

// standing is what announcements and doublings depend on.
type standing struct {
	tarocks  int
	seats    int
	margin   int  // strength above that which wins half of such games for the own side, in thirds
	declarer bool // the seat is the declarer
	final    bool // the talon won't change the hand any more
}

// standingOf returns the standing of the view's seat once there is a contract. In an unknown
// contract the margin is far below 0.
func standingOf(v engine.View) standing {
	s := standing{tarocks: (v.Cards & card.AllTarocks).Len(), seats: len(v.HandSize)}
	s.declarer, s.final = v.Seat == v.Declarer, v.Packet == 0 || v.Taken >= 0
	c, known := contractFor(v.Contract, s.seats)
	switch own := adjustedStrength(v); {
	case !known:
		s.margin = -own
	case !s.declarer:
		s.margin = own - c.against
	case s.final:
		s.margin = own - c.play
	default:
		s.margin = own - c.bid
	}
	return s
}

// announcements lists all announcements that the heuristics make, in the order in which they
// are made, each with the condition for it.
var announcements = [...]struct {
	name  engine.Word
	isDue func(standing) bool
}{
	{engine.Trull, always},
	{engine.Kings, always},
	{engine.Birds, always},
	{engine.TwoTrull, always},
	{engine.Pagat, winsPagat},
	{engine.Absolute, winsAbsolute},
	{engine.WithoutTrull, likely},
	{engine.WithoutKings, likely},
}

// always returns true: an announcement of cards in hand can't fail.
func always(standing) bool { return true }

// pagatTarocks is the least number of tarocks for announcing the Pagat, by the number of other
// seats; 0 means never.
var pagatTarocks = [engine.MaxSeats]int{1: 13, 2: 11}

// winsPagat reports whether there are enough tarocks to win the last trick with the Pagat.
func winsPagat(s standing) bool {
	least := pagatTarocks[s.seats-1]
	return least != 0 && s.tarocks >= least
}

// absoluteMargin is the least margin for announcing Absolute, by the number of other seats; 0
// means never.
var absoluteMargin = [engine.MaxSeats]int{1: 20, 2: 10}

// winsAbsolute reports whether the declarer will probably win 40 points.
func winsAbsolute(s standing) bool {
	least := absoluteMargin[s.seats-1]
	return least != 0 && s.declarer && s.final && s.margin >= least
}

// likelyMargin is the least margin at which the own side will probably win the game.
const likelyMargin = 6

// likely reports whether the own side will probably win the game, with no talon to come that
// could defeat the announcement.
func likely(s standing) bool { return s.final && s.margin >= likelyMargin }

// doublingThresholds are the least margins for doubling a game. They grow with every step,
// because the other side has shown strength too.
var doublingThresholds = [...]struct {
	verb   engine.Verb
	margin int
}{{engine.Contra, 14}, {engine.Re, 30}, {engine.Sub, 40}}

// speak returns the next announcement or doubling, and the reason. It is "done" if there is
// none left.
func speak(v engine.View, p engine.Prompt) (engine.Action, Reason) {
	s := standingOf(v)
	for _, a := range announcements {
		if word := engine.Say(engine.Announce, a.name); p.Allows(word) && a.isDue(s) {
			return word, ReasonSure
		}
	}
	for _, d := range doublingThresholds {
		if word := engine.Say(d.verb, engine.TheGame); p.Allows(word) && s.margin >= d.margin {
			return word, ReasonDouble
		}
	}
	return engine.Say(engine.Done, 0), ReasonUnsure
}
