package enginetest

import (
	"slices"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

// checkPosition checks what holds at every moment of every game.
func (tr *trial) checkPosition(deal *engine.Deal) {
	tr.Helper()
	table := deal.Table()
	if table.Waiting != deal.Waiting() {
		tr.Errorf("%s: the table waits for %b, the deal for %b", tr.Name, table.Waiting, deal.Waiting())
	}
	for seat := range engine.Seat(tr.game.Seats) {
		tr.checkPrompt(deal, seat)
	}
	tr.checkCards(deal, table)
	if over := deal.Result() != nil; over != (deal.Waiting() == 0) || over != (table.Result != nil) {
		tr.Fatalf("%s: waiting for %b with result %v", tr.Name, deal.Waiting(), deal.Result())
	}
}

// checkPrompt: who is waited for can do something, others can't; a pick can be
// made from the hand; every word can be written and read.
func (tr *trial) checkPrompt(deal *engine.Deal, seat engine.Seat) {
	tr.Helper()
	p := deal.Prompt(seat)
	if waiting := deal.Waiting().Has(seat); waiting == p.Empty() {
		tr.Fatalf("%s: seat %d waited for: %v, prompt %+v", tr.Name, seat, waiting, p)
	}
	pick := p.Pick
	if pick.Min > pick.Max || pick.Must.Len() > pick.Max || pick.From.Len() < pick.Min || !pick.From.Holds(pick.Must) {
		tr.Errorf("%s: seat %d can't pick: %+v", tr.Name, seat, pick)
	}
	if hand := deal.View(seat).Hand.Cards; !hand.Holds(pick.From) {
		tr.Errorf("%s: seat %d may pick %s, not in hand %s", tr.Name, seat, pick.From, hand)
	}
	for _, word := range p.Words {
		if back, err := engine.ParseAction(word.String()); err != nil || back != word {
			tr.Errorf("%s: %q is read as %q, %v", tr.Name, word, back, err)
		}
		if !slices.Contains(tr.words, word) {
			tr.words = append(tr.words, word)
		}
	}
}

// checkCards: hands have the sizes that the table shows; no card is in two
// places; tricks and their points are what lies in them.
func (tr *trial) checkCards(deal *engine.Deal, table engine.Table) {
	tr.Helper()
	var places placed
	won := 0
	var fallen card.Set
	for i := range table.Tricks {
		fallen |= table.Tricks[i].All()
	}
	fallen |= card.SetOf(table.Added...)
	places.put(fallen | table.Trick.All())
	for seat := range engine.Seat(tr.game.Seats) {
		hand := deal.View(seat).Hand
		if hand.Seat != seat || hand.Cards.Len() != table.HandSize[seat] {
			tr.Errorf("%s: seat %d holds %s, shown as %d cards", tr.Name, seat, hand.Cards, table.HandSize[seat])
		}
		if !hand.Cards.Holds(hand.Fresh) {
			tr.Errorf("%s: seat %d's new cards %s aren't in hand", tr.Name, seat, hand.Fresh)
		}
		places.put(hand.Cards)
		places.put(hand.Laid)
		won += table.Won[seat]
	}
	if places.twice != 0 || !card.Full.Holds(places.all) {
		tr.Errorf("%s: %s in two places", tr.Name, places.twice)
	}
	want := tr.rules.Thirds(fallen)
	if points := sum(table.Thirds); won != len(table.Tricks) || points != want {
		tr.Errorf("%s: %d tricks of %d thirds, shown as %d of %d", tr.Name, len(table.Tricks), want, won, points)
	}
	tr.checkFresh(deal, len(table.Tricks))
	tr.checkOpen(deal, table)
}

// marked is what was marked as new in each hand after so many tricks.
type marked struct {
	fresh  [engine.MaxSeats]card.Set
	tricks int
}

// checkFresh: a card is marked as new until a trick has been played.
func (tr *trial) checkFresh(deal *engine.Deal, tricks int) {
	tr.Helper()
	before := tr.marked
	tr.marked.tricks = tricks
	for seat := range engine.Seat(tr.game.Seats) {
		fresh := deal.View(seat).Fresh
		if old := fresh & before.fresh[seat]; tricks > before.tricks && old != 0 {
			tr.Errorf("%s: seat %d's %s are still marked as new after trick %d", tr.Name, seat, old, tricks)
		}
		tr.marked.fresh[seat] = fresh
	}
}

// checkOpen: what lies face up in front of a seat, and what everybody saw going
// to its hand, is the seat's to play.
func (tr *trial) checkOpen(deal *engine.Deal, table engine.Table) {
	tr.Helper()
	for seat, piles := range table.Piles {
		hand := deal.View(engine.Seat(seat)).Hand
		var tops card.Set
		for _, pile := range piles {
			if pile.Open {
				tops |= pile.Top.Bit()
			}
		}
		if tops != hand.Tops || !hand.Cards.Holds(tops|table.Known[seat]) {
			tr.Errorf("%s: seat %d holds %s with %s open; shown are %s and %s", tr.Name, seat, hand.Cards, hand.Tops, tops, table.Known[seat])
		}
	}
}

// placed collects where cards lie.
type placed struct{ all, twice card.Set }

func (p *placed) put(cards card.Set) {
	p.twice |= p.all & cards
	p.all |= cards
}

func sum(values []int) (total int) {
	for _, v := range values {
		total += v
	}
	return total
}

// checkResult: counts and scores add up, and every item is worth something.
func (tr *trial) checkResult(deal *engine.Deal) {
	tr.Helper()
	r := deal.Result()
	if tr.config.ZeroSum && sum(r.Score) != 0 {
		tr.Errorf("%s: the score %v doesn't add up to 0", tr.Name, r.Score)
	}
	finished := r.Contract != 0 && !r.End.Short()
	if total := sum(r.Thirds) + r.RestThirds; finished && tr.config.Thirds != 0 && total != tr.config.Thirds {
		tr.Errorf("%s: the counts %v and %d add up to %d thirds, want %d", tr.Name, r.Thirds, r.RestThirds, total, tr.config.Thirds)
	}
	if finished && sum(r.Tricks) != len(deal.Table().Tricks) {
		tr.Errorf("%s: %v tricks, %d played", tr.Name, r.Tricks, len(deal.Table().Tricks))
	}
	for _, item := range r.Items {
		if item.Value <= 0 || item.By < 0 || int(item.By) >= tr.game.Seats || item.Item == 0 {
			tr.Errorf("%s: item %+v", tr.Name, item)
		}
	}
}
