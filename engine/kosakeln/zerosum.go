package kosakeln

import (
	"slices"

	"tarockbot/engine"
)

// zeroSum is the scoring in which the loser pays (RULES 1.7, 1.8).
type zeroSum struct {
	exactPoints        bool // card points aren't rounded (R7)
	heldScoresSilently bool // unannounced held bonuses count all cards that were ever the seat's (R4)
	loseAtOnce         bool // the declarer loses at once if the talon spoils a Without (R8)
	defenderValat      bool // a silent Valat counts for the defender
	valatCancelsBirds  bool // unannounced birds
}

type slot struct {
	bonus    engine.Word
	defender bool
}

var scoreOrder = func() (slots []slot) {
	both := func(bonuses ...engine.Word) {
		for _, b := range bonuses {
			slots = append(slots, slot{b, false}, slot{b, true})
		}
	}
	both(slices.Collect(engine.BirdBonuses.All())...)
	for _, defender := range []bool{false, true} {
		slots = append(slots, slot{engine.Absolute, defender}, slot{engine.Panzer, defender})
	}
	both(engine.WithoutTrull, engine.WithoutKings, engine.Trull, engine.Kings, engine.Birds)
	return slots
}()

func (s slot) seat(r *round) engine.Seat {
	if s.defender {
		return other(r.Declarer)
	}
	return r.Declarer
}

const usualItems = 8

func (x zeroSum) finalItems(r *round) []engine.Item {
	items := make([]engine.Item, 1, usualItems)
	items[0] = x.gameItem(r)
	for _, slot := range scoreOrder {
		b, s := slot.bonus, slot.seat(r)
		if claim, said := r.Claims.Find(s, b); said {
			items = append(items, x.claimItem(r, claim, x.made(r, b, s)))
		} else if x.madeSilently(r, b, s) {
			items = append(items, silentItem(b, s))
		}
	}
	return items
}

// itemsOnLeave keeps decided announcements and the opponent's silent birds so far (RULES 1.8, R24).
func (x zeroSum) itemsOnLeave(r *round, leaver engine.Seat) []engine.Item {
	opponent := other(leaver)
	items := x.settle(r, opponent == r.Declarer, func(c engine.Claim) engine.Verdict {
		return r.Claims.VerdictOnLeave(c, r.verdictSoFar(c), leaver)
	})
	for b := range (engine.BirdBonuses &^ r.Claims.Said[opponent]).All() {
		if r.Play.BirdMade(b, opponent) {
			items = append(items, silentItem(b, opponent))
		}
	}
	return items
}

// itemsAtOnce applies R8: held cards count, and the defender's other announcements count nothing.
func (x zeroSum) itemsAtOnce(r *round) []engine.Item {
	if !x.isSpoiled(r) {
		return nil
	}
	return x.settle(r, false, func(c engine.Claim) engine.Verdict {
		switch soFar := r.verdictSoFar(c); {
		case soFar != engine.Undecided:
			return soFar
		case c.Seat == r.Declarer:
			return engine.Lost
		default:
			return engine.Undecided
		}
	})
}

func (x zeroSum) isSpoiled(r *round) bool {
	return x.loseAtOnce && slices.ContainsFunc(r.Claims.List, func(c engine.Claim) bool {
		b := c.Bonus.Bonus()
		return c.Seat == r.Declarer && b.Making == engine.MadeWithout && r.Talon.Packet&b.Cards != 0
	})
}

func (zeroSum) credit(items []engine.Item, _ engine.Seat, score []int) {
	for _, item := range items {
		gain := item.Value
		if !item.Won {
			gain = -gain
		}
		score[item.By] += gain
		score[other(item.By)] -= gain
	}
}

func (zeroSum) Show(*engine.PublicView, *engine.Auction) {}

func (zeroSum) bidWorth(a *engine.Auction) engine.Worth {
	if a.Leader == engine.Nobody {
		return engine.Worth{Now: engine.UnbidValue}
	}
	return engine.Worth{Now: gameValues[a.Contract]}
}

func (zeroSum) announcementWorth(r *round, s engine.Seat, a engine.Action, p announcing) (w engine.Worth) {
	if a.Verb != engine.Announce {
		w.Times = r.Claims.FactorAfter(s, a, false)
		return w
	}
	w.Now, w.ReplacesGame = worth(a.Word, r.Contract, p == beforeTalon), a.Word.Bonus().Making == engine.MadeByAllTricks
	if p == beforeTalon && r.rules.rights[a.Word]&afterTalon.occasions(r, s) != 0 {
		w.Later = worth(a.Word, r.Contract, false)
	}
	return w
}

