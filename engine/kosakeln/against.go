package kosakeln

import "tarockbot/engine"

// against is the scoring of two players who settle against each other: one pays all
// that the other wins (RULES 1.7, 1.8).
type against struct {
	exactPoints   bool // Absolute and Panzer are not rounded (R7)
	heldUnsaid    bool // held bonuses score by themselves, over all own cards (R4)
	loseAtOnce    bool // a Without spoiled by the talon loses the game (R8)
	defenderValat bool // a silent Valat counts for the defender too
	valatHushes   bool // a Valat made takes the silent birds with it
}

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

// usualItems is room for the items of most deals.
const usualItems = 8

func (x against) items(r *round) []engine.Item {
	items := make([]engine.Item, 1, usualItems)
	items[0] = x.gameItem(r)
	for _, slot := range scoreOrder {
		b, s := slot.bonus, slot.seat(r)
		if claim, said := x.claim(r, b, s); said {
			items = append(items, x.claimItem(r, claim, x.made(r, b, s)))
		} else if x.madeSilently(r, b, s) {
			items = append(items, silentItem(b, s))
		}
	}
	return items
}

// left settles the announcements as they are decided or, while they are open, as
// if the other's were won and the leaver's lost, and silent birds already made
// (RULES 1.8, R24). An announced Valat stands for the game.
func (x against) left(r *round, leaver engine.Seat) []engine.Item {
	opponent := other(leaver)
	items := x.settle(r, opponent == r.declarer, func(c engine.Claim) engine.Verdict {
		return r.claims.Settled(c, r.decided(c), leaver)
	})
	for b := engine.Pagat; b <= engine.Quapil; b++ {
		if !r.claimed(opponent, b) && r.play.BirdMade(b, opponent) {
			items = append(items, silentItem(b, opponent))
		}
	}
	return items
}

// lostAtOnce settles the game of a declarer who took what Without forbids: all
// that the declarer announced is lost, what was held counts for its holder,
// and the defender's other announcements count nothing (R8).
func (x against) lostAtOnce(r *round) []engine.Item {
	return x.settle(r, false, func(c engine.Claim) engine.Verdict {
		switch decided := r.decided(c); {
		case decided != engine.Undecided:
			return decided
		case c.Seat == r.declarer:
			return engine.Lost
		default:
			return engine.Undecided
		}
	})
}

func (against) credit(items []engine.Item, _ engine.Seat, score []int) {
	for _, item := range items {
		gain := item.Value
		if !item.Won {
			gain = -gain
		}
		score[item.By] += gain
		score[other(item.By)] -= gain
	}
}

func (against) bid(a *engine.Auction) engine.Worth {
	if a.Leader == engine.Nobody {
		return engine.Worth{Now: engine.UnbidValue}
	}
	return engine.Worth{Now: games[a.Contract]}
}

func (against) said(r *round, s engine.Seat, a engine.Action, p announcing) (w engine.Worth) {
	if a.Verb != engine.Announce {
		w.Times = r.claims.Times(s, a, false)
		return w
	}
	w.Now, w.Instead = worth(a.Word, r.contract, p.early), a.Word.Bonus().Making == engine.ByAll
	if after := (announcing{}); p.early && r.rules.rights[a.Word]&after.occasion(r, s) != 0 {
		w.Later = worth(a.Word, r.contract, false)
	}
	return w
}

func (against) show(*engine.PublicView, *engine.Auction) {}

// claim returns the seat's announcement of the bonus, if there is one.
func (against) claim(r *round, b engine.Word, s engine.Seat) (engine.Claim, bool) {
	if !r.claimed(s, b) {
		return engine.Claim{}, false
	}
	return r.claims.Find(s, b)
}

