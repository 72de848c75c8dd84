package engine

import (
	"slices"

	"tarockbot/engine/card"
)

// Prompt lists a seat's options: one of Choices, or the Pick of cards. To play a card with a word is one of Choices.
type Prompt struct {
	Phase   Name
	Choices []Action
	Pick    Pick
}

// IsEmpty reports whether the prompt offers nothing.
func (p Prompt) IsEmpty() bool { return len(p.Choices) == 0 && p.Pick.Verb == 0 }

// Allows reports whether the prompt offers the action.
func (p Prompt) Allows(a Action) bool {
	if p.Pick.Verb != 0 && a.Verb == p.Pick.Verb && a.Word == 0 {
		return a.N == 0 && p.Pick.Allows(a.Cards)
	}
	return slices.Contains(p.Choices, a)
}

// Pick is a choice of Min to Max cards of From, including Must.
type Pick struct {
	Verb     Verb
	Min, Max int
	Must     card.Set
	From     card.Set
	Reason   Name // to refuse other cards
}

// Unkeepable returns the cards that the seat can't keep.
func (p Pick) Unkeepable() card.Set {
	if p.Verb != PlayCard && p.From.Len() == p.Min {
		return p.From
	}
	return p.Must
}

// Least returns the fewest and lowest cards allowed.
func (p Pick) Least() card.Set {
	return p.Must | (p.From &^ p.Must).LowestCards(p.Min-p.Must.Len())
}

// Allows reports whether the pick offers these cards.
func (p Pick) Allows(chosen card.Set) bool {
	n := chosen.Len()
	return p.From.Holds(chosen) && chosen.Holds(p.Must) && n >= p.Min && n <= p.Max
}

// Worth is the value of a successful bid, announcement or doubling in game points, before doublings and card points; 0
// if unknown.
type Worth struct {
	Now int
	// Later is the value if the word is said at the next chance, or 0.
	Later int
	// ReplacesGame means that the game itself then doesn't count.
	ReplacesGame bool
	// PlusCardPoints means that card points are added to the value.
	PlusCardPoints bool
	// IfFailed is the other side's gain; 0 if it equals the value.
	IfFailed int
	// Times is the total factor after a doubling.
	Times int
}
