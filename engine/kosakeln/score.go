package kosakeln

import (
	"tarockbot/engine"
	"tarockbot/engine/card"
)

// slot is one bonus of one side.
type slot struct {
	bonus    engine.Word
	defender bool
}

// scoreOrder is the order of items after the game: birds, then each side's
// points, then Without, then what was held.
var scoreOrder = func() (slots []slot) {
	both := func(bonuses ...engine.Word) {
		for _, b := range bonuses {
			slots = append(slots, slot{b, false}, slot{b, true})
		}
	}
	both(engine.Pagat, engine.Uhu, engine.Pelikan, engine.Quapil)
	slots = append(slots, slot{engine.Absolute, false}, slot{engine.Panzer, false}, slot{engine.Absolute, true}, slot{engine.Panzer, true})
	both(engine.WithoutTrull, engine.WithoutKings, engine.Trull, engine.Kings, engine.Birds)
	return slots
}()

func (s slot) seat(r *round) engine.Seat {
	if s.defender {
		return other(r.declarer)
	}
	return r.declarer
}

// throwIn ends a deal that nobody bid on.
func (r *round) throwIn(events []engine.Event) ([]engine.Event, phase) {
	r.result = engine.Unplayed(seats, engine.End{})
	return append(events, engine.Ended{Result: r.result}), over{}
}

// usualItems is room for the items of most deals.
const usualItems = 8

// finish scores a deal that was played to its end (RULES 1.8).
func (r *round) finish(events []engine.Event) ([]engine.Event, phase) {
	items := make([]engine.Item, 1, usualItems)
	items[0] = r.gameItem()
	for _, slot := range scoreOrder {
		b, s := slot.bonus, slot.seat(r)
		if claim, said := r.claim(b, s); said {
			items = append(items, r.claimItem(claim, r.made(b, s)))
		} else if r.madeSilently(b, s) {
			items = append(items, silentItem(b, s))
		}
	}
	return r.end(events, items, engine.End{})
}

// loseAtOnce ends the game of a declarer who took what Without forbids: all
// that the declarer announced is lost, what was held counts for its holder,
// and the defender's other announcements count nothing (R8).
func (r *round) loseAtOnce(events []engine.Event) ([]engine.Event, phase) {
	items := r.settle(false, func(c engine.Claim) engine.Verdict {
		switch decided := r.decided(c); {
		case decided != engine.Open:
			return decided
		case c.Seat == r.declarer:
			return engine.Lost
		default:
			return engine.Open
		}
	})
	return r.end(events, items, engine.End{How: engine.AtOnce, Seat: r.declarer})
}

// leave settles a resignation or a loss by time: the opponent is paid the game,
// the announcements as they are decided or, while they are open, as if the
// opponent's were won and the leaver's lost, and silent birds already made
// (RULES 1.8, R10, R24). An announced Valat stands for the game.
func (r *round) leave(s engine.Seat, how engine.Verb) ([]engine.Event, phase) {
	events := []engine.Event{engine.Left{Seat: s, How: how}}
	end := engine.End{How: engine.Name(how.String()), Seat: s}
	opponent := other(s)
	if r.declarer == engine.Nobody {
		return r.end(events, []engine.Item{r.unbidGame(opponent)}, end)
	}
	items := r.settle(opponent == r.declarer, func(c engine.Claim) engine.Verdict {
		return r.claims.Settled(c, r.decided(c), s)
	})
	for b := engine.Pagat; b <= engine.Quapil; b++ {
		if !r.claimed(opponent, b) && r.play.BirdMade(b, opponent) {
			items = append(items, silentItem(b, opponent))
		}
	}
	return r.end(events, items, end)
}

// unbidGame is what the seat is paid when the other leaves before there is a
// declarer: the value of the standing bid (R10).
func (r *round) unbidGame(s engine.Seat) engine.Item {
	game := engine.Item{Item: engine.TheGame, By: s, Won: true, Value: unbidValue}
	if r.auction.Leader != engine.Nobody {
		game.Value = contracts[r.auction.Standing].value
	}
	return game
}

// claim is the seat's announcement of the bonus, if there is one.
func (r *round) claim(b engine.Word, s engine.Seat) (engine.Claim, bool) {
	if !r.claimed(s, b) {
		return engine.Claim{}, false
	}
	return r.claims.Find(s, b)
}

// settle lists the game (or the announced Valat in its place) and every claim
// as judged; what is judged open counts nothing.
func (r *round) settle(gameWon bool, judge func(engine.Claim) engine.Verdict) []engine.Item {
	items := []engine.Item{r.plainGame(gameWon)}
	if claim, said := r.claim(engine.Valat, r.declarer); said {
		items[0] = r.claimItem(claim, judge(claim) == engine.Won)
	}
	for _, slot := range scoreOrder {
		claim, said := r.claim(slot.bonus, slot.seat(r))
		if !said {
			continue
		}
		if verdict := judge(claim); verdict != engine.Open {
			items = append(items, r.claimItem(claim, verdict == engine.Won))
		}
	}
	return items
}

// decided is what has become of the claim by now (R24).
func (r *round) decided(c engine.Claim) engine.Verdict {
	return r.play.Decided(c.Bonus, c.Seat, r.hand(c.Seat), r.talon.Packet)
}