// settle lists the game (or the announced Valat in its place) and every claim
// as judged; what is judged open counts nothing.
func (x against) settle(r *round, gameWon bool, judge func(engine.Claim) engine.Verdict) []engine.Item {
	items := []engine.Item{x.plainGame(r, gameWon)}
	if claim, said := x.claim(r, engine.Valat, r.declarer); said {
		items[0] = x.claimItem(r, claim, judge(claim) == engine.Won)
	}
	for _, slot := range scoreOrder {
		claim, said := x.claim(r, slot.bonus, slot.seat(r))
		if !said {
			continue
		}
		if verdict := judge(claim); verdict != engine.Undecided {
			items = append(items, x.claimItem(r, claim, verdict == engine.Won))
		}
	}
	return items
}

// gameItem returns the game, or the Valat that replaces it (RULES 1.7, R9).
func (x against) gameItem(r *round) engine.Item {
	if claim, said := x.claim(r, engine.Valat, r.declarer); said {
		return x.claimItem(r, claim, x.made(r, engine.Valat, r.declarer))
	}
	for _, s := range []engine.Seat{r.declarer, other(r.declarer)} {
		if x.made(r, engine.Valat, s) && (s == r.declarer || x.defenderValat) {
			return x.doubledGame(r, engine.Item{Item: engine.Valat, By: s, Won: true, Silent: true}, silentValat)
		}
	}
	return x.plainGame(r, x.gameWon(r))
}

func (x against) plainGame(r *round, won bool) engine.Item {
	return x.doubledGame(r, engine.Item{Item: engine.TheGame, By: r.declarer, Won: won}, 1)
}

// doubledGame returns the item worth so often the game, with the game's
// doublings.
func (against) doubledGame(r *round, i engine.Item, times int) engine.Item {
	game := r.claims.List[0]
	i.Breakdown = engine.Breakdown{Doubled: game.Doubled, Factor: game.Factor(), Base: times * games[r.contract], Times: 1}
	i.Value = i.Reckon()
	return i
}

// claimItem returns the item of an announcement. What the game carries takes
// the larger of the two factors, not the product (R3).
func (against) claimItem(r *round, c engine.Claim, won bool) engine.Item {
	if game := r.claims.List[0]; r.rules.carried.Has(c.Bonus) && c.Seat == r.declarer {
		c.Doubled = max(c.Doubled, game.Doubled)
	}
	i := engine.Item{Item: c.Bonus, By: c.Seat, Won: won}
	i.Breakdown = engine.Breakdown{Early: c.Early, Doubled: c.Doubled, Factor: c.Factor(), Base: worth(c.Bonus, r.contract, c.Early), Times: 1}
	i.Value = i.Reckon()
	return i
}

// silentItem returns the item of a bonus made that nobody announced.
func silentItem(b engine.Word, s engine.Seat) engine.Item {
	return engine.Item{Item: b, By: s, Won: true, Value: values[b].silent, Silent: true}
}

func (against) gameWon(r *round) bool { return r.counted(r.declarer).Thirds() >= engine.NeededThirds }

// made reports whether the seat has made the bonus (RULES 1.7, Success).
func (x against) made(r *round, b engine.Word, s engine.Seat) bool {
	row := b.Bonus()
	switch row.Making {
	case engine.ByBird:
		return r.play.BirdMade(b, s)
	case engine.ByPoints:
		return r.counted(s).Thirds() >= x.needed(row.Points)
	case engine.ByWithout:
		return s == r.declarer && x.gameWon(r) && r.hands[s]&row.Cards == 0
	case engine.ByAll:
		return int(r.play.Count[s]) == tricks
	default:
		return true
	}
}

// needed returns the thirds that the side must have which announced so many points. With rounding, one
// leaf less than the full points is enough (R7).
func (x against) needed(points int) int {
	if x.exactPoints {
		return 3 * points
	}
	return 3*points - 1
}

// madeSilently reports whether the seat made the bonus without a word: a bird, unless a Valat silences it,
// and in bamberger what was held, over all the seat's cards (R4).
func (x against) madeSilently(r *round, b engine.Word, s engine.Seat) bool {
	switch b.Bonus().Making {
	case engine.ByBird:
		return (!x.valatHushes || !x.made(r, engine.Valat, r.declarer)) && x.made(r, b, s)
	case engine.ByHolding:
		return x.heldUnsaid && b.Bonus().HeldIn(r.side[s].own)
	default:
		return false
	}
}
