package kosakeln

import (
	"math/bits"
	"slices"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

// announcing is one round of announcements: early before the talon (RULES
// 1.4), late after it or in a Solo, with doubling (RULES 1.6).
type announcing struct {
	early  bool
	answer bool // both have had their turn: only answers now
}

func (p announcing) name() engine.Name {
	if p.early {
		return "before"
	}
	return "after"
}

func (announcing) waiting(r *round) engine.Seats { return r.turn.Bit() }

func (p announcing) prompt(r *round, s engine.Seat) engine.Prompt {
	offered, doublings := p.offered(r, s), p.doublings(r, s)
	if offered == 0 && doublings == 0 {
		return engine.Prompt{Phase: p.name(), Words: justDone}
	}
	words := make([]engine.Action, 0, bits.OnesCount16(uint16(offered))+bits.OnesCount32(doublings)+1)
	for ; offered != 0; offered &= offered - 1 {
		b := bits.TrailingZeros16(uint16(offered))
		words = append(words, engine.Say(engine.Announce, announcements[b].name))
	}
	for ; doublings != 0; doublings &= doublings - 1 {
		claim := &r.claims.List[bits.TrailingZeros32(doublings)]
		words = append(words, engine.Doubling(claim))
	}
	return engine.Prompt{Phase: p.name(), Words: append(words, engine.Say(engine.Done, 0))}
}

// justDone is what remains where there is nothing to announce or double.
var justDone = []engine.Action{engine.Say(engine.Done, 0)}

// offered is what the seat may announce now.
func (p announcing) offered(r *round, s engine.Seat) (offered bonuses) {
	if p.answer {
		return 0
	}
	occasion := p.occasion(r, s)
	for b := range bonusCount {
		if p.refuse(r, s, b, occasion) == "" {
			offered |= b.bit()
		}
	}
	return offered
}

func (p announcing) do(r *round, s engine.Seat, a engine.Action) ([]engine.Event, phase) {
	events := engine.SpokeEvents(s, a)
	switch a.Verb {
	case engine.Announce:
		r.claims.Add(s, a.Word, p.early)
		b, _ := lookup(a.Word)
		r.said[s] |= b.bit()
	case engine.Done:
		r.claims.EndTurn(s, !p.early)
		return p.next(r, s, events)
	default:
		r.claims.Double(s, a)
	}
	return events, p
}

// next finds who speaks after s, or what follows when all is said.
func (p announcing) next(r *round, s engine.Seat, events []engine.Event) ([]engine.Event, phase) {
	r.turn = other(s)
	first := s == r.declarer && !p.answer
	switch {
	case p.early && first && r.rules.defenderSpeaksEarly():
		return events, p
	case p.early:
		return r.turnTalon(events)
	case first:
		return events, p
	}
	p.answer = true
	if p.doublings(r, r.turn) != 0 {
		return events, p
	}
	return events, r.startPlay()
}

// doublings are the claims that the seat may double, one bit each.
func (p announcing) doublings(r *round, s engine.Seat) (open uint32) {
	if p.early || r.rungs == 0 {
		return 0
	}
	for i := range r.claims.List {
		if c := &r.claims.List[i]; r.claims.Open(s, c, r.rungs) && r.canFail(c) {
			open |= 1 << i
		}
	}
	return open
}

// canFail: held bonuses can't, and beside an announced Valat there is no game
// to double except for what it carries (R3).
func (r *round) canFail(c *engine.Claim) bool {
	if c.Bonus == engine.TheGame {
		return !r.claimed(r.declarer, valat) || r.said[r.declarer]&carriedBonuses != 0
	}
	b, _ := lookup(c.Bonus)
	return announcements[b].kind != held
}

// shownClaims are the claims as the table knows them: what the game carries is
// doubled at least as often as the game (RULES 1.6).
func (r *round) shownClaims() []engine.Claim {
	claims := slices.Clone(r.claims.List)
	for i := range claims {
		if b, ok := lookup(claims[i].Bonus); ok && claims[i].Seat == r.declarer && carriedBonuses&b.bit() != 0 {
			claims[i].Doubled = max(claims[i].Doubled, claims[0].Doubled)
		}
	}
	return claims
}

func (r *round) claimed(s engine.Seat, b bonus) bool { return r.said[s]&b.bit() != 0 }

// refuse is why the seat may not announce the bonus on the occasion, its first
// turn of this round; "" if it may (RULES 1.7, Who, when).
func (p announcing) refuse(r *round, s engine.Seat, b bonus, occasion when) engine.Name {
	row := &announcements[b]
	switch {
	case r.rules.rights[b]&occasion == 0:
		return notYours
	case r.claimed(s, b):
		return saidAlready
	case row.kind == bird && !r.hands[s].Holds(row.cards):
		return birdNotHeld
	case row.kind == held && !r.before[s].Holds(row.cards):
		return cardsNotHeld
	case row.kind == without && r.hands[s]&row.cards != 0:
		return holdsOne
	case row.kind == points && p.crowded(r, s, b):
		return absoluteFirst
	}
	return ""
}

// occasion is what the turn counts as. The one round of a Solo is both early
// and late.
func (p announcing) occasion(r *round, s engine.Seat) when {
	early, late := declarerEarly, declarerLate
	if s != r.declarer {
		early, late = defenderEarly, defenderLate
	}
	switch {
	case r.solo():
		return early | late
	case p.early:
		return early
	default:
		return late
	}
}

// crowded: Panzer and Absolute stand together only if Absolute was said before
// the talon; a Solo counts as before (R5).
func (p announcing) crowded(r *round, s engine.Seat, b bonus) bool {
	if r.solo() || p.early {
		return false
	}
	if b == absolute {
		return r.claimed(s, panzer)
	}
	said, ok := r.claims.Find(s, announcements[absolute].name)
	return ok && !said.Early
}

// Explain says why a word or card that isn't offered is not.
func (r *round) Explain(s engine.Seat, a engine.Action) engine.Name {
	switch p := r.phase.(type) {
	case exchanging:
		if a.Verb == engine.Exchange {
			return explainLaid(a.Cards)
		}
	case discarding:
		if a.Verb == engine.Discard {
			return explainLaid(a.Cards)
		}
	case bidding:
		return explainCall(a)
	case announcing:
		return p.explain(r, s, a)
	case playing:
		return r.explainPlay(a.Cards)
	case choosing, over:
	}
	return ""
}

// explainLaid: where tarocks are kept out because others suffice, honours are
// for a better reason.
func explainLaid(cards card.Set) engine.Name {
	if cards&card.Honours != 0 {
		return engine.NoHonours
	}
	return ""
}

func explainCall(a engine.Action) engine.Name {
	switch a.Verb {
	case engine.Bid:
		for _, c := range contracts {
			if c.name == a.Word {
				return engine.BidTooLow
			}
		}
	case engine.Hold:
		return engine.CantHold
	}
	return ""
}

func (p announcing) explain(r *round, s engine.Seat, a engine.Action) engine.Name {
	switch a.Verb {
	case engine.Announce:
		if b, ok := lookup(a.Word); ok && !p.answer {
			return p.refuse(r, s, b, p.occasion(r, s))
		}
	case engine.Contra, engine.Re, engine.Sub:
		b, ok := lookup(a.Word)
		switch {
		case r.rungs == 0:
			return contraOff
		case p.early:
			return ""
		case ok && announcements[b].kind == held:
			return cantFail
		default:
			return nothingToDbl
		}
	}
	return ""
}
