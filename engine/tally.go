package engine

import "tarockbot/engine/card"

const halfPoints = 35

// PricedDeal holds what a tariff needs to price a deal.
type PricedDeal struct {
	Tariff   *Tariff
	Offered  WordSet
	Declarer Seat
	Contract int
	Level    int
	Claims   *Claims
	Play     *TrickPlay
	Hands    *[MaxSeats]card.Set // at the first lead
	Without  card.Set            // the declarer's cards that decide about a Without
	Thirds   int                 // the declarer's
}

const usualItems = 8

// Items returns the items of a deal played out.
func (t *PricedDeal) Items() []Item {
	items := make([]Item, 1, usualItems)
	excess := Rounded(t.Thirds) - halfPoints
	items[0] = t.gameItem(t.won(), max(excess, -excess))
	for b := range t.Offered.All() {
		for s := range Seat(t.Play.Seats) {
			if t.Claims.Said[s].Has(b) {
				claim, _ := t.Claims.Find(s, b)
				items = append(items, t.claimItem(claim, t.isMade(b, s)))
			} else if won, counts := t.silent(b, s); counts {
				silent := Breakdown{Base: t.Tariff.Prices[b].Silent, Factor: 1}
				items = append(items, t.priced(Item{Item: b, By: s, Won: won, Silent: true, Breakdown: silent}))
			}
		}
	}
	return items
}

// ItemsOnLeave returns the items of a deal that leaver left. The leaver's side loses the game and keeps kept thirds.
// verdict returns an announcement's verdict so far.
func (t *PricedDeal) ItemsOnLeave(leaver Seat, kept int, verdict func(Claim) Verdict) []Item {
	excess := max(1, Rounded(card.Full.Thirds()-kept)-halfPoints)
	items := []Item{t.gameItem(leaver != t.Declarer, excess)}
	for _, c := range t.Claims.List[1:] {
		if v := t.Claims.VerdictOnLeave(c, verdict(c), leaver); v != Undecided {
			items = append(items, t.claimItem(c, v == Won))
		}
	}
	return items
}

// Worth returns the worth of an announcement or a doubling.
func (t *PricedDeal) Worth(s Seat, a Action, early, squared bool) (w Worth) {
	if a.Verb != Announce {
		w.Times = t.Claims.FactorAfter(s, a, early && squared)
		return w
	}
	times := Contracts[t.Contract].Times
	w.Now = t.price(a.Word, early) * times
	if early {
		w.Later = t.price(a.Word, false) * times
	}
	return w
}

func (t *PricedDeal) price(b Word, early bool) int {
	return t.Tariff.Prices[b].At(Contracts[t.Contract].Packet == 0, early)
}

func (t *PricedDeal) won() bool { return t.Thirds >= NeededThirds }

// gameItem returns the game's item, (G + E) × M with doublings.
func (t *PricedDeal) gameItem(won bool, excess int) Item {
	if t.Tariff.NoExcess && t.Claims.Said[t.Declarer].Has(Panzer) {
		excess = 0
	}
	game := &t.Claims.List[0]
	return t.priced(Item{Item: TheGame, By: t.Declarer, Won: won,
		Breakdown: Breakdown{Base: t.Tariff.Games[t.Contract][t.Level], Excess: excess, Doubled: game.Doubled, Factor: game.Factor()}})
}

func (t *PricedDeal) claimItem(c Claim, won bool) Item {
	return t.priced(Item{Item: c.Bonus, By: c.Seat, Won: won,
		Breakdown: Breakdown{Early: c.Early, Base: t.price(c.Bonus, c.Early), Doubled: c.Doubled, Factor: c.Factor()}})
}

func (t *PricedDeal) priced(i Item) Item {
	i.Times = Contracts[t.Contract].Times
	i.Value = i.ComputeValue()
	return i
}

func (t *PricedDeal) isMade(b Word, s Seat) bool {
	row := b.Bonus()
	switch row.Making {
	case MadeByBird:
		return t.Play.BirdMade(b, s)
	case MadeByPoints:
		return Rounded(t.Thirds) >= row.Points
	case MadeWithout:
		return t.won() && t.Without&row.Cards == 0
	case MadeByAllTricks:
		return t.Play.WonTricks[s] == t.Play.Total
	default:
		return row.HeldIn(t.Hands[s])
	}
}

// silent reports whether an unannounced bonus was made, and whether it counts. Only birds count when lost (R6).
func (t *PricedDeal) silent(b Word, s Seat) (won, counts bool) {
	price := &t.Tariff.Prices[b]
	if price.Silent == 0 || s != t.Declarer && price.Unannounced == DeclarerOnly {
		return false, false
	}
	if b.Bonus().Making != MadeByBird {
		made := t.isMade(b, s)
		return made, made
	}
	by, taker := t.Play.BirdFell(b)
	won = taker == s
	return won, by == s && (won || s == t.Declarer || taker == t.Declarer)
}
