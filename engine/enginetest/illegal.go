package enginetest

import (
	"errors"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

var nonsense = engine.Say(engine.Bid, engine.TheGame)

func (tr *trial) tryIllegal(deal *engine.Deal) {
	before := snapshotOf(deal)
	for range 12 {
		seat := engine.Seat(tr.random.Below(tr.game.Seats+2) - 1)
		action := tr.anything(deal, seat)
		if deal.Waiting() != 0 && deal.Prompt(seat).Allows(action) {
			if _, err := tr.replay(before.Record).Act(seat, action); err != nil {
				tr.Errorf("seat %d is offered %q, but refused: %v", seat, action, err)
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
	tr.t.Helper()
	events, err := deal.Act(seat, actions...)
	var refusal *engine.Refusal
	if !errors.As(err, &refusal) || refusal.Reason == "" || events != nil {
		tr.Fatalf("seat %d did %q: %v, %v; want a refusal", seat, actions, events, err)
	}
	follows := refusal.Reason == engine.MustFollow || refusal.Reason == engine.MustTrump
	if trick := deal.PublicView().Trick; follows && (trick.N == 0 || refusal.Led != trick.Cards[0]) {
		tr.Fatalf("seat %d did %q: refused to follow %v in the trick %v", seat, actions, refusal.Led, trick)
	}
}

func (tr *trial) anything(deal *engine.Deal, seat engine.Seat) engine.Action {
	cards := card.Full
	if tr.random.oneIn(2) {
		cards = deal.View(seat).Hand.Cards
	}
	switch tr.random.Below(6) {
	case 0:
		return engine.Action{Verb: engine.PlayCard, Cards: randomCards(tr.random, cards, 1)}
	case 1:
		return engine.Action{Verb: engine.Exchange, Cards: randomCards(tr.random, cards, tr.random.Below(10))}
	case 2:
		return engine.Action{Verb: engine.Discard, Cards: randomCards(tr.random, cards, tr.random.Below(5))}
	case 3:
		pick := deal.Prompt(seat).Pick
		return engine.Action{Verb: pick.Verb, Cards: randomCards(tr.random, cards, pick.Max)}
	case 4:
		return engine.Action{Verb: engine.ChoosePacket, N: int8(tr.random.Below(12) - 1)}
	default:
		if len(tr.words) == 0 {
			return nonsense
		}
		return tr.words[tr.random.Below(len(tr.words))]
	}
}
