package enginetest

import "tarockbot/engine"

// said is what a seat has bid or announced.
type said struct {
	seat engine.Seat
	what engine.Word
}

// recordWorth keeps what a word is worth when it is said. The last bid is the game's.
func (tr *trial) recordWorth(deal *engine.Deal, seat engine.Seat, a engine.Action) {
	switch a.Verb {
	case engine.Bid, engine.Hold, engine.Take, engine.Undertake:
		worth := deal.Worth(seat, a)
		tr.worth[said{seat, engine.TheGame}], tr.fails = worth.Now, worth.Fails
	case engine.Announce, engine.Declare:
		worth := deal.Worth(seat, a)
		tr.worth[said{seat, a.Word}], tr.instead = worth.Now, tr.instead || worth.Instead
	case engine.Contra, engine.Re, engine.Sub:
		tr.times[a.Word] = deal.Worth(seat, a).Times
	default:
	}
}

// checkWorth: what a word was worth when it was said is what its item is reckoned from,
// and the game has no item exactly if one that was said takes its place.
func (tr *trial) checkWorth(result *engine.Result) {
	tr.Helper()
	if result.End.How != "" {
		return // settled otherwise than it was announced
	}
	isGame := func(item engine.Item) bool { return item.Item == engine.TheGame || item.Silent }
	if result.Declarer != engine.Nobody && tr.instead == isGame(result.Items[0]) {
		tr.Errorf("%s: something was said in place of the game: %t; the first item is %+v", tr.Name, tr.instead, result.Items[0])
	}
	for _, item := range result.Items {
		worth, ok := tr.worth[said{item.By, item.Item}]
		if item.Item == engine.TheGame && !item.Won && tr.fails > 0 {
			worth = tr.fails
		}
		switch reckoned := item.Factor != 0; {
		case item.Silent:
		case item.Item == engine.TheGame && item.Factor > 1 && item.Factor != tr.times[item.Item]:
			tr.Errorf("%s: the last doubling of the game was said to count %d, and it is reckoned as %+v", tr.Name, tr.times[item.Item], item)
		case !ok:
		case reckoned && item.Base*item.Times != worth, !reckoned && item.Item != engine.TheGame && item.Value != worth, worth <= 0:
			tr.Errorf("%s: %s was worth %d when seat %d said it, and is reckoned as %+v", tr.Name, item.Item, worth, item.By, item)
		}
	}
}
