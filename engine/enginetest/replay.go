package enginetest

import (
	"encoding/json"
	"errors"
	"reflect"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

type snapshot struct {
	Views   []engine.View
	Prompts []engine.Prompt
	Record  engine.Record
	Undo    []bool
}

func snapshotOf(deal *engine.Deal) snapshot {
	s := snapshot{Record: deal.Record()}
	for seat := engine.Nobody; int(seat) < deal.Game().Seats; seat++ {
		s.Views = append(s.Views, deal.View(seat))
		s.Prompts = append(s.Prompts, deal.Prompt(seat))
		s.Undo = append(s.Undo, deal.CanUndoAlone(seat), deal.CanUndoByConsent(seat))
	}
	return s
}

func (tr *trial) mustEqual(what string, got, want snapshot) {
	tr.t.Helper()
	if !reflect.DeepEqual(got, want) {
		tr.Fatalf("%s:\n got %+v\nwant %+v", what, got, want)
	}
}

func (tr *trial) replay(r engine.Record) *engine.Deal {
	tr.t.Helper()
	deal, err := engine.Replay(tr.game, r)
	if err != nil {
		tr.Fatalf("replay: %v", err)
	}
	return deal
}

func (tr *trial) act(deal *engine.Deal, m engine.Move) []engine.Event {
	tr.t.Helper()
	events, err := deal.Act(m.Seat, m.Action)
	if err != nil {
		tr.Fatalf("the legal move %q is refused: %v", m, err)
	}
	return events
}

func (tr *trial) prefix(deal *engine.Deal, n int) *engine.Deal {
	tr.t.Helper()
	r := deal.Record()
	r.Actions, r.Result = deal.Moves()[:n], nil
	return tr.replay(r)
}

func (tr *trial) checkRecord(deal *engine.Deal) {
	data, err := json.Marshal(deal.Record())
	if err != nil {
		tr.Fatalf("%v", err)
	}
	records, err := engine.ParseRecords(data)
	if err != nil || len(records) != 1 {
		tr.Fatalf("ParseRecords returns %d records, %v, want one", len(records), err)
	}
	if !deal.Result().Matches(*records[0].Result) {
		tr.Errorf("the recorded result %+v isn't %+v", records[0].Result, deal.Result())
	}
	tr.mustEqual("replayed", snapshotOf(tr.replay(records[0])), snapshotOf(deal))
}

func (tr *trial) checkPrefix(deal *engine.Deal) {
	moves := deal.Moves()
	n := tr.random.Below(len(moves))
	resumed := tr.prefix(deal, n)
	for _, m := range moves[n:] {
		tr.act(resumed, m)
	}
	tr.mustEqual("resumed", snapshotOf(resumed), snapshotOf(deal))
}

// checkUndo expects that CanUndoByConsent forbids an undo if later moves showed a card that the seat didn't hold.
func (tr *trial) checkUndo(deal *engine.Deal) {
	moves := deal.Moves()
	n := tr.random.Below(len(moves) + 1)
	seat := engine.Seat(tr.random.Below(tr.game.Seats))
	last := n - 1
	for last >= 0 && moves[last].Seat != seat {
		last--
	}
	back := tr.prefix(deal, n)
	want := last >= 0 && back.Result() == nil && !tr.showsForeignCard(moves[:n], last, deal, seat)
	if got := back.CanUndoByConsent(seat); got != want {
		tr.Fatalf("after %v seat %d may undo by consent: %t, want %t", moves[:n], seat, got, want)
	}
	err := back.Undo(seat)
	if last < 0 {
		if !errors.Is(err, engine.ErrNoUndo) {
			tr.Errorf("Undo before any move: %v, want ErrNoUndo", err)
		}
		last = n
	} else if err != nil {
		tr.Fatalf("undo: %v", err)
	}
	tr.mustEqual("taken back", snapshotOf(back), snapshotOf(tr.prefix(deal, last)))
}

func (tr *trial) showsForeignCard(moves []engine.Move, first int, deal *engine.Deal, seat engine.Seat) bool {
	now := tr.prefix(deal, first)
	own := now.View(seat).Hand.Cards
	for _, m := range moves[first:] {
		events := tr.act(now, m)
		own |= now.View(seat).Hand.Cards
		for _, e := range events {
			if shownCards(e)&^own != 0 {
				return true
			}
		}
	}
	return false
}

func shownCards(e engine.Event) card.Set {
	switch e := e.(type) {
	case engine.TalonTaken: // the packet was open before
		return 0
	case engine.Spoke:
		if e.Action.Verb == engine.Declare {
			return e.Action.Word.Bonus().Cards
		}
	}
	return cardsIn(reflect.ValueOf(e))
}

func (tr *trial) checkLastPlay(deal *engine.Deal) {
	moves, tricks := deal.Moves(), len(deal.PublicView().Tricks)
	if moves[len(moves)-1].Action.Verb != engine.PlayCard {
		return // a player left the deal
	}
	now := tr.prefix(deal, 0)
	for i, m := range moves {
		p := now.Prompt(m.Seat)
		want := len(now.PublicView().Tricks) == tricks-1 && p.Pick.From.Len() == 1 && len(p.Choices) == 0
		if seat, play, ok := now.LastPlay(); ok != want || ok && (engine.Move{Seat: seat, Action: play}) != m {
			tr.Fatalf("after %d of %d moves %v, LastPlay returns seat %d and %q, want %v, %v", i, len(moves), ok, seat, play, want, m)
		}
		tr.act(now, m)
	}
}

func (tr *trial) checkClone(deal *engine.Deal) {
	moves, record := deal.Moves(), deal.Record()
	round, err := tr.game.New(tr.rules.ID, record.Options, engine.Cards{Deck: record.Deck, Dealer: record.Dealer})
	if err != nil {
		tr.Fatalf("%v", err)
	}
	n := tr.random.Below(len(moves))
	for _, m := range moves[:n] {
		round.Do(m.Seat, m.Action)
	}
	clone, before := round.Clone(), dump(tr.t, round)
	tr.random.playRandomly(clone)
	if after := dump(tr.t, round); after != before {
		tr.Fatalf("changed by its clone after %d moves:\n got %s\nwant %s", n, after, before)
	}
	before = dump(tr.t, clone)
	for _, m := range moves[n:] {
		round.Do(m.Seat, m.Action)
	}
	if after := dump(tr.t, clone); after != before {
		tr.Fatalf("clone of %d moves changed by its round:\n got %s\nwant %s", n, after, before)
	}
	if !reflect.DeepEqual(round.Result(), deal.Result()) {
		tr.Errorf("the cloned round ends with %+v, want %+v", round.Result(), deal.Result())
	}
}

func (c chance) playRandomly(r engine.Round) {
	for range c.Below(20) {
		if seat := r.Waiting().First(); seat != engine.Nobody {
			r.Do(seat, c.choose(r.Prompt(seat)))
		}
	}
}

func dump(t *testing.T, r engine.Round) string {
	t.Helper()
	table := r.PublicView()
	all := []any{table, r.Result()}
	for seat := range table.HandSize {
		all = append(all, r.Hand(engine.Seat(seat)))
	}
	for seat := range r.Waiting().All() {
		all = append(all, r.Prompt(seat))
	}
	data, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
