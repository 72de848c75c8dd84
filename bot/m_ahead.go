package bot

import (
	"tarockbot/bot/chat"
	"tarockbot/engine"
	"tarockbot/engine/card"
)

// mayQueue says why the seat of a match can't set a card in advance now, if it
// can't.
func (t *table) mayQueue(s engine.Seat) error {
	if t.match.Deal == nil {
		return chat.Refuse("queue-phase")
	}
	return t.mayQueueWith(t.match.Deal.View(s))
}

// mayQueueWith is mayQueue for the seat that has that view.
func (t *table) mayQueueWith(v engine.View) error {
	switch {
	case v.Phase != engine.Playing:
		return chat.Refuse("queue-phase")
	case t.waiting().Has(v.Seat):
		return chat.Refuse("queue-turn")
	case v.Hand.Cards == 0:
		return chat.Refuse("queue-empty")
	}
	return nil
}

// playAhead plays a card that was set in advance and whose turn has come, or drops
// it if it may not be played now: then the seat is asked, and told so.
func (t *table) playAhead() (played bool, err error) {
	deal := t.match.Deal
	for s := range deal.Waiting().All() {
		ahead, set := t.Chairs[s].ahead()
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

// ahead is the card that was set in advance, if one was.
func (c chair) ahead() (card.Card, bool) {
	if c.Ahead == "" {
		return 0, false
	}
	ahead, err := card.Parse(c.Ahead)
	return ahead, err == nil
}

// forgetAhead takes away what was set in advance: it was meant for another
// position.
func (t *table) forgetAhead() {
	for s := range t.Chairs {
		t.Chairs[s].Ahead, t.Chairs[s].Missed = "", ""
	}
}
