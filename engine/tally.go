package engine

import "tarockbot/engine/card"

// halfPoints is each side's share of the card points in an even game.
const halfPoints = 35

// Tally is what a tariff has to know of a deal to price its items.
type Tally struct {
	Tariff   *Tariff
	Offered  WordSet // the bonuses of the rules
	Declarer Seat
	Contract int // the contract's index in Contracts
	Level    int // how often the contract was raised
	Claims   *Claims
	Play     *TrickPlay
	Hands    *[MaxSeats]card.Set // the hands that the play began with
	Without  card.Set            // the declarer's cards that a Without asks for
	Thirds   int                 // the thirds that count for the declarer
}

// usualItems is the room for the items of most deals.
const usualItems = 8

// Items returns the items of a deal that was played to its end.
func (t *Tally) Items() []Item {
	items := make([]Item, 1, usualItems)
	excess := Rounded(t.Thirds) - halfPoints
	items[0] = t.game(t.won(), max(excess, -excess))
	for b := range t.Offered.All() {
		for s := range Seat(t.Play.Seats) {
			if t.Claims.Said[s].Has(b) {
				claim, _ := t.Claims.Find(s, b)
				items = append(items, t.claim(claim, t.made(b, s)))
			} else if won, counts := t.silent(b, s); counts {
				silent := Breakdown{Base: t.Tariff.Prices[b].Silent, Factor: 1}
				items = append(items, t.item(Item{Item: b, By: s, Won: won, Silent: true, Breakdown: silent}))
			}
		}
	}
	return items
}

// ItemsOnLeave returns the items of a deal that leaver left. The leaver's side loses the game. verdict returns the
// verdict on an announcement so far, and VerdictOnLeave how the announcement then counts. The
// leaver's side keeps the given thirds, and all others count for the other side. E is
// how far that brings the other side past an even game, at least 1.
func (t *Tally) ItemsOnLeave(leaver Seat, kept int, verdict func(Claim) Verdict) []Item {
	excess := max(1, Rounded(card.Full.Thirds()-kept)-halfPoints)
	items := []Item{t.game(leaver != t.Declarer, excess)}
	for _, c := range t.Claims.List[1:] {
		if v := t.Claims.VerdictOnLeave(c, verdict(c), leaver); v != Undecided {
			items = append(items, t.claim(c, v == Won))
		}
	}
	return items
}

// Worth returns what an announcement or a doubling counts now. For an early announcement it also returns what the
// same would count later.
func (t *Tally) Worth(s Seat, a Action, early, squared bool) (w Worth) {
	if a.Verb != Announce {
		w.Times = t.Claims.Times(s, a, early && squared)
		return w
	}
	times := Contracts[t.Contract].Times
	w.Now = t.price(a.Word, early) * times
	if early {
		w.Later = t.price(a.Word, false) * times
	}
	return w
}

// price returns the price of a bonus that is announced early or late in this contract.
func (t *Tally) price(b Word, early bool) int {
	return t.Tariff.Prices[b].At(Contracts[t.Contract].Packet == 0, early)
}

// won reports whether the declarer has won the game.
func (t *Tally) won() bool { return t.Thirds >= NeededThirds }

// game returns the item of the game: (G + E) × M with the game's doublings. With NoExcess an
// announced Panzer takes the place of E, an Absolute doesn't (R13).
func (t *Tally) game(won bool, excess int) Item {
	if t.Tariff.NoExcess && t.Claims.Said[t.Declarer].Has(Panzer) {
		excess = 0
	}
	game := &t.Claims.List[0]
	return t.item(Item{Item: TheGame, By: t.Declarer, Won: won,
		Breakdown: Breakdown{Base: t.Tariff.Games[t.Contract][t.Level], Excess: excess, Doubled: game.Doubled, Factor: game.Factor()}})
}

// claim returns the item of an announcement.
func (t *Tally) claim(c Claim, won bool) Item {
	return t.item(Item{Item: c.Bonus, By: c.Seat, Won: won,
		Breakdown: Breakdown{Early: c.Early, Base: t.price(c.Bonus, c.Early), Doubled: c.Doubled, Factor: c.Factor()}})
}

// item returns the item with M and its value filled in.
func (t *Tally) item(i Item) Item {
	i.Times = Contracts[t.Contract].Times
	i.Value = i.Reckon()
	return i
}

// made reports whether the seat has made the bonus (RULES 2.2).
func (t *Tally) made(b Word, s Seat) bool {
	row := b.Bonus()
	switch row.Making {
	case ByBird:
		return t.Play.BirdMade(b, s)
	case ByPoints:
		return Rounded(t.Thirds) >= row.Points
	case ByWithout:
		return t.won() && t.Without&row.Cards == 0
	case ByAll:
		return t.Play.WonTricks[s] == t.Play.Total
	default:
		return row.HeldIn(t.Hands[s])
	}
}

// silent reports whether the bonus was made and whether it counts for the seat, which hasn't announced it. Only a
// bird counts when it is lost, to the other side (R6).
func (t *Tally) silent(b Word, s Seat) (won, counts bool) {
	price := &t.Tariff.Prices[b]
	if price.Silent == 0 || s != t.Declarer && price.Unannounced == DeclarerOnly {
		return false, false
	}
	if b.Bonus().Making != ByBird {
		made := t.made(b, s)
		return made, made
	}
	by, taker := t.Play.BirdFell(b)
	won = taker == s
	return won, by == s && (won || s == t.Declarer || taker == t.Declarer)
}
