package engine

import (
	"cmp"
	"slices"

	"tarockbot/engine/card"
)

// Refusal is why an action is not allowed. Reason is translated for people;
// Led is the card whose suit has to be followed, where that is the reason.
type Refusal struct {
	Reason Name
	Led    card.Card
	Needs  int      // how many cards are to be chosen, where the number is the reason
	Cards  card.Set // that are missing from the choice, where that is the reason
}

// The reasons of refusals that all games share, and then those of games with a talon.
const (
	DealOver    Name = "deal-over"
	NotYourTurn Name = "not-your-turn"
	WrongPhase  Name = "wrong-phase" // something else is asked now
	NotOffered  Name = "not-offered" // asked, but not among the choices
	NotHeld     Name = "not-held"    // a card that isn't in the hand
	TooFew      Name = "too-few"     // cards chosen
	TooMany     Name = "too-many"    // cards chosen
	MustFollow  Name = "must-follow" // RULES 0, Tricks
	MustTrump   Name = "must-trump"  // RULES 0, Tricks

	NoHonours    Name = "no-honours"    // RULES 0, Discard law
	EnoughOthers Name = "enough-others" // tarocks only when other cards are short
	OthersFirst  Name = "others-first"  // all other cards go before a tarock
	BidTooLow    Name = "bid-too-low"
	CantHold     Name = "cant-hold"
)

// CommonReasons returns the reasons that all games share, for catalogues.
func CommonReasons() []Name {
	return []Name{DealOver, NotYourTurn, WrongPhase, NotOffered, NotHeld, TooFew, TooMany, MustFollow, MustTrump}
}

// TalonReasons returns the reasons that games with a talon share, for catalogues.
func TalonReasons() []Name {
	return []Name{NoHonours, EnoughOthers, OthersFirst, BidTooLow, CantHold}
}

// The reasons that games with announcements share.
const (
	SaidAlready     Name = "said-already"   // each bonus once a side
	NotYours        Name = "not-yours"      // this rule set doesn't let you announce it now
	BirdNotHeld     Name = "bird-not-held"  // announce only a bird in hand
	CardsNotHeld    Name = "cards-not-held" // held bonuses need all their cards
	HoldsOne        Name = "holds-one"      // Without needs a hand without
	CantFail        Name = "cant-fail"      // what is held can't be doubled (RULES 1.6)
	NothingToDouble Name = "nothing-to-double"
)

// CantTake is the reason where a contract may not be taken over now (RULES 2.1).
const CantTake Name = "cant-take"

// ForehandHolds is the reason where nobody but forehand may hold, in place of CantHold.
const ForehandHolds Name = "forehand-holds"

// Error returns the reason for an operator; people get it translated.
func (r *Refusal) Error() string { return "engine: refused: " + string(r.Reason) }

// Explainer is what a Round implements that can say why a word, or a card of
// the hand, is not among what a prompt offers; "" if it has nothing special to
// say.
type Explainer interface{ Explain(Seat, Action) Name }

// reasonOr returns the round's own reason, else the general one.
func reasonOr(r Round, seat Seat, a Action, general Name) Name {
	if e, ok := r.(Explainer); ok {
		return cmp.Or(e.Explain(seat, a), general)
	}
	return general
}

// check is the one place that decides whether the round's prompt allows the seat's action. It returns nil
// or the refusal.
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
