package match

import (
	"fmt"

	"tarockbot/engine"
)

// Effects lists a change's results beside the table. The caller must store them.
type Effects struct {
	Deals      []EndedDeal
	Leavers    []Leaver
	UndoSeats  engine.Seats // their last moves were taken back
	MatchEnded bool
}

// EndedDeal is a finished deal and its number, from 1.
type EndedDeal struct {
	Number int
	StoredDeal
}

// Need tells the caller how to continue a table.
type Need int

// The needs of a table.
const (
	NeedsNothing Need = iota // a person must act, or the match is over
	NeedsCards
	NeedsComputer // a computer player must move, at a level that plays at once
)

// Advance settles finished deals and plays forced and preset cards. It returns the next need; for NeedsComputer, also
// the seat. It leaves out computer players that are still thinking.
func (t *Table) Advance() (need Need, computer engine.Seat, err error) {
	for {
		endDeal(t)
		switch {
		case t.Match.Score().Over:
			t.Stage, t.Effects.MatchEnded = Finished, true
			return NeedsNothing, engine.Nobody, nil
		case t.Decks().WaitsForCut() != engine.Nobody:
			return NeedsNothing, engine.Nobody, nil
		case t.Match.Deal == nil:
			return NeedsCards, engine.Nobody, nil
		}
		played, err := playUnasked(t)
		if err != nil {
			return NeedsNothing, engine.Nobody, fmt.Errorf("bot: automatic play: %w", err)
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

func endDeal(t *Table) {
	deal := t.Match.Deal
	if !t.Match.EndDeal() {
		return
	}
	t.Chairs.forgetQueued()
	if c := t.Consent; c != nil && c.What == UndoRequest {
		t.Consent = nil
	}
	t.RestClaimants = 0
	for s := range t.Chairs {
		t.Chairs[s].resume()
	}
	if !deal.Result().IsVoid() {
		t.LastTrick = engine.Trick{}
		if tricks := deal.PublicView().Tricks; len(tricks) > 0 {
			t.LastTrick = tricks[len(tricks)-1]
		}
	}
	recordDeal(t, len(t.Match.Done), deal)
}

func recordDeal(t *Table, number int, deal *engine.Deal) {
	record := deal.Record()
	record.Edition = engine.Edition
	t.Effects.Deals = append(t.Effects.Deals, EndedDeal{number, StoredDeal{record, t.Chairs.Players(), t.Decks().reveal()}})
}

// Act makes the seat's moves. It returns an engine.Refusal, or a chat.Refusal during a cut.
func (t *Table) Act(s engine.Seat, actions ...engine.Action) error {
	if err := t.Decks().CheckDealt(); err != nil {
		return err
	}
	if _, err := t.Match.Deal.Act(s, actions...); err != nil {
		return err
	}
	t.Requests().dropUndo(s)
	t.Chairs[s].Queued, t.Chairs[s].RejectedQueued = "", ""
	return nil
}

func playUnasked(t *Table) (played bool, err error) {
	if s, play, ok := t.Match.Deal.LastPlay(); ok {
		_, err := t.Match.Deal.Act(s, play)
		return true, err
	}
	return t.QueuedCards().play()
}
