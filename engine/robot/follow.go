package robot

import (
	"tarockbot/engine"
	"tarockbot/engine/card"
)

// turn is all that a card is chosen by.
type turn struct {
	outlook
	trick  *engine.Trick
	seats  int            // at the table
	left   int            // tricks that the seat is still to play to
	avoids bool           // it is best to win nothing
	said   engine.WordSet // what the seat has announced
}

// turnOf is the turn that a view shows.
func turnOf(v engine.View) turn {
	t := turn{trick: &v.Trick, seats: len(v.HandSize), left: tricksLeft(v), avoids: avoids(v.Contract)}
	for _, c := range v.Claims {
		if c.Seat == v.Seat {
			t.said |= c.Bonus.Bit()
		}
	}
	if !t.avoids {
		t.outlook = look(v)
	}
	return t
}

// choose is the card to play of those allowed, and why.
func (t *turn) choose(from card.Set) (card.Card, Why) {
	if from.Len() == 1 {
		return from.Lowest(), WhyOnly
	}
	if t.avoids {
		return t.avoid(from), WhyAvoid
	}
	if from = t.guard(from); from.Len() == 1 {
		return from.Lowest(), WhyBound
	}
	if t.trick.N == 0 {
		return t.lead(from)
	}
	return t.follow(from)
}

// tricksLeft is how many tricks the seat is still to play to: one for every card,
// those that lie face down in front of it included.
func tricksLeft(v engine.View) int {
	left := v.Cards.Len()
	for _, pile := range pilesOf(v, v.Seat) {
		if left += pile.N; pile.FaceUp {
			left-- // counted among the cards
		}
	}
	return left
}

// follow takes fat tricks cheaply and gives away as little as it can where it
// can't win; and says why.
func (t *turn) follow(from card.Set) (card.Card, Why) {
	best := t.trick.Best()
	top := t.trick.Cards[best]
	winners := beating(from, top)
	last, partners := int(t.trick.N) == t.seats-1, !t.rivals.Has(t.trick.By(best, t.seats))
	switch {
	case partners && last:
		return t.feed(from)
	case partners && top.Suit() == card.Tarock && t.spare(top, winners):
		return leanest(from), WhyPartners
	case winners == 0 && t.doomed(from, t.left):
		return card.Pagat, WhyDoomed
	case winners == 0:
		return leanest(from), WhyLose
	case winners&card.AllTarocks == 0:
		return fattest(winners), WhyFat
	case t.trick.Cards[0].Suit() == card.Tarock:
		return whyTake(t.overtake(winners, !last && t.rivals.Has(t.trick.By(t.seats-1, t.seats))), t.fearsSkus())
	default:
		return whyTake(t.ruff(winners), t.fearsSkus())
	}
}

// whyTake is the tarock that takes a trick, with why it does.
func whyTake(c card.Card, skusOut bool) (card.Card, Why) {
	switch {
	case c == card.Pagat:
		return c, WhyHome
	case c == card.Mond && skusOut:
		return c, WhySafe
	}
	return c, WhyCheap
}

// feed gives a partner's trick the fattest card that wouldn't win by itself; if
// none is fat, the lowest, so that high tarocks aren't wasted.
func (o *outlook) feed(from card.Set) (card.Card, Why) {
	rest := from &^ (card.Mond.Bit() | card.Skus.Bit())
	if rest == 0 {
		return from.Lowest(), WhyPartners
	}
	if best := fattest(rest); best.Face() > 1 {
		return best, WhyFeed
	}
	return rest.Lowest(), WhyPartners
}

// doomedAt is how many tarocks, in thousandths, the rivals must probably keep
// for the last trick for the Pagat to be given up before.
const doomedAt = 600

// doomed says whether the Pagat, kept, would fall in the last trick: there it
// may cost more than its points.
func (o *outlook) doomed(from card.Set, left int) bool {
	return left == 2 && from.Has(card.Pagat) && o.expected(card.AllTarocks) >= doomedAt
}

// overtakeAt is by how much, in thousandths, the chance of taking the trick
// must grow for a partner's tarock to be overtaken.
const overtakeAt = 400

// spare says whether the winners had better be kept: the partner's tarock takes
// the trick about as surely.
func (o *outlook) spare(partners card.Card, winners card.Set) bool {
	return winners == 0 || o.free(o.above(winners.Highest()))-o.free(o.above(partners)) < overtakeAt
}

// ruff takes a suit trick with the lowest tarock. That brings the Pagat home,
// unless there are tarocks enough to keep it for the last trick.
func (o *outlook) ruff(tarocks card.Set) card.Card {
	if rest := tarocks &^ card.Pagat.Bit(); rest != 0 && o.outnumber(tarocks, keepPagat) {
		return rest.Lowest()
	}
	return tarocks.Lowest()
}

// overtake takes a tarock trick with the lowest tarock that does; but the Mond
// goes home at the first chance while the Skus may catch it, unless a rival
// plays after and may do so now.
func (o *outlook) overtake(winners card.Set, exposed bool) card.Card {
	if winners.Has(card.Mond) && o.fearsSkus() && !exposed {
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
