package robot

import (
	"tarockbot/engine"
	"tarockbot/engine/card"
)

type situation struct {
	tarocks  int
	seats    int
	margin   int // strength above a hand that wins half of the games, in thirds
	declarer bool
	final    bool // the talon won't change the hand any more
}

func situationOf(v engine.View) situation {
	s := situation{tarocks: (v.Cards & card.AllTarocks).Len(), seats: len(v.HandSize)}
	s.declarer, s.final = v.Seat == v.Declarer, v.PacketSize == 0 || v.TakenPacket >= 0
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

var announcements = [...]struct {
	name  engine.Word
	isDue func(situation) bool
}{
	{engine.Trull, always},
	{engine.Kings, always},
	{engine.Birds, always},
	{engine.TwoTrull, always},
	{engine.Pagat, winsPagat},
	{engine.Absolute, winsAbsolute},
	{engine.WithoutTrull, winsLikely},
	{engine.WithoutKings, winsLikely},
}

func always(situation) bool { return true }

// pagatTarocks is the least number of tarocks by the number of other seats; 0 means never.
var pagatTarocks = [engine.MaxSeats]int{1: 13, 2: 11}

func winsPagat(s situation) bool {
	least := pagatTarocks[s.seats-1]
	return least != 0 && s.tarocks >= least
}

var absoluteMargin = [engine.MaxSeats]int{1: 20, 2: 10}

func winsAbsolute(s situation) bool {
	least := absoluteMargin[s.seats-1]
	return least != 0 && s.declarer && s.final && s.margin >= least
}

const likelyMargin = 6

func winsLikely(s situation) bool { return s.final && s.margin >= likelyMargin }

// Thresholds grow, because the other side has shown strength too.
var doublingThresholds = [...]struct {
	verb   engine.Verb
	margin int
}{{engine.Contra, 14}, {engine.Re, 30}, {engine.Sub, 40}}

func announceOrDouble(v engine.View, p engine.Prompt) (engine.Action, Reason) {
	s := situationOf(v)
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
	return engine.Say(engine.EndAnnouncing, 0), ReasonUnsure
}
