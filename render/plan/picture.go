// Package plan decides the content of pictures and their descriptions, without the layout. Start at Scene and Picture.
package plan

import "tarockbot/render/words"

// Picture holds plain values only, from top to bottom.
type Picture struct {
	Board *Board
	Hand  *Hand
	Hands *OpenHands
	Curve *Curve
	Alt   string `json:"-"`
}

// Content is the source of a picture.
type Content interface {
	// filter returns the drawable part of a name.
	plan(t *words.Tongue, filter func(string) string) Picture
}

// New plans the picture, with names reduced by drawable. Its Alt text has the full names.
func New(c Content, t *words.Tongue, drawable func(string) string) Picture {
	p := c.plan(t, drawable)
	p.Alt = c.plan(t, validUTF8).alt(t)
	return p
}

func (p Picture) alt(t *words.Tongue) string {
	var sentences []string
	if p.Hand != nil {
		sentences = p.Hand.alt(t)
	}
	if p.Board != nil {
		sentences = append(sentences, p.Board.alt(t)...)
	}
	if p.Hands != nil {
		sentences = append(sentences, p.Hands.alt(t)...)
	}
	if p.Curve != nil {
		sentences = append(sentences, p.Curve.alt()...)
	}
	return altText(sentences)
}

func (s Scene) plan(t *words.Tongue, filter func(string) string) Picture {
	return Picture{Board: s.board(t, s.displayNames(t, filter))}
}

func (h PlayerHand) plan(t *words.Tongue, filter func(string) string) Picture {
	return Picture{Hand: h.hand(t, filter)}
}

// TableAndHand is a hand below part of the table; see BesideHand.
type TableAndHand struct {
	Scene Scene
	Hand  PlayerHand
}

func (b TableAndHand) plan(t *words.Tongue, filter func(string) string) Picture {
	return Picture{Board: b.Scene.aboveHand(t, b.Scene.displayNames(t, filter)), Hand: b.Hand.hand(t, filter)}
}

func (o OpenDeal) plan(t *words.Tongue, filter func(string) string) Picture {
	if o.Scene.Deal.Result != nil {
		return o.Scene.plan(t, filter)
	}
	names := o.Scene.displayNames(t, filter)
	strip := o.Scene.board(t, names).strip()
	strip.Middle.Talon = Talon{} // the hands include it
	return Picture{Board: strip, Hands: o.hands(t, names)}
}

func (c RatingHistory) plan(t *words.Tongue, filter func(string) string) Picture {
	return Picture{Curve: c.curve(t, cleanName(c.Name, filter))}
}