// end makes the result from its items.
func (r *round) end(events []engine.Event, items []engine.Item, how engine.End) ([]engine.Event, phase) {
	res := &engine.Result{
		Declarer: r.declarer, Items: items, End: how,
	}
	// One array for all that is counted by seat: results are made by the million.
	counts := [3 * seats]int{
		r.counted(0).Thirds(), r.counted(1).Thirds(), int(r.play.Count[0]), int(r.play.Count[1]),
	}
	res.Thirds, res.Tricks, res.Score = counts[:2:2], counts[2:4:4], counts[4:]
	if r.declarer != engine.Nobody {
		res.Contract = contracts[r.contract].name
	}
	for _, item := range items {
		gain := item.Value
		if !item.Won {
			gain = -gain
		}
		res.Score[item.By] += gain
		res.Score[other(item.By)] -= gain
	}
	r.result = res
	return append(events, engine.Ended{Result: res}), over{}
}

// counted is every card that counts for the seat (RULES 1.8).
func (r *round) counted(s engine.Seat) card.Set {
	cards := r.play.Won[s] | r.laid[s] | r.unpicked(s)
	switch s {
	case r.declarer:
		cards |= r.talon.Discards
	case other(r.declarer):
		if r.declarer != engine.Nobody {
			cards |= r.talon.Rest()
		}
	}
	return cards
}

// gameItem is the game, or the Valat that replaces it (RULES 1.7, R9).
func (r *round) gameItem() engine.Item {
	if claim, said := r.claim(engine.Valat, r.declarer); said {
		return r.claimItem(claim, r.made(engine.Valat, r.declarer))
	}
	for _, s := range []engine.Seat{r.declarer, other(r.declarer)} {
		if r.made(engine.Valat, s) && (s == r.declarer || r.rules.defenderValat) {
			return r.doubledGame(engine.Item{Item: engine.Valat, By: s, Won: true, Silent: true}, silentValat)
		}
	}
	return r.plainGame(r.gameWon())
}

func (r *round) plainGame(won bool) engine.Item {
	return r.doubledGame(engine.Item{Item: engine.TheGame, By: r.declarer, Won: won}, 1)
}

// doubledGame is the item worth so often the game, with the game's doublings.
func (r *round) doubledGame(i engine.Item, times int) engine.Item {
	game := r.claims.List[0]
	i.How = engine.How{Doubled: game.Doubled, Factor: game.Factor(), Base: times * contracts[r.contract].value, Times: 1}
	i.Value = i.Reckon()
	return i
}

func (r *round) gameWon() bool { return r.counted(r.declarer).Thirds() >= engine.NeededThirds }

// Worth is what a bid's contract (RULES 1.3) or an announcement (RULES 1.7) counts.
func (r *round) Worth(s engine.Seat, a engine.Action) (w engine.Worth) {
	switch p, announces := r.phase.(announcing); {
	case a.Verb == engine.Bid, a.Verb == engine.Hold:
		after := r.auction.After(auctionRules, a)
		w.Now = contracts[after.Standing].value
	case a.Verb == engine.Announce && announces:
		w.Now, w.Instead = worth(a.Word, r.contract, p.early), a.Word.Bonus().Making == engine.ByAll
		if after := (announcing{}); p.early && r.rules.rights[a.Word]&after.occasion(r, s) != 0 {
			w.Later = worth(a.Word, r.contract, false)
		}
	case announces:
		w.Times = r.claims.Times(s, a, false)
	}
	return w
}

// claimItem is the item of an announcement. What the game carries takes the
// larger of the two factors, not the product (R3).
func (r *round) claimItem(c engine.Claim, won bool) engine.Item {
	if game := r.claims.List[0]; carriedBonuses.Has(c.Bonus) && c.Seat == r.declarer {
		c.Doubled = max(c.Doubled, game.Doubled)
	}
	i := engine.Item{Item: c.Bonus, By: c.Seat, Won: won}
	i.How = engine.How{Early: c.Early, Doubled: c.Doubled, Factor: c.Factor(), Base: worth(c.Bonus, r.contract, c.Early), Times: 1}
	i.Value = i.Reckon()
	return i
}

// silentItem is the item of a bonus made that nobody announced.
func silentItem(b engine.Word, s engine.Seat) engine.Item {
	return engine.Item{Item: b, By: s, Won: true, Value: values[b].silent, Silent: true}
}

// made says whether the seat has made the bonus (RULES 1.7, Success).
func (r *round) made(b engine.Word, s engine.Seat) bool {
	row := b.Bonus()
	switch row.Making {
	case engine.ByBird:
		return r.play.BirdMade(b, s)
	case engine.ByPoints:
		return r.counted(s).Thirds() >= r.rules.needed(row.Points)
	case engine.ByWithout:
		return s == r.declarer && r.gameWon() && r.hands[s]&row.Cards == 0
	case engine.ByAll:
		return int(r.play.Count[s]) == tricks
	default:
		return true
	}
}

// madeSilently: birds, unless a Valat hushes them, and in bamberger what was
// held over all the seat's cards (R4).
func (r *round) madeSilently(b engine.Word, s engine.Seat) bool {
	switch b.Bonus().Making {
	case engine.ByBird:
		hushed := r.rules.valatHushes && r.made(engine.Valat, r.declarer)
		return !hushed && r.made(b, s)
	case engine.ByHolding:
		return r.rules.heldUnsaid && b.Bonus().HeldIn(r.own[s])
	default:
		return false
	}
}
