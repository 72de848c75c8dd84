package enginetest

import (
	"encoding/json"
	"errors"
	"reflect"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

// snapshot holds all that anybody can see of a deal at one time.
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

// mustEqual fails unless the snapshots are equal.
func (tr *trial) mustEqual(what string, got, want snapshot) {
	tr.Helper()
	if !reflect.DeepEqual(got, want) {
		tr.Fatalf("%s: %s:\n got %+v\nwant %+v", tr.label, what, got, want)
	}
}

func (tr *trial) replay(r engine.Record) *engine.Deal {
	tr.Helper()
	deal, err := engine.Replay(tr.game, r)
	if err != nil {
		tr.Fatalf("%s: replay: %v", tr.label, err)
	}
	return deal
}

// prefix returns the deal after its first n moves.
func (tr *trial) prefix(deal *engine.Deal, n int) *engine.Deal {
	tr.Helper()
	r := deal.Record()
	r.Actions, r.Result = deal.Moves()[:n], nil
	return tr.replay(r)
}

// checkRecord checks that a record survives being written and read, and is complete.
func (tr *trial) checkRecord(deal *engine.Deal) {
	tr.Helper()
	data, err := json.Marshal(deal.Record())
	if err != nil {
		tr.Fatalf("%s: %v", tr.label, err)
	}
	records, err := engine.ParseRecords(data)
	if err != nil || len(records) != 1 {
		tr.Fatalf("%s: ParseRecords: %d, %v", tr.label, len(records), err)
	}
	if !deal.Result().Matches(*records[0].Result) {
		tr.Errorf("%s: the recorded result %+v isn't %+v", tr.label, records[0].Result, deal.Result())
	}
	tr.mustEqual("replayed", snapshotOf(tr.replay(records[0])), snapshotOf(deal))
}

// checkPrefix checks that a deal can be resumed from a random moment.
func (tr *trial) checkPrefix(deal *engine.Deal) {
	tr.Helper()
	moves := deal.Moves()
	n := tr.random.Below(len(moves))
	resumed := tr.prefix(deal, n)
	for _, m := range moves[n:] {
		if _, err := resumed.Act(m.Seat, m.Action); err != nil {
			tr.Fatalf("%s: resumed after %d moves: %q: %v", tr.label, n, m, err)
		}
	}
	tr.mustEqual("resumed", snapshotOf(resumed), snapshotOf(deal))
}

// checkUndo checks that an undo leads to the moment before the seat's last move.
func (tr *trial) checkUndo(deal *engine.Deal) {
	tr.Helper()
	moves := deal.Moves()
	n := tr.random.Below(len(moves) + 1)
	seat := engine.Seat(tr.random.Below(tr.game.Seats))
	last := n - 1
	for last >= 0 && moves[last].Seat != seat {
		last--
	}
	back := tr.prefix(deal, n)
	if may := back.CanUndoByConsent(seat); may != (last >= 0 && back.Result() == nil && !tr.showsForeignCard(moves[:n], last, deal, seat)) {
		tr.Fatalf("%s: after %v seat %d may take back, if all agree: %v", tr.label, moves[:n], seat, may)
	}
	err := back.Undo(seat)
	if last < 0 {
		if !errors.Is(err, engine.ErrNoUndo) {
			tr.Errorf("%s: undo of nothing: %v", tr.label, err)
		}
		last = n
	} else if err != nil {
		tr.Fatalf("%s: undo: %v", tr.label, err)
	}
	tr.mustEqual("taken back", snapshotOf(back), snapshotOf(tr.prefix(deal, last)))
}

// showsForeignCard reports whether the moves from number first on showed a card that the seat
// didn't hold.
func (tr *trial) showsForeignCard(moves []engine.Move, first int, deal *engine.Deal, seat engine.Seat) bool {
	tr.Helper()
	now := tr.prefix(deal, first)
	own := now.View(seat).Hand.Cards
	for _, m := range moves[first:] {
		events, err := now.Act(m.Seat, m.Action)
		if err != nil {
			tr.Fatal(err)
		}
		own |= now.View(seat).Hand.Cards
		for _, e := range events {
			if shownCards(e)&^own != 0 {
				return true
			}
		}
	}
	return false
}

// shownCards returns the cards that the event shows, or that it says a hand has.
func shownCards(e engine.Event) card.Set {
	switch e := e.(type) {
	case engine.TalonTaken: // open before
		return 0
	case engine.Spoke:
		if e.Action.Verb == engine.Declare {
			return e.Action.Word.Bonus().Cards
		}
	}
	return cardsIn(reflect.ValueOf(e))
}

// checkLastPlay checks that LastPlay returns the cards of the last trick in a deal that was played out, and no others.
// It returns no card with which a word can be said.
func (tr *trial) checkLastPlay(deal *engine.Deal) {
	tr.Helper()
	moves, tricks := deal.Moves(), len(deal.PublicView().Tricks)
	if moves[len(moves)-1].Action.Verb != engine.PlayCard {
		return // somebody left the deal
	}
	now := tr.prefix(deal, 0)
	for i, m := range moves {
		p := now.Prompt(m.Seat)
		want := len(now.PublicView().Tricks) == tricks-1 && p.Pick.From.Len() == 1 && len(p.Choices) == 0
		if seat, play, ok := now.LastPlay(); ok != want || ok && (engine.Move{Seat: seat, Action: play}) != m {
			tr.Fatalf("%s: after %d of %d moves %v, %d %q is played unasked, want %v, %v", tr.label, i, len(moves), ok, seat, play, want, m)
		}
		if _, err := now.Act(m.Seat, m.Action); err != nil {
			tr.Fatal(err)
		}
	}
}

// checkClone checks that a clone and its original are independent.
func (tr *trial) checkClone(deal *engine.Deal) {
	tr.Helper()
	moves, record := deal.Moves(), deal.Record()
	round, err := tr.game.New(tr.rules.ID, record.Options, engine.Cards{Deck: record.Deck, Dealer: record.Dealer})
	if err != nil {
		tr.Fatal(err)
	}
	n := tr.random.Below(len(moves))
	for _, m := range moves[:n] {
		round.Do(m.Seat, m.Action)
	}
	clone, before := round.Clone(), tr.dump(round)
	tr.playRandomly(clone)
	if after := tr.dump(round); after != before {
		tr.Fatalf("%s: changed by its clone after %d moves:\n got %s\nwant %s", tr.label, n, after, before)
	}
	before = tr.dump(clone)
	for _, m := range moves[n:] {
		round.Do(m.Seat, m.Action)
	}
	if after := tr.dump(clone); after != before {
		tr.Fatalf("%s: clone of %d moves changed by its round:\n got %s\nwant %s", tr.label, n, after, before)
	}
	if !reflect.DeepEqual(round.Result(), deal.Result()) {
		tr.Errorf("%s: the cloned round ends with %+v, want %+v", tr.label, round.Result(), deal.Result())
	}
}

// playRandomly plays a few random actions.
func (tr *trial) playRandomly(r engine.Round) {
	for range tr.random.Below(20) {
		for seat := range r.Waiting().All() {
			r.Do(seat, tr.random.choose(r.Prompt(seat)))
			break
		}
	}
}

// dump returns the state of a round as text.
func (tr *trial) dump(r engine.Round) string {
	tr.Helper()
	all := []any{r.PublicView(), r.Result()}
	for seat := range engine.Seat(tr.game.Seats) {
		all = append(all, r.Hand(seat))
	}
	for seat := range r.Waiting().All() {
		all = append(all, r.Prompt(seat))
	}
	data, err := json.Marshal(all)
	if err != nil {
		tr.Fatal(err)
	}
	return string(data)
}
