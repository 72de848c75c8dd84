package match

import (
	"cmp"

	"tarockbot/bot/chat"
	"tarockbot/engine"
	"tarockbot/engine/card"
)

// QueuedCards manages cards set in advance.
type QueuedCards struct{ t *Table }

// QueuedCards returns the table's QueuedCards.
func (t *Table) QueuedCards() QueuedCards { return QueuedCards{t} }

// CheckSet refuses if the seat can't set a card in advance.
func (a QueuedCards) CheckSet(s engine.Seat) error {
	if a.t.Match.Deal == nil {
		return cmp.Or(a.t.Decks().CheckDealt(), chat.Refuse("queue-phase"))
	}
	return a.CheckSetIn(a.t.Match.Deal.View(s))
}

// CheckSetIn is CheckSet for the view's seat.
func (a QueuedCards) CheckSetIn(v engine.View) error {
	switch {
	case v.Phase != engine.Playing:
		return chat.Refuse("queue-phase")
	case a.t.Waiting().Has(v.Seat):
		return chat.Refuse("queue-turn")
	case v.Hand.Cards == 0:
		return chat.Refuse("queue-empty")
	}
	return nil
}

// Set sets a card in advance. CheckSet must allow it.
func (a QueuedCards) Set(s engine.Seat, cards card.Set) error {
	if cards.Len() != 1 || !a.t.Match.Deal.View(s).Hand.Cards.Holds(cards) {
		return chat.Refuse("queue-not-held")
	}
	a.t.Chairs[s].Queued = cards.Lowest().String()
	return nil
}

func (a QueuedCards) play() (played bool, err error) {
	deal := a.t.Match.Deal
	for s := range deal.Waiting().All() {
		queued, set := a.t.Chairs[s].QueuedCard()
		if !set {
			continue
		}
		a.t.Chairs[s].Queued = ""
		if play := engine.Play(queued); deal.Prompt(s).Allows(play) {
			_, err := deal.Act(s, play)
			return true, err
		}
		a.t.Chairs[s].RejectedQueued = queued.String()
	}
	return false, nil
}

// QueuedCard returns the card set in advance.
func (c Chair) QueuedCard() (card.Card, bool) {
	if c.Queued == "" {
		return 0, false
	}
	queued, err := card.Parse(c.Queued)
	return queued, err == nil
}

func (cs Chairs) forgetQueued() {
	for s := range cs {
		cs[s].Queued, cs[s].RejectedQueued = "", ""
	}
}
