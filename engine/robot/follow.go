package robot

import (
	"tarockbot/engine"
	"tarockbot/engine/card"
)

type turn struct {
	outlook
	trick  *engine.Trick
	seats  int
	left   int // tricks that the seat has yet to play to
	avoids bool
	said   engine.WordSet
}

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

func (t *turn) follow(from card.Set) (card.Card, Reason) {
	best := t.trick.BestIndex()
	top := t.trick.Cards[best]
	winners := from.Beating(top)
	last, partners := int(t.trick.N) == t.seats-1, !t.rivals.Has(t.trick.By(best, t.seats))
	switch {
	case partners && last:
		return feed(from)
	case partners && top.Suit() == card.Tarock && t.canSpareTrick(top, winners):
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

func (o *outlook) explainTake(c card.Card) (card.Card, Reason) {
	switch {
	case c == card.Pagat:
		return c, ReasonHome
	case c == card.Mond && o.fearsSkus():
		return c, ReasonSafe
	}
	return c, ReasonCheap
}

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

// doomedAt is the rivals' average number of tarocks, in thousandths, at which the Pagat is given up.
const doomedAt = 600

func (t *turn) doomed(from card.Set) bool {
	return t.left == 2 && from.Has(card.Pagat) && t.expectedCount(card.AllTarocks) >= doomedAt
}

// overtakeAt is the least gain in probability, in thousandths, for overtaking a partner's tarock.
const overtakeAt = 400

func (o *outlook) canSpareTrick(partners card.Card, winners card.Set) bool {
	return winners == 0 || o.chanceOfNone(o.higherThan(winners.Highest()))-o.chanceOfNone(o.higherThan(partners)) < overtakeAt
}

const keepPagatAt = 4

// ruff saves the Pagat by winning with it, if it can't be kept for the last trick.
func (o *outlook) ruff(tarocks card.Set) card.Card {
	if rest := tarocks &^ card.Pagat.Bit(); rest != 0 && o.outnumbered(tarocks, keepPagatAt) {
		return rest.Lowest()
	}
	return tarocks.Lowest()
}

// overtake uses the Mond while a rival may hold the Sküs, but not if a rival still plays to this trick (exposed).
func (o *outlook) overtake(winners card.Set, exposed bool) card.Card {
	if winners.Has(card.Mond) && o.fearsSkus() && !exposed {
		return card.Mond
	}
	return winners.Lowest()
}
