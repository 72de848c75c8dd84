// Package plan decides what pictures show and how they are described: the texts, cards and marks of a table,
// of hands and of a rating, without their layout. Start at Scene and Picture.
package plan

import "tarockbot/render/words"

// Picture is the content of a picture: its parts from top to bottom, nil if missing, and its description.
// It holds plain values only.
type Picture struct {
	Board *Board
	Hand  *Hand
	Hands *OpenHands
	Curve *Curve
	Alt   string `json:"-"` // at most MaxAlt characters
}

// planned returns the picture with names reduced to what can be drawn. Its Alt text has the full names.
func planned(t *words.Tongue, drawable func(string) string, plan func(filter func(string) string) Picture) Picture {
	p := plan(drawable)
	p.Alt = plan(validUTF8).alt(t)
	return p
}

// alt describes the picture, the hand first.
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

// Picture plans the public picture of the table. drawable removes what cannot be drawn from a name.
func (s Scene) Picture(t *words.Tongue, drawable func(string) string) Picture {
	return planned(t, drawable, func(filter func(string) string) Picture {
		return Picture{Board: s.plan(t, s.displayNames(t, filter))}
	})
}

// Picture plans the picture of the hand. drawable removes what cannot be drawn from a name.
func (h PlayerHand) Picture(t *words.Tongue, drawable func(string) string) Picture {
	return planned(t, drawable, func(filter func(string) string) Picture { return Picture{Hand: h.plan(t, filter)} })
}

// WithHand plans the picture of a hand below as much of the table as BesideHand says. drawable removes what
// cannot be drawn from a name.
func (s Scene) WithHand(h PlayerHand, t *words.Tongue, drawable func(string) string) Picture {
	return planned(t, drawable, func(filter func(string) string) Picture {
		return Picture{Board: s.aboveHand(t, s.displayNames(t, filter)), Hand: h.plan(t, filter)}
	})
}

// Picture plans the picture of the open hands. A finished deal has none left: then it plans the board.
// drawable removes what cannot be drawn from a name.
func (o OpenDeal) Picture(t *words.Tongue, drawable func(string) string) Picture {
	if o.Scene.Deal.Result != nil {
		return o.Scene.Picture(t, drawable)
	}
	return planned(t, drawable, func(filter func(string) string) Picture {
		names := o.Scene.displayNames(t, filter)
		return Picture{Board: o.Scene.openStrip(t, names), Hands: o.plan(t, names)}
	})
}

// Picture plans the picture of the rating. drawable removes what cannot be drawn from a name.
func (c RatingHistory) Picture(t *words.Tongue, drawable func(string) string) Picture {
	return planned(t, drawable, func(filter func(string) string) Picture {
		return Picture{Curve: c.plan(t, truncated(filter(oneLine(c.Name))))}
	})
}
