package robot

import (
	"tarockbot/engine"
	"tarockbot/engine/card"
)

// turn is all that the choice of a card depends on.
type turn struct {
	outlook
	trick  *engine.Trick
	seats  int            // seats at the table
	left   int            // tricks that the seat has yet to play to
	avoids bool           // winning nothing is best
	said   engine.WordSet // the seat's announcements
}

// turnOf returns the turn of the view's seat. The outlook is empty where winning nothing is
// best, because avoid doesn't need it.
func turnOf(v engine.View) turn {
	t := turn{
		trick: &v.Trick, seats: len(v.HandSize), left: v.CardsToPlay(v.Seat),
		avoids: avoids(v.Contract), said: announcedBy(v, v.Seat),
	}
	if !t.avoids {
		t.outlook = outlookOf(v)
	}
	return t
}

// choose returns the card to play of those allowed, and the reason.
func (t *turn) choose(from card.Set) (card.Card, Reason) {
	if from.Len() == 1 {
		return from.Lowest(), ReasonOnly
	}
	if t.avoids {
		return t.avoid(from), ReasonAvoid
	}
	if from = t.guard(from); from.Len() == 1 {
		return from.Lowest(), ReasonBound
	}
	if t.trick.N == 0 {
		return t.lead(from)
	}
	return t.follow(from)
}

// follow returns a card for a trick that another seat led, and the reason. It wins fat tricks
// cheaply, and gives as little as possible to tricks that it can't win.
func (t *turn) follow(from card.Set) (card.Card, Reason) {
	best := t.trick.Best()
	top := t.trick.Cards[best]
	winners := from.Beating(top)
	last, partners := int(t.trick.N) == t.seats-1, !t.rivals.Has(t.trick.By(best, t.seats))
	switch {
	case partners && last:
		return feed(from)
	case partners && top.Suit() == card.Tarock && t.spare(top, winners):
		return leanest(from), ReasonPartners
	case winners == 0 && t.doomed(from):
		return card.Pagat, ReasonDoomed
	case winners == 0:
		return leanest(from), ReasonLose
	case winners&card.AllTarocks == 0:
		return fattest(winners), ReasonFat
	case t.trick.Cards[0].Suit() == card.Tarock:
		return t.explainTake(t.overtake(winners, !last && t.rivals.Has(t.trick.By(t.seats-1, t.seats))))
	default:
		return t.explainTake(t.ruff(winners))
	}
}

// explainTake returns the tarock, and the reason for winning a trick with it.
func (o *outlook) explainTake(c card.Card) (card.Card, Reason) {
	switch {
	case c == card.Pagat:
		return c, ReasonHome
	case c == card.Mond && o.fearsSkus():
		return c, ReasonSafe
	}
	return c, ReasonCheap
}

// feed returns a card for a trick that a partner wins, and the reason. It is the fattest card
// other than Mond and Sküs, which win tricks themselves. If that card isn't fat, feed returns
// the lowest, so that high tarocks aren't wasted.
func feed(from card.Set) (card.Card, Reason) {
	rest := from &^ (card.Mond.Bit() | card.Skus.Bit())
	if rest == 0 {
		return from.Lowest(), ReasonPartners
	}
	if best := fattest(rest); best.Face() > 1 {
		return best, ReasonFeed
	}
	return rest.Lowest(), ReasonPartners
}

// doomedAt is how many tarocks, in thousandths, the rivals must hold on average before the
// last trick for the Pagat to be given up.
const doomedAt = 600

// doomed reports whether a kept Pagat would be lost in the last trick, where that may cost
// more than its points.
func (t *turn) doomed(from card.Set) bool {
	return t.left == 2 && from.Has(card.Pagat) && t.expected(card.AllTarocks) >= doomedAt
}

// overtakeAt is the least growth of the probability of winning the trick, in thousandths, for
// overtaking a partner's tarock.
const overtakeAt = 400

// spare reports whether to keep the winners, because the partner's tarock wins the trick
// nearly as probably.
func (o *outlook) spare(partners card.Card, winners card.Set) bool {
	return winners == 0 || o.free(o.above(winners.Highest()))-o.free(o.above(partners)) < overtakeAt
}

// keepPagatAt is by how many the tarocks must outnumber the rivals' to keep the Pagat for the
// last trick.
const keepPagatAt = 4

// ruff returns the lowest tarock, to win a suit trick. This saves the Pagat, unless there are
// enough tarocks to keep it for the last trick.
func (o *outlook) ruff(tarocks card.Set) card.Card {
	if rest := tarocks &^ card.Pagat.Bit(); rest != 0 && o.outnumber(tarocks, keepPagatAt) {
		return rest.Lowest()
	}
	return tarocks.Lowest()
}

// overtake returns the lowest winner of a tarock trick. But it returns the Mond while a rival
// may hold the Sküs, unless a rival still plays to this trick (exposed).
func (o *outlook) overtake(winners card.Set, exposed bool) card.Card {
	if winners.Has(card.Mond) && o.fearsSkus() && !exposed {
		return card.Mond
	}
	return winners.Lowest()
}
