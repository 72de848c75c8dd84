package describe

import (
	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/render/text"
	"tarockbot/render/words"
)

// Hand lists a seat's cards by suit. Cards outside the pick are dimmed.
func Hand(v engine.View, pick engine.Pick, t *words.Tongue) []text.Line {
	var lines []text.Line
	for _, suit := range HandSuits {
		cards := v.Hand.Cards & suit.Cards()
		if cards == 0 {
			continue
		}
		line := make(text.Line, 0, 2*cards.Len())
		for ; cards != 0; cards &^= cards.Highest().Bit() {
			line = append(line, handSpan(cards.Highest(), v.Hand, pick, t), text.Span{Text: " "})
		}
		lines = append(lines, line[:len(line)-1])
	}
	return lines
}

// Marks after the label of a card in the hand.
const (
	FreshMark = "*" // just picked up
	TopMark   = "°" // lies face up
)

// handSpan leaves out a dimmed card's icon, because icons can't be dimmed.
func handSpan(c card.Card, h engine.Hand, pick engine.Pick, t *words.Tongue) text.Span {
	span := cardSpan(c, t)
	if h.Fresh.Has(c) {
		span.Text += FreshMark
	}
	if h.Tops.Has(c) {
		span.Text += TopMark
	}
	if pick.Verb != 0 && !pick.From.Has(c) {
		span.Style, span.Icon = text.Dim, ""
	}
	return span
}

// ExplainPick explains why the pick excludes cards.
func ExplainPick(v engine.View, pick engine.Pick, t *words.Tongue) string {
	if pick.Reason == "" || v.Hand.Cards&^pick.From == 0 {
		return ""
	}
	return Refusal(&engine.Refusal{Reason: pick.Reason, Led: v.Trick.Cards[0], Needs: pick.Min}, t)
}

// Refusal explains why an action is not allowed.
func Refusal(r *engine.Refusal, t *words.Tongue) string {
	if r.Reason == engine.MustFollow && r.Led.Suit() == card.Tarock {
		return t.Say("reason.must-follow.tarock")
	}
	return t.Say("reason."+string(r.Reason), "Suit", SuitOf(r.Led, t), "Needs", r.Needs, "Cards", Cards(r.Cards, t))
}
