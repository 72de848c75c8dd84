package robot

import "tarockbot/engine/card"

// lead returns a card to lead, and the reason. It cashes a card that probably wins, draws
// tarocks if it has many, or else forces the rivals to spend theirs.
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

// cashAt is the least probability of winning, in thousandths, for leading a suit card. It is
// low because a tarock catches most cards that are led later.
const cashAt = 200

// cash returns the suit card whose lead wins the most points on average. It reports false if
// none is likely enough to win.
func (o *outlook) cash(from card.Set) (best card.Card, ok bool) {
	most := 0
	for c := range (from & card.PlainSuits).All() {
		chance := o.wins(c)
		if gain := chance * c.Bit().Thirds(); chance >= cashAt && gain > most {
			best, ok, most = c, true, gain
		}
	}
	return best, ok
}

// pullAt is by how many the tarocks must outnumber the rivals' to draw them.
const pullAt = 3

// pull returns the highest tarock, to draw the rivals' tarocks: never the Pagat, and not the
// Mond while a rival may hold the Sküs. It reports false if the seat has too few tarocks, or
// the rivals hardly any.
func (o *outlook) pull(from card.Set) (card.Card, bool) {
	tarocks := from & card.AllTarocks &^ card.Pagat.Bit()
	if o.fearsSkus() {
		tarocks &^= card.Mond.Bit()
	}
	if tarocks == 0 || o.expected(card.AllTarocks) < permille/3 || !o.outnumber(from&card.AllTarocks, pullAt) {
		return 0, false
	}
	return tarocks.Highest(), true
}

// force returns a low card of the suit that the rivals most probably lack, which costs them a
// tarock. It reports false if the seat has only tarocks and kings.
func (o *outlook) force(from card.Set) (best card.Card, ok bool) {
	most := -1
	for s := card.Hearts; s <= card.Clubs; s++ {
		cards := from & s.Cards() &^ card.Kings
		if cards == 0 {
			continue
		}
		if chance := o.free(s.Cards()); chance > most {
			best, ok, most = cards.Lowest(), true, chance
		}
	}
	return best, ok
}

// quiet returns the lowest tarock that is neither an honour nor a bird, or the leanest card if
// there is none.
func quiet(from card.Set) card.Card {
	if rest := from & card.AllTarocks &^ (card.Trull | card.Birds); rest != 0 {
		return rest.Lowest()
	}
	return leanest(from)
}
