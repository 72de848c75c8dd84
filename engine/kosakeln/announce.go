package kosakeln

import (
	"slices"

	"tarockbot/engine"
)

// announcing is a stage of announcing and doubling (RULES 1.4, 1.6).
type announcing int8

const (
	beforeTalon announcing = iota
	afterTalon             // or the only round, in a Solo
	answering              // only doublings are possible
)

func (p announcing) Name() engine.Name {
	if p == beforeTalon {
		return engine.AnnouncingEarly
	}
	return engine.AnnouncingLate
}

func (announcing) Waiting(r *round) engine.Seats { return r.Turn.Bit() }

func (p announcing) Prompt(r *round, s engine.Seat) engine.Prompt {
	return r.Claims.Prompt(p.Name(), p.offered(r, s), p.doublings(r, s))
}

func (p announcing) offered(r *round, s engine.Seat) (offered engine.WordSet) {
	if p == answering {
		return 0
	}
	now := p.occasions(r, s)
	for b := range announceable.All() {
		if p.refuse(r, s, b, now) == "" {
			offered |= b.Bit()
		}
	}
	return offered
}

func (p announcing) Do(r *round, s engine.Seat, a engine.Action) ([]engine.Event, phase) {
	events := engine.SpokeEvents(s, a)
	switch a.Verb {
	case engine.Announce:
		r.Claims.Add(s, a.Word, p == beforeTalon)
	case engine.EndAnnouncing:
		r.Claims.EndTurn(s, p != beforeTalon || r.rules.earlyDoublingSquares)
		return p.next(r, s, events)
	default:
		r.Claims.Double(s, a, p == beforeTalon && r.rules.earlyDoublingSquares)
	}
	return events, p
}

// next returns the phase after the turn of s:
//
//	beforeTalon: declarer; defender, if the rules let it speak
//	afterTalon:  declarer; defender; answers
//	answering:   by turns, while the next player can double
func (p announcing) next(r *round, s engine.Seat, events []engine.Event) ([]engine.Event, phase) {
	r.Turn = other(s)
	declarerFinished := s == r.Declarer
	switch {
	case p == beforeTalon && declarerFinished && (r.rules.defenderSpeaksEarly() || p.doublings(r, r.Turn) != 0):
		return events, p
	case p == beforeTalon:
		return append(events, r.Talon.Turn()), choosing{}
	case p == afterTalon && declarerFinished:
		return events, p
	case answering.doublings(r, r.Turn) != 0:
		return events, answering
	default:
		return events, r.startPlay()
	}
}

func (p announcing) doublings(r *round, s engine.Seat) engine.ClaimSet {
	if p == beforeTalon && !r.rules.earlyDoublingSquares {
		return 0
	}
	return r.Claims.Doublings(s, r.settings.maxDoublings, p.fixed(r))
}

// fixed returns the claims that can't be doubled. They include the game if a Valat replaces it, unless an announced
// bonus is doubled with the game (R3).
func (p announcing) fixed(r *round) engine.WordSet {
	said := r.Claims.Said[r.Declarer]
	replaced := r.rules.valatReplacesGame && said.Has(engine.Valat) && said&r.rules.doubledWithGame == 0
	if p == beforeTalon || replaced {
		return engine.HeldBonuses | engine.TheGame.Bit()
	}
	return engine.HeldBonuses
}

func (r *round) shownClaims() []engine.Claim {
	claims := slices.Clone(r.Claims.List)
	for i, c := range claims {
		claims[i] = r.withGamesDoublings(c)
	}
	return claims
}

// withGamesDoublings doubles claims with the game (RULES 1.6).
func (r *round) withGamesDoublings(c engine.Claim) engine.Claim {
	if c.Seat == r.Declarer && r.rules.doubledWithGame.Has(c.Bonus) {
		c.Doubled = max(c.Doubled, r.Claims.List[0].Doubled)
	}
	return c
}

func (r *round) claimed(s engine.Seat, b engine.Word) bool { return r.Claims.Said[s].Has(b) }

// refuse returns why the seat may not announce the bonus, or "" (RULES 1.7, Who, when).
func (p announcing) refuse(r *round, s engine.Seat, b engine.Word, now occasions) engine.Name {
	row := b.Bonus()
	switch {
	case r.rules.rights[b]&now == 0:
		return engine.MayNotSay
	case r.claimed(s, b):
		return engine.SaidAlready
	case row.Making == engine.MadeByBird && !r.Hands[s].Holds(row.Cards):
		return engine.BirdNotHeld
	case row.Making == engine.MadeByHolding && !row.HeldIn(r.cardsOf[s].bidHand):
		return engine.CardsNotHeld
	case row.Making == engine.MadeWithout && r.cardsForWithout(s)&row.Cards != 0:
		return engine.HoldsExcludedCard
	case row.Making == engine.MadeByPoints && p.excludedByOtherPoints(r, s, b):
		return absoluteFirst
	}
	return ""
}

func (p announcing) occasions(r *round, s engine.Seat) occasions {
	early, late := declarerEarly, declarerLate
	if s != r.Declarer {
		early, late = defenderEarly, defenderLate
	}
	switch {
	case r.IsSolo():
		return early | late
	case p == beforeTalon:
		return early
	default:
		return late
	}
}

// excludedByOtherPoints reports whether Absolute or Panzer excludes the bonus (R5). A Solo counts as before the talon.
func (p announcing) excludedByOtherPoints(r *round, s engine.Seat, b engine.Word) bool {
	if r.rules.panzerBesideAbsolute || r.IsSolo() || p == beforeTalon {
		return false
	}
	if b == engine.Absolute {
		return r.claimed(s, engine.Panzer)
	}
	said, ok := r.Claims.Find(s, engine.Absolute)
	return ok && !said.Early
}

func (p announcing) explain(r *round, s engine.Seat, a engine.Action) engine.Name {
	switch a.Verb {
	case engine.Announce:
		if announceable.Has(a.Word) && p != answering {
			return p.refuse(r, s, a.Word, p.occasions(r, s))
		}
	case engine.Contra, engine.Re, engine.Sub:
		return p.explainDoubling(r, a.Word)
	}
	return ""
}

func (p announcing) explainDoubling(r *round, b engine.Word) engine.Name {
	switch {
	case r.settings.maxDoublings == 0:
		return contraOff
	case p == beforeTalon && !r.rules.earlyDoublingSquares:
		return ""
	case engine.HeldBonuses.Has(b):
		return engine.CantFail
	default:
		return engine.NothingToDouble
	}
}
