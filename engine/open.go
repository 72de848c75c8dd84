package engine

import "tarockbot/engine/card"

// OpenTricks is the play of a deal with all cards face up, for a solver.
type OpenTricks struct {
	Play  TrickPlay
	Piles [MaxSeats][][]card.Card // by seat; each pile's remaining cards from the top
	// BonusSets lists the sets of cards that earn a bonus if won in tricks.
	BonusSets []card.Set
	// WordUndecided tells that the running trick decides about a word said with a card. Until the trick ends, Settle is
	// wrong.
	WordUndecided bool
}

// Settler is a Round that supports solvers.
type Settler interface {
	// OpenTricks returns false if no tricks are being played, or if the contract has no sides.
	OpenTricks() (OpenTricks, bool)
	// Settle returns the deal's result for the tricks in play, without further announcements. It reads only the cards
	// won, the seat with all tricks, and the birds' tricks.
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
