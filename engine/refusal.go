package engine

import "tarockbot/engine/card"

// Refusal is why an action is not allowed. Reason is translated for people;
// Led is the card whose suit has to be followed, where that is the reason.
type Refusal struct {
	Reason Name
	Led    card.Card
	Needs  int // how many cards are to be chosen, where the number is the reason
}

// The reasons of refusals that all games share.
const (
	DealOver     Name = "deal-over"
	NotYourTurn  Name = "not-your-turn"
	WrongPhase   Name = "wrong-phase"   // something else is asked now
	NotOffered   Name = "not-offered"   // asked, but not among the choices
	NotHeld      Name = "not-held"      // a card that isn't in the hand
	TooFew       Name = "too-few"       // cards chosen
	TooMany      Name = "too-many"      // cards chosen
	MustFollow   Name = "must-follow"   // RULES 0, Tricks
	MustTrump    Name = "must-trump"    // RULES 0, Tricks
	NoHonours    Name = "no-honours"    // RULES 0, Discard law
	EnoughOthers Name = "enough-others" // tarocks only when other cards are short
	OthersFirst  Name = "others-first"  // all other cards go before a tarock
	BidTooLow    Name = "bid-too-low"
	CantHold     Name = "cant-hold"
)

// CommonReasons lists the reasons above, for catalogues.
func CommonReasons() []Name {
	return []Name{DealOver, NotYourTurn, WrongPhase, NotOffered, NotHeld, TooFew, TooMany, MustFollow,
		MustTrump, NoHonours, EnoughOthers, OthersFirst, BidTooLow, CantHold}
}

// Error tells an operator; people get the translated Reason.
func (r *Refusal) Error() string { return "engine: refused: " + string(r.Reason) }

// Explainer is what a Round implements that can say why a word is not among a
// prompt's words; "" if it has nothing special to say.
type Explainer interface{ Explain(Seat, Action) Name }

// check is the one place that decides whether an action is allowed: nil, or
// the refusal.
func check(r Round, seat Seat, a Action) *Refusal {
	waiting := r.Waiting()
	if waiting == 0 {
		return &Refusal{Reason: DealOver}
	}
	if a == Say(Resign, "") || a == Say(Timeout, "") {
		return nil
	}
	if !waiting.Has(seat) {
		return &Refusal{Reason: NotYourTurn}
	}
	prompt := r.Prompt(seat)
	if prompt.Allows(a) {
		return nil
	}
	return explain(r, seat, a, prompt)
}

func explain(r Round, seat Seat, a Action, p Prompt) *Refusal {
	if p.Pick.Verb != "" && p.Pick.Verb == a.Verb {
		return explainPick(r, seat, a.Cards, p.Pick)
	}
	if e, ok := r.(Explainer); ok {
		if why := e.Explain(seat, a); why != "" {
			return &Refusal{Reason: why}
		}
	}
	for _, w := range p.Words {
		if w.Verb == a.Verb {
			return &Refusal{Reason: NotOffered}
		}
	}
	return &Refusal{Reason: WrongPhase}
}

func explainPick(r Round, seat Seat, chosen card.Set, p Pick) *Refusal {
	switch n := chosen.Len(); {
	case !r.Hand(seat).Cards.Holds(chosen):
		return &Refusal{Reason: NotHeld}
	case n < p.Min:
		return &Refusal{Reason: TooFew, Needs: p.Min}
	case n > p.Max:
		return &Refusal{Reason: TooMany, Needs: p.Max}
	case !p.From.Holds(chosen):
		return &Refusal{Reason: p.Why, Led: r.Table().Trick.Cards[0]}
	case !chosen.Holds(p.Must):
		return &Refusal{Reason: OthersFirst}
	default:
		return &Refusal{Reason: NotOffered}
	}
}
