package robot

import "tarockbot/engine/card"

// lead brings home what can be brought home, draws tarocks when long, else
// makes the rivals spend theirs; and says why.
func (o *outlook) lead(from card.Set) (card.Card, Why) {
	if c, ok := o.cash(from); ok {
		return c, WhyCash
	}
	if c, ok := o.pull(from); ok {
		return c, WhyPull
	}
	if c, ok := o.force(from); ok {
		return c, WhyForce
	}
	return quiet(from), WhyQuiet
}

// cashAt is the chance of winning, in thousandths, that is enough to lead a
// card: most cards that wait for better times are caught by a tarock.
const cashAt = 200

// cash leads the suit card that is likely to bring most home.
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

// pullAt is how many tarocks more than the rivals it takes to draw theirs.
const pullAt = 3

// pull draws the rivals' tarocks from above: never with the Pagat, with the
// Mond not while the Skus is out.
func (o *outlook) pull(from card.Set) (card.Card, bool) {
	tarocks := from & card.AllTarocks &^ card.Pagat.Bit()
	if o.fearsSkus() {
		tarocks &^= card.Mond.Bit()
	}
	if tarocks == 0 || o.expected(card.AllTarocks) < certain/3 || !o.outnumber(from&card.AllTarocks, pullAt) {
		return 0, false
	}
	return tarocks.Highest(), true
}

// force leads a low card of the suit that the rivals are most likely to have
// none of: it costs them a tarock.
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

// quiet leads a low tarock, honours and birds only if there is nothing else.
func quiet(from card.Set) card.Card {
	if rest := from & card.AllTarocks &^ (card.Trull | card.Birds); rest != 0 {
		return rest.Lowest()
	}
	return leanest(from)
}
