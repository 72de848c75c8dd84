package match

import (
	"tarockbot/bot/chat"
	"tarockbot/engine"
	"tarockbot/engine/card"
)

// MayQueue says why the seat of a match can't set a card in advance now, if it
// can't.
func (t *Table) MayQueue(s engine.Seat) error {
	if t.Match.Deal == nil {
		return chat.Refuse("queue-phase")
	}
	return t.MayQueueWith(t.Match.Deal.View(s))
}

// MayQueueWith is MayQueue for the seat that has that view.
func (t *Table) MayQueueWith(v engine.View) error {
	switch {
	case v.Phase != engine.Playing:
		return chat.Refuse("queue-phase")
	case t.Waiting().Has(v.Seat):
		return chat.Refuse("queue-turn")
	case v.Hand.Cards == 0:
		return chat.Refuse("queue-empty")
	}
	return nil
}

// Queue sets a card in advance for the seat, which MayQueue. Nobody else notices.
func (t *Table) Queue(s engine.Seat, cards card.Set) error {
	if cards.Len() != 1 || !t.Match.Deal.View(s).Hand.Cards.Holds(cards) {
		return chat.Refuse("queue-not-held")
	}
	t.Chairs[s].Ahead = cards.Lowest().String()
	return nil
}

// playAhead plays a card that was set in advance and whose turn has come, or drops
// it if it may not be played now: then the seat is asked, and told so.
func (t *Table) playAhead() (played bool, err error) {
	deal := t.Match.Deal
	for s := range deal.Waiting().All() {
		ahead, set := t.Chairs[s].AheadCard()
		if !set {
			continue
		}
		t.Chairs[s].Ahead = ""
		if a := engine.Play(ahead); deal.Prompt(s).Allows(a) {
			_, err := deal.Act(s, a)
			return true, err
		}
		t.Chairs[s].Missed = ahead.String()
	}
	return false, nil
}

// AheadCard is the card that was set in advance, if one was.
func (c Chair) AheadCard() (card.Card, bool) {
	if c.Ahead == "" {
		return 0, false
	}
	ahead, err := card.Parse(c.Ahead)
	return ahead, err == nil
}

// forgetAhead takes away what was set in advance: it was meant for another
// position.
func (cs Chairs) forgetAhead() {
	for s := range cs {
		cs[s].Ahead, cs[s].Missed = "", ""
	}
}
