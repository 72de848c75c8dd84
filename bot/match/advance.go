package match

import (
	"fmt"

	"tarockbot/engine"
)

// Follows is what the caller must store of a change, besides the table itself.
type Follows struct {
	Deals      []EndedDeal
	Leavers    []Leaver
	Undone     engine.Seats // the seats whose last move was taken back
	MatchEnded bool         // the match has ended
}

// EndedDeal is a deal that has ended, and its number in the match, from 1.
type EndedDeal struct {
	Number int
	StoredDeal
}

// Need is what a table needs before it can continue.
type Need int

// The needs of a table.
const (
	NeedsNothing  Need = iota // a person must act, or the match is over
	NeedsCards                // the next deal's cards
	NeedsComputer             // the move of a computer player that doesn't think
)

// Advance carries out everything that needs nobody: it ends deals and the match, and plays cards that were set in
// advance and the last trick. It returns what the table needs next, and the seat of a computer player to ask. It
// doesn't ask for the seats that are Thinking.
func (t *Table) Advance() (need Need, computer engine.Seat, err error) {
	for {
		endDeal(t)
		switch {
		case t.Match.Score().Over:
			t.Stage, t.Follows.MatchEnded = Finished, true
			return NeedsNothing, engine.Nobody, nil
		case t.Decks().WaitsForCut() != engine.Nobody:
			return NeedsNothing, engine.Nobody, nil
		case t.Match.Deal == nil:
			return NeedsCards, engine.Nobody, nil
		}
		played, err := playUnasked(t)
		if err != nil {
			return NeedsNothing, engine.Nobody, fmt.Errorf("bot: a card played unasked: %w", err)
		}
		if played {
			continue
		}
		if s := (computersOf(t) &^ t.Thinking()).First(); s != engine.Nobody {
			return NeedsComputer, s, nil
		}
		return NeedsNothing, engine.Nobody, nil
	}
}

// endDeal records the deal if it is over, and resets what belonged to it.
func endDeal(t *Table) {
	deal := t.Match.Deal
	if !t.Match.EndDeal() {
		return
	}
	t.Chairs.forgetAhead()
	if c := t.Consent; c != nil && c.What == AskUndo {
		t.Consent = nil
	}
	t.Rest = 0
	for s := range t.Chairs {
		t.Chairs[s].resume() // absent players play the next deal themselves
	}
	if !deal.Result().Void() {
		t.Ending = engine.Trick{}
		if tricks := deal.PublicView().Tricks; len(tricks) > 0 {
			t.Ending = tricks[len(tricks)-1]
		}
	}
	recordDeal(t, len(t.Match.Done), deal)
}

// recordDeal adds the deal and its proof to what follows.
func recordDeal(t *Table, number int, deal *engine.Deal) {
	record := deal.Record()
	record.Edition = engine.Edition
	t.Follows.Deals = append(t.Follows.Deals, EndedDeal{number, StoredDeal{record, t.Chairs.Players(), t.Decks().reveal()}})
}

// Act makes the seat's moves. The error is an engine.Refusal if the rules don't allow them, or a refusal if the deck
// is still to be cut.
func (t *Table) Act(s engine.Seat, actions ...engine.Action) error {
	if err := t.Decks().CheckDealt(); err != nil {
		return err
	}
	if _, err := t.Match.Deal.Act(s, actions...); err != nil {
		return err
	}
	t.Requests().dropUndo(s)
	t.Chairs[s].Ahead, t.Chairs[s].Missed = "", ""
	return nil
}

// playUnasked plays a card that needs no decision, if there is one.
func playUnasked(t *Table) (played bool, err error) {
	if s, play, ok := t.Match.Deal.LastPlay(); ok {
		_, err := t.Match.Deal.Act(s, play)
		return true, err
	}
	return t.AheadCards().play()
}
