package robot

import "tarockbot/engine/card"

func (o *outlook) lead(from card.Set) (card.Card, Reason) {
	if c, ok := o.cash(from); ok {
		return c, ReasonCash
	}
	if c, ok := o.pull(from); ok {
		return c, ReasonPull
	}
	if c, ok := o.force(from); ok {
		return c, ReasonForce
	}
	return quiet(from), ReasonQuiet
}

// cashAt is the least probability of winning, in thousandths, for leading a suit card. It is low because a tarock
// catches most cards that are led later.
const cashAt = 200

func (o *outlook) cash(from card.Set) (best card.Card, ok bool) {
	most := 0
	for c := range (from & card.PlainSuits).All() {
		chance := o.winChance(c)
		if gain := chance * c.Bit().Thirds(); chance >= cashAt && gain > most {
			best, ok, most = c, true, gain
		}
	}
	return best, ok
}

const pullAt = 3

// pull never returns the Pagat, nor the Mond while a rival may hold the Sküs.
func (o *outlook) pull(from card.Set) (card.Card, bool) {
	tarocks := from & card.AllTarocks &^ card.Pagat.Bit()
	if o.fearsSkus() {
		tarocks &^= card.Mond.Bit()
	}
	if tarocks == 0 || o.expectedCount(card.AllTarocks) < permille/3 || !o.outnumbered(from&card.AllTarocks, pullAt) {
		return 0, false
	}
	return tarocks.Highest(), true
}

func (o *outlook) force(from card.Set) (best card.Card, ok bool) {
	most := -1
	for s := card.Hearts; s <= card.Clubs; s++ {
		cards := from & s.Cards() &^ card.Kings
		if cards == 0 {
			continue
		}
		if chance := o.chanceOfNone(s.Cards()); chance > most {
			best, ok, most = cards.Lowest(), true, chance
		}
	}
	return best, ok
}

func quiet(from card.Set) card.Card {
	if rest := from & card.AllTarocks &^ (card.Trull | card.Birds); rest != 0 {
		return rest.Lowest()
	}
	return leanest(from)
}
