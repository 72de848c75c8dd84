package plan

import (
	"slices"

	"tarockbot/engine"
	"tarockbot/render/words"
)

// shownTrick returns the current trick or, between tricks, the last one, and the tricks before it. After play, shown is
// empty and before lists all tricks.
func shownTrick(v engine.PublicView) (shown engine.Trick, before []engine.Trick) {
	n := len(v.Tricks)
	switch {
	case v.Phase != engine.Playing:
		return engine.Trick{}, v.Tricks
	case v.Trick.N == 0 && n > 0:
		return v.Tricks[n-1], v.Tricks[:n-1]
	}
	return v.Trick, v.Tricks
}

func trickNumber(v engine.PublicView, number int, t *words.Tongue) string {
	all := len(v.Tricks) + v.CardsToPlay(v.Trick.Lead)
	if v.Trick.N > 0 {
		all++
	}
	return t.Say("picture.trick", "Number", number, "All", all)
}

func slotsOf(trick engine.Trick, names []string, waiting engine.Seats) []Slot {
	slots := make([]Slot, len(names))
	for i := range slots {
		seat := trick.By(i, len(names))
		s := Slot{Name: names[seat], Seat: seat}
		if i < int(trick.N) {
			s.Card, s.Played, s.Winning = trick.Cards[i], true, trick.N > 1 && i == trick.BestIndex()
		} else {
			s.Awaited = waiting.Has(seat)
		}
		slots[i] = s
	}
	return slots
}

// slots sorts a trick of two by seat, and others in the order of play.
func (p *planner) slots() []Slot {
	trick, _ := shownTrick(p.scene.Deal)
	slots := slotsOf(trick, p.Names, p.scene.Deal.Waiting)
	if len(slots) == 2 && trick.Lead == 1 {
		slices.Reverse(slots)
	}
	return slots
}
