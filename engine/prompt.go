package engine

import (
	"slices"

	"tarockbot/engine/card"
)

// Prompt is what a seat may do now: one of the Choices, or the Pick of cards. Playing a
// card with a word said of it is one of the Choices.
type Prompt struct {
	Phase   Name
	Choices []Action
	Pick    Pick // zero if no cards are to be chosen
}

// Empty reports whether the prompt offers nothing.
func (p Prompt) Empty() bool { return len(p.Choices) == 0 && p.Pick.Verb == 0 }

// Allows reports whether the prompt offers the action.
func (p Prompt) Allows(a Action) bool {
	if p.Pick.Verb != 0 && a.Verb == p.Pick.Verb && a.Word == 0 {
		return a.N == 0 && p.Pick.Allows(a.Cards)
	}
	return slices.Contains(p.Choices, a)
}

// Pick is a choice of cards for the action Verb: at least Min and at most Max
// of From, with Must among them.
type Pick struct {
	Verb     Verb
	Min, Max int
	Must     card.Set
	From     card.Set
	Why      Name // the reason why other cards of the hand may not be chosen; "" if there is none
}

// Bound returns the cards that the seat can't keep: all of From if exactly that many cards must be put away,
// else Must.
func (p Pick) Bound() card.Set {
	if p.Verb != PlayCard && p.From.Len() == p.Min {
		return p.From
	}
	return p.Must
}

// Least returns the fewest cards that the pick allows, and the lowest of these.
func (p Pick) Least() card.Set {
	return p.Must | (p.From &^ p.Must).LowestCards(p.Min-p.Must.Len())
}

// Allows reports whether the pick offers the choice of these cards.
func (p Pick) Allows(chosen card.Set) bool {
	n := chosen.Len()
	return p.From.Holds(chosen) && chosen.Holds(p.Must) && n >= p.Min && n <= p.Max
}

// Worth is what a bid, an announcement or a doubling brings if it succeeds. Values are in
// game points, before doublings and before what the card points add; 0 if there is no such
// number.
type Worth struct {
	Now int
	// Later is what the same announcement brings at the next opportunity; 0 if there is none.
	Later int
	// ReplacesGame says that the value takes the place of the game's and isn't added to it.
	ReplacesGame bool
	// PlusCardPoints says that the card points add to the value.
	PlusCardPoints bool
	// IfFailed is what the other side gets if it fails; 0 if that is the same value.
	IfFailed int
	// Times is the factor of a doubling together with those before it; 0 if it is no doubling.
	Times int
}
