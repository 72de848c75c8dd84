package enginetest

import (
	"errors"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

// nonsense is offered by no game.
var nonsense = engine.Say(engine.Bid, engine.TheGame)

// tryIllegal tries random actions. What the prompt doesn't allow is refused
// with a reason and changes nothing; what it allows is carried out.
func (tr *trial) tryIllegal(deal *engine.Deal) {
	tr.Helper()
	before := snapshotOf(deal)
	for range 12 {
		seat := engine.Seat(tr.random.Below(tr.game.Seats+2) - 1)
		action := tr.anything(deal, seat)
		if deal.Waiting() != 0 && deal.Prompt(seat).Allows(action) {
			if _, err := tr.replay(before.Record).Act(seat, action); err != nil {
				tr.Errorf("%s: seat %d is offered %q and refused it: %v", tr.label, seat, action, err)
			}
			tr.mustRefuse(deal, seat, action, nonsense)
			continue
		}
		tr.mustRefuse(deal, seat, action)
	}
	tr.mustRefuse(deal, 0)
	tr.mustEqual("after refusals", snapshotOf(deal), before)
}

func (tr *trial) mustRefuse(deal *engine.Deal, seat engine.Seat, actions ...engine.Action) {
	tr.Helper()
	events, err := deal.Act(seat, actions...)
	var refusal *engine.Refusal
	if !errors.As(err, &refusal) || refusal.Reason == "" || events != nil {
		tr.Fatalf("%s: seat %d did %q: %v, %v; want a refusal", tr.label, seat, actions, events, err)
	}
	if trick := deal.PublicView().Trick; (refusal.Reason == engine.MustFollow || refusal.Reason == engine.MustTrump) && (trick.N == 0 || refusal.Led != trick.Cards[0]) {
		tr.Fatalf("%s: seat %d did %q: refused to follow %v in the trick %v", tr.label, seat, actions, refusal.Led, trick)
	}
}

// anything returns a random action: a word of some moment, cards held or not,
// too few or too many, or a packet that may not be there.
func (tr *trial) anything(deal *engine.Deal, seat engine.Seat) engine.Action {
	cards := card.Full
	if tr.random.oneIn(2) {
		cards = deal.View(seat).Hand.Cards
	}
	switch tr.random.Below(6) {
	case 0:
		return engine.Action{Verb: engine.PlayCard, Cards: tr.random.some(cards, 1)}
	case 1:
		return engine.Action{Verb: engine.Exchange, Cards: tr.random.some(cards, tr.random.Below(10))}
	case 2:
		return engine.Action{Verb: engine.Discard, Cards: tr.random.some(cards, tr.random.Below(5))}
	case 3:
		pick := deal.Prompt(seat).Pick
		return engine.Action{Verb: pick.Verb, Cards: tr.random.some(cards, pick.Max)}
	case 4:
		return engine.Action{Verb: engine.Talon, N: int8(tr.random.Below(12) - 1)}
	default:
		if len(tr.words) == 0 {
			return nonsense
		}
		return tr.words[tr.random.Below(len(tr.words))]
	}
}
