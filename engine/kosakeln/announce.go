package kosakeln

import (
	"slices"

	"tarockbot/engine"
)

// announcing is one round of announcements: early before the talon (RULES
// 1.4), late after it or in a Solo, with doubling (RULES 1.6).
type announcing struct {
	early  bool
	answer bool // both have had their turn: only answers now
}

func (p announcing) Name() engine.Name {
	if p.early {
		return "before"
	}
	return "after"
}

func (announcing) Waiting(r *round) engine.Seats { return r.turn.Bit() }

func (p announcing) Prompt(r *round, s engine.Seat) engine.Prompt {
	return r.claims.Prompt(p.Name(), p.offered(r, s), p.doublings(r, s))
}

// offered returns the bonuses that the seat may announce now.
func (p announcing) offered(r *round, s engine.Seat) (offered engine.WordSet) {
	if p.answer {
		return 0
	}
	occasion := p.occasion(r, s)
	for rest := announcable; rest != 0; rest &= rest - 1 {
		b := rest.First()
		if p.refuse(r, s, b, occasion) == "" {
			offered |= b.Bit()
		}
	}
	return offered
}

func (p announcing) Do(r *round, s engine.Seat, a engine.Action) ([]engine.Event, phase) {
	events := engine.SpokeEvents(s, a)
	switch a.Verb {
	case engine.Announce:
		r.claims.Add(s, a.Word, p.early)
	case engine.Done:
		r.claims.EndTurn(s, !p.early || r.rules.squared)
		return p.next(r, s, events)
	default:
		r.claims.Double(s, a, p.early && r.rules.squared)
	}
	return events, p
}

// next finds who speaks after s, or what follows when all is said.
func (p announcing) next(r *round, s engine.Seat, events []engine.Event) ([]engine.Event, phase) {
	r.turn = other(s)
	first := s == r.declarer && !p.answer
	switch {
	case p.early && first && (r.rules.defenderSpeaksEarly() || p.doublings(r, r.turn) != 0):
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

// doublings returns the claims that the seat may double, one bit each.
func (p announcing) doublings(r *round, s engine.Seat) engine.ClaimSet {
	if p.early && !r.rules.squared {
		return 0
	}
	return r.claims.Doublings(s, r.chosen.rungs, p.fixed(r))
}

// fixed returns the claims that can't be doubled: held bonuses, the game before the talon, and the game
// that a Valat replaces, unless the Valat carries something (R3).
func (p announcing) fixed(r *round) engine.WordSet {
	replaced := r.rules.valatAlone && r.claimed(r.declarer, engine.Valat) && r.claims.Said[r.declarer]&r.rules.carried == 0
	if p.early || replaced {
		return engine.HeldBonuses | engine.TheGame.Bit()
	}
	return engine.HeldBonuses
}

// shownClaims returns the claims as the table knows them: what the game carries
// is doubled at least as often as the game (RULES 1.6).
func (r *round) shownClaims() []engine.Claim {
	claims := slices.Clone(r.claims.List)
	for i := range claims {
		if claims[i].Seat == r.declarer && r.rules.carried.Has(claims[i].Bonus) {
			claims[i].Doubled = max(claims[i].Doubled, claims[0].Doubled)
		}
	}
	return claims
}

func (r *round) claimed(s engine.Seat, b engine.Word) bool { return r.claims.Said[s].Has(b) }

// refuse returns the reason why the seat may not announce the bonus on the
// occasion, its first turn of this round; "" if it may (RULES 1.7, Who, when).
func (p announcing) refuse(r *round, s engine.Seat, b engine.Word, occasion when) engine.Name {
	row := b.Bonus()
	switch {
	case r.rules.rights[b]&occasion == 0:
		return engine.NotYours
	case r.claimed(s, b):
		return engine.SaidAlready
	case row.Making == engine.ByBird && !r.hands[s].Holds(row.Cards):
		return engine.BirdNotHeld
	case row.Making == engine.ByHolding && !row.HeldIn(r.side[s].before):
		return engine.CardsNotHeld
	case row.Making == engine.ByWithout && r.forWithout(s)&row.Cards != 0:
		return engine.HoldsOne
	case row.Making == engine.ByPoints && p.crowded(r, s, b):
		return absoluteFirst
	}
	return ""
}

// occasion returns what the turn counts as. The one round of a Solo is both early and late.
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

// crowded reports whether the bonus is Panzer or Absolute and the other one keeps it out. Both stand
// together only if Absolute was said before the talon; a Solo counts as before (R5).
func (p announcing) crowded(r *round, s engine.Seat, b engine.Word) bool {
	if r.rules.together || r.solo() || p.early {
		return false
	}
	if b == engine.Absolute {
		return r.claimed(s, engine.Panzer)
	}
	said, ok := r.claims.Find(s, engine.Absolute)
	return ok && !said.Early
}

// Explain returns the reason why a word or card isn't offered.
func (r *round) Explain(s engine.Seat, a engine.Action) engine.Name {
	switch p := r.phase.(type) {
	case exchanging:
		if a.Verb == engine.Exchange {
			return engine.ExplainLaid(a.Cards)
		}
	case discarding:
		if a.Verb == engine.Discard {
			return engine.ExplainLaid(a.Cards)
		}
	case bidding:
		return r.rules.auction.Explain(a)
	case announcing:
		return p.explain(r, s, a)
	case playing:
		return p.explain(r, a.Cards)
	case choosing, over:
	}
	return ""
}

func (p announcing) explain(r *round, s engine.Seat, a engine.Action) engine.Name {
	switch a.Verb {
	case engine.Announce:
		if announcable.Has(a.Word) && !p.answer {
			return p.refuse(r, s, a.Word, p.occasion(r, s))
		}
	case engine.Contra, engine.Re, engine.Sub:
		switch {
		case r.chosen.rungs == 0:
			return contraOff
		case p.early && !r.rules.squared:
			return ""
		case engine.HeldBonuses.Has(a.Word):
			return engine.CantFail
		default:
			return engine.NothingToDouble
		}
	}
	return ""
}
