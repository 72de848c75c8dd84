package match

import (
	"cmp"

	"tarockbot/bot/chat"
	"tarockbot/engine"
	"tarockbot/engine/card"
)

// AheadCards manages cards set in advance.
type AheadCards struct{ t *Table }

// AheadCards returns the table's AheadCards.
func (t *Table) AheadCards() AheadCards { return AheadCards{t} }

// CheckSet refuses if the seat can't set a card in advance.
func (a AheadCards) CheckSet(s engine.Seat) error {
	if a.t.Match.Deal == nil {
		return cmp.Or(a.t.Decks().CheckDealt(), chat.Refuse("queue-phase"))
	}
	return a.CheckSetIn(a.t.Match.Deal.View(s))
}

// CheckSetIn is CheckSet for the view's seat.
func (a AheadCards) CheckSetIn(v engine.View) error {
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
func (a AheadCards) Set(s engine.Seat, cards card.Set) error {
	if cards.Len() != 1 || !a.t.Match.Deal.View(s).Hand.Cards.Holds(cards) {
		return chat.Refuse("queue-not-held")
	}
	a.t.Chairs[s].Ahead = cards.Lowest().String()
	return nil
}

func (a AheadCards) play() (played bool, err error) {
	deal := a.t.Match.Deal
	for s := range deal.Waiting().All() {
		ahead, set := a.t.Chairs[s].AheadCard()
		if !set {
			continue
		}
		a.t.Chairs[s].Ahead = ""
		if play := engine.Play(ahead); deal.Prompt(s).Allows(play) {
			_, err := deal.Act(s, play)
			return true, err
		}
		a.t.Chairs[s].Missed = ahead.String()
	}
	return false, nil
}

// AheadCard returns the card set in advance.
func (c Chair) AheadCard() (card.Card, bool) {
	if c.Ahead == "" {
		return 0, false
	}
	ahead, err := card.Parse(c.Ahead)
	return ahead, err == nil
}

func (cs Chairs) forgetAhead() {
	for s := range cs {
		cs[s].Ahead, cs[s].Missed = "", ""
	}
}