// settle returns the items of the game, or the announced Valat in its place, and of every claim.
func (x zeroSum) settle(r *round, gameWon bool, judge func(engine.Claim) engine.Verdict) []engine.Item {
	items := []engine.Item{x.plainGame(r, gameWon)}
	if claim, said := r.Claims.Find(r.Declarer, engine.Valat); said {
		items[0] = x.claimItem(r, claim, judge(claim) == engine.Won)
	}
	for _, slot := range scoreOrder {
		claim, said := r.Claims.Find(slot.seat(r), slot.bonus)
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
func (x zeroSum) gameItem(r *round) engine.Item {
	if claim, said := r.Claims.Find(r.Declarer, engine.Valat); said {
		return x.claimItem(r, claim, x.made(r, engine.Valat, r.Declarer))
	}
	for _, s := range []engine.Seat{r.Declarer, other(r.Declarer)} {
		if x.made(r, engine.Valat, s) && (s == r.Declarer || x.defenderValat) {
			return x.doubledGame(r, engine.Item{Item: engine.Valat, By: s, Won: true, Silent: true}, silentValat)
		}
	}
	return x.plainGame(r, x.gameWon(r))
}

func (x zeroSum) plainGame(r *round, won bool) engine.Item {
	return x.doubledGame(r, engine.Item{Item: engine.TheGame, By: r.Declarer, Won: won}, 1)
}

func (zeroSum) doubledGame(r *round, i engine.Item, times int) engine.Item {
	game := r.Claims.List[0]
	i.Breakdown = engine.Breakdown{Doubled: game.Doubled, Factor: game.Factor(), Base: times * gameValues[r.Contract], Times: 1}
	i.Value = i.ComputeValue()
	return i
}

// claimItem applies the larger factor of claim and game, not the product (R3).
func (zeroSum) claimItem(r *round, c engine.Claim, won bool) engine.Item {
	c = r.withGamesDoublings(c)
	i := engine.Item{Item: c.Bonus, By: c.Seat, Won: won, Breakdown: engine.Breakdown{
		Early: c.Early, Doubled: c.Doubled, Factor: c.Factor(), Base: worth(c.Bonus, r.Contract, c.Early), Times: 1,
	}}
	i.Value = i.ComputeValue()
	return i
}

func silentItem(b engine.Word, s engine.Seat) engine.Item {
	return engine.Item{Item: b, By: s, Won: true, Value: bonusValues[b].silent, Silent: true}
}

func (zeroSum) gameWon(r *round) bool {
	return r.countedCards(r.Declarer).Thirds() >= engine.NeededThirds
}

// made follows RULES 1.7, Success.
func (x zeroSum) made(r *round, b engine.Word, s engine.Seat) bool {
	row := b.Bonus()
	switch row.Making {
	case engine.MadeByBird:
		return r.Play.BirdMade(b, s)
	case engine.MadeByPoints:
		return r.countedCards(s).Thirds() >= x.needed(row.Points)
	case engine.MadeWithout:
		return s == r.Declarer && x.gameWon(r) && r.Hands[s]&row.Cards == 0
	case engine.MadeByAllTricks:
		return int(r.Play.WonTricks[s]) == tricks
	case engine.MadeByHolding: // only held cards may be announced
		return true
	default:
		panic("kosakeln: nothing says when " + b.String() + " is made")
	}
}

// needed returns the least thirds. With rounding, one leaf less is enough (R7).
func (x zeroSum) needed(points int) int {
	if x.exactPoints {
		return 3 * points
	}
	return 3*points - 1
}

// madeSilently follows R4.
func (x zeroSum) madeSilently(r *round, b engine.Word, s engine.Seat) bool {
	switch b.Bonus().Making {
	case engine.MadeByBird:
		return (!x.valatCancelsBirds || !x.made(r, engine.Valat, r.Declarer)) && x.made(r, b, s)
	case engine.MadeByHolding:
		return x.heldScoresSilently && b.Bonus().HeldIn(r.cardsOf[s].everHeld)
	default:
		return false
	}
}
