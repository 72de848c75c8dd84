package render

import (
	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/render/words"
)

// Hand is a seat's cards, one line a suit, highest first. Cards that the pick
// doesn't offer are dimmed; without a pick none is.
func Hand(v engine.View, pick engine.Pick, t *words.Tongue) []Line {
	var lines []Line
	for _, suit := range handSuits {
		cards := v.Hand.Cards & suit.Cards()
		if cards == 0 {
			continue
		}
		line := make(Line, 0, 2*cards.Len())
		for ; cards != 0; cards &^= cards.Highest().Bit() {
			line = append(line, handSpan(cards.Highest(), v.Hand, pick, t), Span{Text: " "})
		}
		lines = append(lines, line[:len(line)-1])
	}
	return lines
}

// What follows a card of the hand that isn't like the others.
const (
	FreshMark = "*" // just picked up
	TopMark   = "°" // lies face up in front of the seat
)

// handSpan marks a card that was just picked up or lies open. A dimmed card has
// no icon, which would outshine that.
func handSpan(c card.Card, h engine.Hand, pick engine.Pick, t *words.Tongue) Span {
	span := cardSpan(c, t)
	if h.Fresh.Has(c) {
		span.Text += FreshMark
	}
	if h.Tops.Has(c) {
		span.Text += TopMark
	}
	if pick.Verb != 0 && !pick.From.Has(c) {
		span.Style, span.Icon = Dim, ""
	}
	return span
}

// Why explains what keeps cards of the hand out of a pick; "" if nothing does.
func Why(v engine.View, pick engine.Pick, t *words.Tongue) string {
	if pick.Why == "" || v.Hand.Cards&^pick.From == 0 {
		return ""
	}
	return Refusal(&engine.Refusal{Reason: pick.Why, Led: v.Trick.Cards[0], Needs: pick.Min}, t)
}
