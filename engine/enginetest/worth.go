package enginetest

import "tarockbot/engine"

// announcement is the game that a seat has bid, or a bonus that it has announced.
type announcement struct {
	seat engine.Seat
	what engine.Word
}

// quotedWorth holds what the engine said that the words of a deal were worth when they were said.
type quotedWorth struct {
	worth   map[announcement]int
	fails   int                 // what the other side gets if the game fails; 0 if that is the worth of the game
	times   map[engine.Word]int // the factor of the last doubling of each word
	instead bool                // a word was said that takes the place of the game
}

// record keeps the worth of a word that is said. The game has the worth of the last bid.
func (p *quotedWorth) record(a engine.Action, seat engine.Seat, worth engine.Worth) {
	switch a.Verb {
	case engine.Bid, engine.Hold, engine.Take, engine.Undertake:
		p.worth[announcement{seat, engine.TheGame}], p.fails = worth.Now, worth.IfFailed
	case engine.Announce, engine.Declare:
		p.worth[announcement{seat, a.Word}], p.instead = worth.Now, p.instead || worth.ReplacesGame
	case engine.Contra, engine.Re, engine.Sub:
		p.times[a.Word] = worth.Times
	default:
	}
}

// check checks that each item of the result is reckoned from the worth that its word had when it was said. The game
// must have an item unless a word that was said takes its place.
func (p *quotedWorth) check(tr *trial, result *engine.Result) {
	tr.Helper()
	if result.End.Reason != "" {
		return // settled otherwise than it was announced
	}
	isGame := func(item engine.Item) bool { return item.Item == engine.TheGame || item.Silent }
	if result.Declarer != engine.Nobody && p.instead == isGame(result.Items[0]) {
		tr.Errorf("%s: something was said in place of the game: %t; the first item is %+v", tr.label, p.instead, result.Items[0])
	}
	for _, item := range result.Items {
		worth, ok := p.worth[announcement{item.By, item.Item}]
		if item.Item == engine.TheGame && !item.Won && p.fails > 0 {
			worth = p.fails
		}
		switch reckoned := item.Factor != 0; {
		case item.Silent:
		case item.Item == engine.TheGame && item.Factor > 1 && item.Factor != p.times[item.Item]:
			tr.Errorf("%s: the last doubling of the game was said to count %d, and it is reckoned as %+v", tr.label, p.times[item.Item], item)
		case !ok:
		case reckoned && item.Base*item.Times != worth, !reckoned && item.Item != engine.TheGame && item.Value != worth, worth <= 0:
			tr.Errorf("%s: %s was worth %d when seat %d said it, and is reckoned as %+v", tr.label, item.Item, worth, item.By, item)
		}
	}
}
