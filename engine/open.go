package engine

import "tarockbot/engine/card"

// OpenTricks is the tricks of a deal with all cards face up: what a solver needs to try how they may go on.
type OpenTricks struct {
	Play  TrickPlay
	Piles [MaxSeats][][]card.Card // by seat, what is left of its piles, each from its top
	// Gathered are the sets of cards that count extra for the side that
	// takes a whole set.
	Gathered []card.Set
	// Unclear says that a word said of a card in the running trick is made
	// or lost with that trick. Before the end of the trick Settle can't tell the result.
	Unclear bool
}

// Settler is a Round whose tricks a solver can try.
type Settler interface {
	// OpenTricks returns the tricks to try. It returns false outside of the tricks, and in a deal without
	// sides.
	OpenTricks() (OpenTricks, bool)
	// Settle returns the result that the deal would have if its tricks came out as play says and
	// nobody said anything more. Of play only these need be right: the cards that each seat has won, which seat
	// has all tricks, and how the birds fared in their tricks.
	Settle(play TrickPlay) *Result
}

// OpenTricks returns the deal's tricks with all cards face up; false if they can't
// be tried.
func (d *Deal) OpenTricks() (OpenTricks, bool) {
	r, ok := d.round.(Settler)
	if !ok {
		return OpenTricks{}, false
	}
	o, ok := r.OpenTricks()
	o.Play = o.Play.Clone()
	return o, ok
}

// Settle returns the result that the deal would have if its tricks came out as play says; nil for a game whose
// tricks can't be tried. OpenTricks must return true at this moment. See Settler.
func (d *Deal) Settle(play TrickPlay) *Result {
	r, ok := d.round.(Settler)
	if !ok {
		return nil
	}
	return r.Settle(play)
}
