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

func newQuotedWorth() quotedWorth {
	return quotedWorth{worth: make(map[announcement]int), times: make(map[engine.Word]int)}
}

// record keeps the worth of a word that is said. The game has the worth of the last bid.
func (q *quotedWorth) record(a engine.Action, seat engine.Seat, worth engine.Worth) {
	switch a.Verb {
	case engine.Bid, engine.Hold, engine.Take, engine.Undertake:
		q.worth[announcement{seat, engine.TheGame}], q.fails = worth.Now, worth.IfFailed
	case engine.Announce, engine.Declare:
		q.worth[announcement{seat, a.Word}], q.instead = worth.Now, q.instead || worth.ReplacesGame
	case engine.Contra, engine.Re, engine.Sub:
		q.times[a.Word] = worth.Times
	}
}

// check checks that each item of the result is reckoned from the worth that its word had when it was said. The game
// must have an item unless a word that was said takes its place.
func (q *quotedWorth) check(tr *trial, result *engine.Result) {
	if result.End.Reason != "" {
		return // settled otherwise than it was announced
	}
	isGame := func(item engine.Item) bool { return item.Item == engine.TheGame || item.Silent }
	if result.Declarer != engine.Nobody && q.instead == isGame(result.Items[0]) {
		tr.Errorf("something was said in place of the game: %t; the first item is %+v", q.instead, result.Items[0])
	}
	for _, item := range result.Items {
		if !item.Silent {
			q.checkItem(tr, item)
		}
	}
}

// checkItem checks an item of the result that was said.
func (q *quotedWorth) checkItem(tr *trial, item engine.Item) {
	game := item.Item == engine.TheGame
	if game && item.Factor > 1 && item.Factor != q.times[item.Item] {
		tr.Errorf("the last doubling of the game was said to count %d, and it is reckoned as %+v", q.times[item.Item], item)
	}
	worth, said := q.worth[announcement{item.By, item.Item}]
	if game && !item.Won && q.fails > 0 {
		worth = q.fails
	}
	value := item.Value
	if item.Factor != 0 {
		value = item.Base * item.Times
	}
	hasOtherParts := game && item.Factor == 0
	if said && (worth <= 0 || value != worth && !hasOtherParts) {
		tr.Errorf("%s was worth %d when seat %d said it, and is reckoned as %+v", item.Item, worth, item.By, item)
	}
}
