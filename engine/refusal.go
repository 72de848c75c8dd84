package engine

import (
	"cmp"
	"slices"

	"tarockbot/engine/card"
)

// Refusal says why an action is not allowed.
type Refusal struct {
	Reason Name      // catalogues translate it for people
	Led    card.Card // of MustFollow and MustTrump: the card led
	Needs  int       // of TooFew and TooMany: the number of cards to choose
	Cards  card.Set  // of OthersFirst: the cards that are missing from the choice
}

// The reasons of refusals that several games have.
const (
	// All games have these.
	DealOver    Name = "deal-over"
	NotYourTurn Name = "not-your-turn"
	WrongPhase  Name = "wrong-phase" // the seat is asked for something else
	NotOffered  Name = "not-offered" // the verb is asked for, but this isn't among the choices
	NotHeld     Name = "not-held"    // a card isn't in the hand
	TooFew      Name = "too-few"     // cards chosen
	TooMany     Name = "too-many"    // cards chosen
	MustFollow  Name = "must-follow" // RULES 0, Tricks
	MustTrump   Name = "must-trump"  // RULES 0, Tricks

	// Games with a talon have these.
	NoHonours    Name = "no-honours"    // RULES 0, Discard law
	EnoughOthers Name = "enough-others" // tarocks may go only if there are too few other cards
	OthersFirst  Name = "others-first"  // all other cards must go before a tarock
	BidTooLow    Name = "bid-too-low"
	CantHold     Name = "cant-hold"
	CantTake     Name = "cant-take" // the contract may not be taken over now (RULES 2.1)

	// Some auctions have this.
	ForehandHolds Name = "forehand-holds" // in place of CantHold if only forehand may ever hold

	// Games with announcements have these.
	SaidAlready     Name = "said-already"   // a side may announce each bonus once
	NotYours        Name = "not-yours"      // the rule set doesn't let the seat announce the bonus now
	BirdNotHeld     Name = "bird-not-held"  // only a bird in hand may be announced
	CardsNotHeld    Name = "cards-not-held" // the hand lacks cards of a bonus ByHolding
	HoldsOne        Name = "holds-one"      // the hand has a card of a bonus ByWithout
	CantFail        Name = "cant-fail"      // bonuses ByHolding can't be doubled (RULES 1.6)
	NothingToDouble Name = "nothing-to-double"
)

// CommonReasons returns the reasons that all games share, for catalogues.
func CommonReasons() []Name {
	return []Name{DealOver, NotYourTurn, WrongPhase, NotOffered, NotHeld, TooFew, TooMany, MustFollow, MustTrump}
}

// TalonReasons returns the reasons that games with a talon share, for catalogues. These games have announcements, too.
func TalonReasons() []Name {
	return []Name{NoHonours, EnoughOthers, OthersFirst, BidTooLow, CantHold, CantTake,
		SaidAlready, NotYours, BirdNotHeld, CardsNotHeld, HoldsOne, CantFail, NothingToDouble}
}

// Error returns the reason for an operator. Players see a translation instead.
func (r *Refusal) Error() string { return "engine: refused: " + string(r.Reason) }

// Explainer is a Round that has reasons of its own. Explain returns the reason why the round's prompt doesn't offer
// the action; "" for an action of which it has none.
type Explainer interface{ Explain(Seat, Action) Name }

// reasonOr returns the round's own reason, else the general one.
func reasonOr(r Round, seat Seat, a Action, general Name) Name {
	if e, ok := r.(Explainer); ok {
		return cmp.Or(e.Explain(seat, a), general)
	}
	return general
}

// check returns nil if the round allows the seat's action, else the refusal. Nothing else decides that.
func check(r Round, seat Seat, a Action, prompt *Prompt) *Refusal {
	if prompt.Allows(a) { // an empty prompt, of a seat that isn't asked, allows nothing
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

// explainPick returns the refusal of a choice of cards.
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
		return &Refusal{Reason: OthersFirst, Cards: p.Must &^ a.Cards}
	}
	return &Refusal{Reason: reasonOr(r, seat, a, NotOffered)}
}

// explainCard returns the refusal of cards of the hand that the pick keeps out.
func explainCard(r Round, seat Seat, a Action, p Pick) *Refusal {
	refusal := &Refusal{Reason: reasonOr(r, seat, a, p.Why)}
	if refusal.Reason == MustFollow || refusal.Reason == MustTrump {
		refusal.Led = r.PublicView().Trick.Cards[0]
	}
	return refusal
}
