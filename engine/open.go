package engine

import "tarockbot/engine/card"

// OpenTricks is the play of a deal with all cards face up, for a solver.
type OpenTricks struct {
	Play  TrickPlay
	Piles [MaxSeats][][]card.Card // by seat, the cards left, from the top
	// Gathered lists the sets that earn a bonus in tricks.
	Gathered []card.Set
	// Unclear tells that the running trick decides about a word said with a card: Settle is wrong until it ends.
	Unclear bool
}

// Settler is a Round that supports solvers.
type Settler interface {
	// OpenTricks returns false outside of the tricks, and without sides.
	OpenTricks() (OpenTricks, bool)
	// Settle returns the result if the tricks came out as in play, without further announcements. It reads only the
	// cards won, the seat with all tricks, and the birds' tricks.
	Settle(play TrickPlay) *Result
}

// OpenTricks returns the deal's tricks; false if a solver can't use them.
func (d *Deal) OpenTricks() (OpenTricks, bool) {
	r, ok := d.round.(Settler)
	if !ok {
		return OpenTricks{}, false
	}
	o, ok := r.OpenTricks()
	o.Play = o.Play.Clone()
	return o, ok
}

// Settle calls Settler.Settle, at a moment when OpenTricks returns true.
func (d *Deal) Settle(play TrickPlay) *Result {
	r, ok := d.round.(Settler)
	if !ok {
		return nil
	}
	return r.Settle(play)
}
