package illustrated

import "tarockbot/engine"

// announcing is a round of announcements: the declarer, each defender, the declarer's answer to a contra (RULES 2,
// Turns to announce).
type announcing struct {
	beforeTalon bool // else after the talon, or in a Solo
	answering   bool // the declarer's second turn
}

func (p announcing) Name() engine.Name {
	if p.beforeTalon {
		return engine.AnnouncingEarly
	}
	return engine.AnnouncingLate
}

func (announcing) Waiting(r *round) engine.Seats { return r.Turn.Bit() }

func (p announcing) Prompt(r *round, s engine.Seat) engine.Prompt {
	return r.Claims.Prompt(p.Name(), p.offered(r, s), p.doublings(r, s))
}

func (p announcing) offered(r *round, s engine.Seat) (offered engine.WordSet) {
	for b := range r.offered.All() {
		if p.refuse(r, s, b) == "" {
			offered |= b.Bit()
		}
	}
	return offered
}

func (p announcing) doublings(r *round, s engine.Seat) engine.ClaimSet {
	fixed := engine.HeldBonuses
	if p.beforeTalon && !r.rules.gameDoubledEarly {
		fixed |= engine.TheGame.Bit()
	}
	if s == r.Declarer {
		for other := next(s); other != s; other = next(other) {
			fixed |= r.Claims.Said[other]
		}
	}
	return r.Claims.Doublings(s, r.rules.maxDoublings, fixed)
}

func (p announcing) Do(r *round, s engine.Seat, a engine.Action) ([]engine.Event, phase) {
	events := engine.SpokeEvents(s, a)
	switch a.Verb {
	case engine.Announce:
		r.Claims.Add(s, a.Word, p.beforeTalon)
	case engine.EndAnnouncing:
		r.Claims.EndTurn(s, true)
		return p.nextTurn(r, s, events)
	default:
		r.Claims.Double(s, a, p.beforeTalon && r.rules.earlyDoublingSquares)
	}
	return events, p
}

func (p announcing) nextTurn(r *round, s engine.Seat, events []engine.Event) ([]engine.Event, phase) {
	r.Turn = r.Declarer
	if !p.answering {
		r.Turn = p.nextDefender(r, s)
	}
	switch {
	case r.Turn != r.Declarer:
		return events, p
	case s != r.Declarer && p.doublings(r, r.Declarer) != 0:
		p.answering = true
		return events, p
	case p.beforeTalon:
		return append(events, r.Talon.Turn()), choosing{}
	default:
		return events, r.startPlay(playing{})
	}
}

// nextDefender skips seats that could only say "good".
func (p announcing) nextDefender(r *round, s engine.Seat) engine.Seat {
	for s = next(s); s != r.Declarer; s = next(s) {
		if !p.beforeTalon && r.rules.defendersAlwaysSpeak || p.doublings(r, s) != 0 {
			break
		}
	}
	return s
}

func (p announcing) refuse(r *round, s engine.Seat, b engine.Word) engine.Name {
	row := b.Bonus()
	switch {
	case !p.mayAnnounce(r, s, b):
		return engine.MayNotSay
	case r.Claims.Said[s].Has(b):
		return engine.SaidAlready
	case row.Making == engine.MadeByBird && !r.Hands[s].Holds(row.Cards):
		return engine.BirdNotHeld
	case row.Making == engine.MadeByHolding && !row.HeldIn(r.Hands[s]):
		return engine.CardsNotHeld
	case row.Making == engine.MadeWithout && r.cardsForWithout(s)&row.Cards != 0:
		return engine.HoldsExcludedCard
	case r.rules.announcedInOrder && r.Claims.Said[s]&laterInOrder[b] != 0:
		return saidLater
	}
	return ""
}

// mayAnnounce ignores the hand.
func (p announcing) mayAnnounce(r *round, s engine.Seat, b engine.Word) bool {
	price := &r.rules.tariff.Prices[b]
	bySeat := s == r.Declarer || price.Announce == engine.AnySeat
	return !p.answering && bySeat && r.offered.Has(b) && price.At(r.IsSolo(), p.beforeTalon) != 0
}

func (p announcing) explain(r *round, s engine.Seat, a engine.Action) engine.Name {
	switch a.Verb {
	case engine.Announce:
		if engine.Bonuses.Has(a.Word) {
			return p.refuse(r, s, a.Word)
		}
	case engine.Contra, engine.Re, engine.Sub:
		if engine.HeldBonuses.Has(a.Word) {
			return engine.CantFail
		}
		return engine.NothingToDouble
	}
	return ""
}
