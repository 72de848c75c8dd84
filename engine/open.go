package engine

import "tarockbot/engine/card"

// OpenTricks is the tricks of a deal with all cards face up: what somebody needs who
// tries how they may go on.
type OpenTricks struct {
	Play  TrickPlay
	Piles [MaxSeats][][]card.Card // in front of each seat what is left of a pile, from its top
	// Gathered are the cards that count, besides their points, for the side that
	// takes all of them.
	Gathered []card.Set
	// Unclear says that something said of a card in the running trick will be made
	// or lost with that trick, so that the deal can't be settled before.
	Unclear bool
}

// Settler is what a Round implements whose tricks can be tried.
type Settler interface {
	// OpenTricks returns the tricks to try; false outside of the tricks, and where there
	// are no sides.
	OpenTricks() (OpenTricks, bool)
	// Settle returns the result if the tricks of the deal had come out as play says and
	// nobody said anything more. Of play it asks what the seats have won, who has
	// all tricks, and how the birds fared in theirs: more need not be right.
	Settle(play TrickPlay) *Result
}

// OpenTricks returns the deal's tricks with all cards face up; false where they can't
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

// Settle returns the result if the deal's tricks had come out so; nil for a game whose
// tricks can't be tried. OpenTricks must return true at this moment. See Settler.
func (d *Deal) Settle(play TrickPlay) *Result {
	r, ok := d.round.(Settler)
	if !ok {
		return nil
	}
	return r.Settle(play)
}
