package illustrated

import "tarockbot/engine"

// announcing is one round of announcements. The declarer speaks, then each defender, then the declarer again if it can
// answer a contra (RULES 2, Turns to announce).
type announcing struct {
	beforeTalon bool // else after it, or in a Solo, which has no other round
	answering   bool // in the declarer's second turn
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

// offered returns the bonuses that the seat may announce now.
func (p announcing) offered(r *round, s engine.Seat) (offered engine.WordSet) {
	for b := range r.offered.All() {
		if p.refuse(r, s, b) == "" {
			offered |= b.Bit()
		}
	}
	return offered
}

// doublings returns the claims that the seat may double. Only the declarer's claims are ever doubled.
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
	case engine.Done:
		r.Claims.EndTurn(s, true)
		return p.nextTurn(r, s, events)
	default:
		r.Claims.Double(s, a, p.beforeTalon && r.rules.earlyDoublingSquares)
	}
	return events, p
}

// nextTurn returns the phase after the turn of s: the turn of a defender or the declarer's answer, or what
// follows when all is said.
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

// nextDefender returns the first seat after s that speaks before it is the declarer's turn, else the declarer. It
// skips a seat that, as everybody sees, could only say "good".
func (p announcing) nextDefender(r *round, s engine.Seat) engine.Seat {
	for s = next(s); s != r.Declarer; s = next(s) {
		if !p.beforeTalon && r.rules.defendersAlwaysSpeak || p.doublings(r, s) != 0 {
			break
		}
	}
	return s
}

// refuse returns the reason why the seat may not announce the bonus now; "" if it may.
func (p announcing) refuse(r *round, s engine.Seat, b engine.Word) engine.Name {
	row := b.Bonus()
	switch {
	case !p.mayAnnounce(r, s, b):
		return engine.NotYours
	case r.Claims.Said[s].Has(b):
		return engine.SaidAlready
	case row.Making == engine.ByBird && !r.Hands[s].Holds(row.Cards):
		return engine.BirdNotHeld
	case row.Making == engine.ByHolding && !row.HeldIn(r.Hands[s]):
		return engine.CardsNotHeld
	case row.Making == engine.ByWithout && r.cardsForWithout(s)&row.Cards != 0:
		return engine.HoldsOne
	case r.rules.announcedInOrder && r.Claims.Said[s]&laterInOrder[b] != 0:
		return saidLater
	}
	return ""
}

// mayAnnounce reports whether the rule set lets the seat announce the bonus in this turn, whatever is in its hand. A bonus
// must have a price at this time. In its second turn the declarer can only answer.
func (p announcing) mayAnnounce(r *round, s engine.Seat, b engine.Word) bool {
	price := &r.rules.tariff.Prices[b]
	bySeat := s == r.Declarer || price.Announce == engine.AnySeat
	return !p.answering && bySeat && r.offered.Has(b) && price.At(r.IsSolo(), p.beforeTalon) != 0
}

// explain returns the reason why the seat may not announce or double; "" if the phase has none of its own.
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
