package robot

import (
	"tarockbot/engine"
	"tarockbot/engine/card"
)

// choose is the card to play of those allowed.
func choose(v engine.View, from card.Set) card.Card {
	if avoids(v) {
		return avoid(v, from)
	}
	from = guard(v, from)
	if from.Len() == 1 {
		return from.Lowest()
	}
	o := look(v)
	if v.Trick.N == 0 {
		return o.lead(from)
	}
	return o.follow(&v.Trick, len(v.HandSize), from)
}

// follow takes fat tricks cheaply and gives away as little as it can where it
// can't win.
func (o *outlook) follow(t *engine.Trick, seats int, from card.Set) card.Card {
	best := t.Best()
	winners := beating(from, t.Cards[best])
	switch {
	case int(t.N) == seats-1 && !o.rivals.Has(t.By(best, seats)):
		return o.feed(from)
	case winners == 0:
		return lose(from)
	case winners&card.AllTarocks == 0:
		return fattest(winners)
	case t.Cards[0].Suit() == card.Tarock:
		return o.overtake(winners)
	default:
		return o.ruff(winners)
	}
}

// feed gives a partner's trick the fattest card that wouldn't win by itself.
func (o *outlook) feed(from card.Set) card.Card {
	if rest := from &^ (card.Mond.Bit() | card.Skus.Bit()); rest != 0 {
		return fattest(rest)
	}
	return from.Lowest()
}

// lose gives away the least, of equals the lowest.
func lose(from card.Set) card.Card { return leanest(from) }

// ruff takes a suit trick with the lowest tarock. That brings the Pagat home,
// unless there are tarocks enough to keep it for the last trick.
func (o *outlook) ruff(tarocks card.Set) card.Card {
	if rest := tarocks &^ card.Pagat.Bit(); rest != 0 && o.outnumber(tarocks, keepPagat) {
		return rest.Lowest()
	}
	return tarocks.Lowest()
}

// overtake takes a tarock trick with the lowest tarock that does; but the Mond
// goes home at the first chance while the Skus may catch it.
func (o *outlook) overtake(winners card.Set) card.Card {
	if winners.Has(card.Mond) && o.fears(card.Skus) {
		return card.Mond
	}
	return winners.Lowest()
}

// keepPagat is how many tarocks more than the rivals it takes to keep the
// Pagat for the last trick.
const keepPagat = 4

// outnumber says whether the tarocks are by so many more than the rivals
// probably hold.
func (o *outlook) outnumber(tarocks card.Set, by int) bool {
	return certain*(tarocks.Len()-by) >= o.expected(card.AllTarocks)
}

// beating are the cards that would take the trick from best.
func beating(cards card.Set, best card.Card) (winners card.Set) {
	for c := range cards.All() {
		if c.Beats(best) {
			winners |= c.Bit()
		}
	}
	return winners
}
