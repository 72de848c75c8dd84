package engine

import (
	"cmp"
	"slices"

	"tarockbot/engine/card"
)

// Refusal is the error for an action that isn't allowed.
type Refusal struct {
	Reason Name      // translated by render/words
	Led    card.Card // with MustFollow and MustTrump, the card led
	Needs  int       // with TooFew and TooMany, the number to choose
	Cards  card.Set  // with OtherCardsFirst, the missing cards
}

// The reasons that several games have.
const (
	// All games have these.
	DealOver    Name = "deal-over"
	NotYourTurn Name = "not-your-turn"
	WrongPhase  Name = "wrong-phase"
	NotOffered  Name = "not-offered" // the verb is allowed, this choice isn't
	NotHeld     Name = "not-held"
	TooFew      Name = "too-few"
	TooMany     Name = "too-many"
	MustFollow  Name = "must-follow"
	MustTrump   Name = "must-trump"

	// Games with a talon have these.
	NoHonours        Name = "no-honours"    // RULES 0, Discard law
	EnoughOtherCards Name = "enough-others" // tarocks go only if other cards are too few
	OtherCardsFirst  Name = "others-first"
	BidTooLow        Name = "bid-too-low"
	CantHold         Name = "cant-hold"
	CantTake         Name = "cant-take" // RULES 2.1

	ForehandHolds Name = "forehand-holds" // only forehand may ever hold

	// Games with announcements have these.
	SaidAlready       Name = "said-already"
	MayNotSay         Name = "not-yours" // this seat may not say it, or not now
	BirdNotHeld       Name = "bird-not-held"
	CardsNotHeld      Name = "cards-not-held"
	HoldsExcludedCard Name = "holds-one" // the seat holds a card of a MadeWithout bonus
	CantFail          Name = "cant-fail" // RULES 1.6
	NothingToDouble   Name = "nothing-to-double"
)

// CommonReasons returns the reasons of all games, for catalogues.
func CommonReasons() []Name {
	return []Name{DealOver, NotYourTurn, WrongPhase, NotOffered, NotHeld, TooFew, TooMany, MustFollow, MustTrump}
}

// TalonReasons returns the reasons of games with a talon.
func TalonReasons() []Name {
	return []Name{NoHonours, EnoughOtherCards, OtherCardsFirst, BidTooLow, CantHold, CantTake,
		SaidAlready, MayNotSay, BirdNotHeld, CardsNotHeld, HoldsExcludedCard, CantFail, NothingToDouble}
}

func (r *Refusal) Error() string { return "engine: refused: " + string(r.Reason) }

// Explainer is a Round with its own reasons. Explain returns why its prompt lacks the action, or "".
type Explainer interface{ Explain(Seat, Action) Name }

func reasonOr(r Round, seat Seat, a Action, general Name) Name {
	if e, ok := r.(Explainer); ok {
		return cmp.Or(e.Explain(seat, a), general)
	}
	return general
}

func checkAction(r Round, seat Seat, a Action, prompt *Prompt) *Refusal {
	if prompt.Allows(a) { // an empty prompt allows nothing
		return nil
	}
	switch waiting := r.Waiting(); {
	case waiting == 0:
		return &Refusal{Reason: DealOver}
	case a == Say(Resign, 0), a == Say(Timeout, 0):
		return nil
	case !waiting.Has(seat):
		return &Refusal{Reason: NotYourTurn}
	}
	if prompt.Pick.Verb != 0 && prompt.Pick.Verb == a.Verb {
		return explainPick(r, seat, a, prompt.Pick)
	}
	general := WrongPhase
	if slices.ContainsFunc(prompt.Choices, func(c Action) bool { return c.Verb == a.Verb }) {
		general = NotOffered
	}
	return &Refusal{Reason: reasonOr(r, seat, a, general)}
}

func explainPick(r Round, seat Seat, a Action, p Pick) *Refusal {
	switch n := a.Cards.Len(); {
	case !r.Hand(seat).Cards.Holds(a.Cards):
		return &Refusal{Reason: NotHeld}
	case n < p.Min:
		return &Refusal{Reason: TooFew, Needs: p.Min}
	case n > p.Max && a.Cards.Holds(p.Must):
		return &Refusal{Reason: TooMany, Needs: p.Max}
	case !p.From.Holds(a.Cards):
		return explainCard(r, seat, a, p)
	case !a.Cards.Holds(p.Must):
		return &Refusal{Reason: OtherCardsFirst, Cards: p.Must &^ a.Cards}
	}
	return &Refusal{Reason: reasonOr(r, seat, a, NotOffered)}
}

func explainCard(r Round, seat Seat, a Action, p Pick) *Refusal {
	refusal := &Refusal{Reason: reasonOr(r, seat, a, p.Reason)}
	if refusal.Reason == MustFollow || refusal.Reason == MustTrump {
		refusal.Led = r.PublicView().Trick.Cards[0]
	}
	return refusal
}
