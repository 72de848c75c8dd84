package robot

import (
	"tarockbot/engine"
	"tarockbot/engine/card"
)

// position is what a player judges announcements by.
type position struct {
	tarocks  int
	seats    int
	above    int  // strength above what wins half of the games on the own side
	declarer bool // the seat is the declarer
	final    bool // the hand is the one the tricks are played with
}

// assess tells the seat's position once there is a contract. In an unknown
// contract it is far below even.
func assess(v engine.View) position {
	p := position{
		tarocks:  (v.Cards & card.AllTarocks).Len(),
		seats:    len(v.HandSize),
		declarer: v.Seat == v.Declarer,
		final:    v.Packet == 0 || v.Taken >= 0,
	}
	c, known := opinion(v.Contract, len(v.HandSize))
	switch own := compared(v); {
	case !known:
		p.above = -own
	case !p.declarer:
		p.above = own - c.against
	case p.final:
		p.above = own - c.play
	default:
		p.above = own - c.bid
	}
	return p
}

// announcement is when the player dares an announcement.
type announcement struct {
	name  engine.Word
	sound func(position) bool
}

// announcements are in the order in which they are said. What isn't listed is
// not announced.
var announcements = [...]announcement{
	{engine.Trull, always},
	{engine.Kings, always},
	{engine.Birds, always},
	{engine.TwoTrull, always},
	{engine.Pagat, ultimo},
	{engine.Absolute, absolute},
	{engine.WithoutTrull, likely},
	{engine.WithoutKings, likely},
}

// pagatTarocks are the tarocks with which the Pagat is announced, by how many other
// seats there are: two have fewer each. Where there is no row it never is.
var pagatTarocks = [engine.MaxSeats]int{1: 13, 2: 11}

// ultimo: there are tarocks enough to keep the Pagat for the last trick.
func ultimo(p position) bool {
	least := pagatTarocks[p.seats-1]
	return least != 0 && p.tarocks >= least
}

// boldness is the strength above the even one with which Absolute is announced, by how
// many other seats there are. Where there is no row it never is.
var boldness = [engine.MaxSeats]int{1: 20, 2: 10}

// absolute: the declarer is strong enough to win 40 points.
func absolute(p position) bool {
	least := boldness[p.seats-1]
	return least != 0 && p.declarer && p.final && p.above >= least
}

// always: what is held can't fail.
func always(position) bool { return true }

// likely: the game will probably be won, and no talon can bring what is
// announced away.
func likely(p position) bool { return p.final && p.above >= 6 }

// daring is the strength above the even one at which a game is doubled: more
// with every step, as the other side has shown its strength too.
var daring = [...]struct {
	verb  engine.Verb
	above int
}{{engine.Contra, 14}, {engine.Re, 30}, {engine.Sub, 40}}

// speak announces and doubles, and is done when nothing is left to say.
func speak(v engine.View, p engine.Prompt) engine.Action {
	pos := assess(v)
	for _, a := range announcements {
		if word := engine.Say(engine.Announce, a.name); p.Allows(word) && a.sound(pos) {
			return word
		}
	}
	for _, d := range daring {
		if word := engine.Say(d.verb, engine.TheGame); p.Allows(word) && pos.above >= d.above {
			return word
		}
	}
	return engine.Say(engine.Done, 0)
}
