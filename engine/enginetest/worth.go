package enginetest

import "tarockbot/engine"

type announcement struct {
	seat engine.Seat
	what engine.Word
}

// quotedWorth records the words' worth as the engine quoted it.
type quotedWorth struct {
	worth   map[announcement]int
	fails   int // the other side's gain if the game fails; 0: the worth of the game
	times   map[engine.Word]int
	instead bool // a word replaced the game
}

func newQuotedWorth() quotedWorth {
	return quotedWorth{worth: make(map[announcement]int), times: make(map[engine.Word]int)}
}

func (q *quotedWorth) record(a engine.Action, seat engine.Seat, worth engine.Worth) {
	switch a.Verb {
	case engine.Bid, engine.Hold, engine.TakeOver, engine.Undertake:
		q.worth[announcement{seat, engine.TheGame}], q.fails = worth.Now, worth.IfFailed
	case engine.Announce, engine.Declare:
		q.worth[announcement{seat, a.Word}], q.instead = worth.Now, q.instead || worth.ReplacesGame
	case engine.Contra, engine.Re, engine.Sub:
		q.times[a.Word] = worth.Times
	}
}

func (q *quotedWorth) check(tr *trial, result *engine.Result) {
	if result.End.Reason != "" {
		return // this deal is settled by other rules
	}
	isGame := func(item engine.Item) bool { return item.Item == engine.TheGame || item.Silent }
	if result.Declarer != engine.Nobody && q.instead == isGame(result.Items[0]) {
		tr.Errorf("a word replaced the game: %t; the first item is %+v", q.instead, result.Items[0])
	}
	for _, item := range result.Items {
		if !item.Silent {
			q.checkItem(tr, item)
		}
	}
}

func (q *quotedWorth) checkItem(tr *trial, item engine.Item) {
	game := item.Item == engine.TheGame
	if game && item.Factor > 1 && item.Factor != q.times[item.Item] {
		tr.Errorf("the game's last doubling was quoted as %d, but counts as %+v", q.times[item.Item], item)
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
		tr.Errorf("%s was quoted as %d for seat %d, but counts as %+v", item.Item, worth, item.By, item)
	}
}
