package enginetest

import (
	"slices"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

func (tr *trial) checkPosition(deal *engine.Deal) {
	table := deal.PublicView()
	if table.Waiting != deal.Waiting() {
		tr.Errorf("the table waits for %b, the deal for %b", table.Waiting, deal.Waiting())
	}
	for seat := range engine.Seat(tr.game.Seats) {
		tr.checkPrompt(deal, seat)
	}
	tr.checkCards(deal, table)
	if over := deal.Result() != nil; over != (deal.Waiting() == 0) || over != (table.Result != nil) {
		tr.Fatalf("waiting for %b with result %v", deal.Waiting(), deal.Result())
	}
}

func (tr *trial) checkPrompt(deal *engine.Deal, seat engine.Seat) {
	p := deal.Prompt(seat)
	if waiting := deal.Waiting().Has(seat); waiting == p.IsEmpty() {
		tr.Fatalf("seat %d is to act: %v, but its prompt is %+v", seat, waiting, p)
	}
	pick := p.Pick
	if pick.Min > pick.Max || pick.Must.Len() > pick.Max || pick.From.Len() < pick.Min || !pick.From.Holds(pick.Must) {
		tr.Errorf("seat %d can't pick: %+v", seat, pick)
	}
	if hand := deal.View(seat).Hand.Cards; !hand.Holds(pick.From) {
		tr.Errorf("seat %d may pick %s, which isn't all in the hand %s", seat, pick.From, hand)
	}
	for _, word := range p.Choices {
		if back, err := engine.ParseAction(word.String()); err != nil || back != word {
			tr.Errorf("%q parses as %q, %v", word, back, err)
		}
		if !slices.Contains(tr.words, word) {
			tr.words = append(tr.words, word)
		}
	}
}

func (tr *trial) checkCards(deal *engine.Deal, table engine.PublicView) {
	fallen := card.SetOf(table.AddedToTricks...)
	for i := range table.Tricks {
		fallen |= table.Tricks[i].Set()
	}
	places := []card.Set{fallen, table.Trick.Set()}
	for seat := range engine.Seat(tr.game.Seats) {
		hand := deal.View(seat).Hand
		if hand.Seat != seat || hand.Cards.Len() != table.HandSize[seat] {
			tr.Errorf("seat %d holds %s, shown as %d cards", seat, hand.Cards, table.HandSize[seat])
		}
		if !hand.Cards.Holds(hand.Fresh) {
			tr.Errorf("seat %d's new cards %s aren't in hand", seat, hand.Fresh)
		}
		places = append(places, hand.Cards, hand.PutAway)
	}
	var all, twice card.Set
	for _, cards := range places {
		twice |= all & cards
		all |= cards
	}
	if pack := tr.rules.Cards(); twice != 0 || !pack.Holds(all) {
		tr.Errorf("%s is in two places, %s is not in the pack", twice, all&^pack)
	}
	tr.checkNoneLost(table, fallen)
	want, won := tr.rules.Thirds(fallen), sum(table.WonTricks)
	if points := sum(table.Thirds); won != len(table.Tricks) || points != want {
		tr.Errorf("%d tricks of %d thirds, shown as %d of %d", len(table.Tricks), want, won, points)
	}
	tr.checkFresh(deal, len(table.Tricks))
	tr.checkOpen(deal, table)
}

// checkNoneLost checks that no card is lost during the tricks, and that games with piles deal the whole pack.
func (tr *trial) checkNoneLost(table engine.PublicView, fallen card.Set) {
	played := int(table.Trick.N)
	for i := range table.Tricks {
		played += int(table.Tricks[i].N)
	}
	if shown := fallen.Len() + table.Trick.Set().Len(); shown != played+len(table.AddedToTricks) {
		tr.Errorf("%d cards in tricks, %d were played and %d added", shown, played, len(table.AddedToTricks))
	}
	dealt := played
	for seat := range engine.Seat(tr.game.Seats) {
		dealt += table.CardsToPlay(seat)
	}
	before := tr.state.inPlay
	if table.Piles != nil {
		before = tr.rules.Cards().Len()
	}
	if before != 0 && dealt != before {
		tr.Errorf("%d cards in hands, piles and tricks, want %d", dealt, before)
	}
	if table.Phase == engine.Playing {
		tr.state.inPlay = dealt
	}
}

// checkFresh checks that the next trick removes the marks of new cards.
func (tr *trial) checkFresh(deal *engine.Deal, tricks int) {
	before := tr.state
	tr.state.tricks = tricks
	for seat := range engine.Seat(tr.game.Seats) {
		fresh := deal.View(seat).Fresh
		if old := fresh & before.fresh[seat]; tricks > before.tricks && old != 0 {
			tr.Errorf("seat %d's %s are still marked as new after trick %d", seat, old, tricks)
		}
		tr.state.fresh[seat] = fresh
	}
}

// checkOpen checks that the hand includes the cards face up and those that everybody saw going there.
func (tr *trial) checkOpen(deal *engine.Deal, table engine.PublicView) {
	for seat, piles := range table.Piles {
		hand := deal.View(engine.Seat(seat)).Hand
		var tops card.Set
		for _, pile := range piles {
			if pile.FaceUp {
				tops |= pile.Top.Bit()
			}
		}
		if tops != hand.Tops || !hand.Cards.Holds(tops|table.KnownInHand[seat]) {
			tr.Errorf("seat %d holds %s with %s open; shown are %s and %s", seat, hand.Cards, hand.Tops, tops, table.KnownInHand[seat])
		}
	}
}

func sum(values []int) (total int) {
	for _, v := range values {
		total += v
	}
	return total
}

func (tr *trial) checkResult(deal *engine.Deal) {
	r := deal.Result()
	if tr.zeroSum && sum(r.Score) != 0 {
		tr.Errorf("the score %v doesn't add up to 0", r.Score)
	}
	all := tr.rules.Thirds(tr.rules.Cards())
	finished := r.Contract != 0 && !r.End.WasCutShort()
	if total := sum(r.Thirds) + r.UntakenThirds; finished && total != all {
		tr.Errorf("the counts %v and %d add up to %d thirds, want %d", r.Thirds, r.UntakenThirds, total, all)
	}
	if finished && sum(r.Tricks) != len(deal.PublicView().Tricks) {
		tr.Errorf("%v tricks, %d played", r.Tricks, len(deal.PublicView().Tricks))
	}
	for _, item := range r.Items {
		if item.Value <= 0 || item.By < 0 || int(item.By) >= tr.game.Seats || item.Item == 0 {
			tr.Errorf("invalid item %+v", item)
		}
	}
}
