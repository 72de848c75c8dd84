package describe

import (
	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/render/words"
)

// Why explains why the pick excludes cards of the hand. It returns "" if it excludes none.
func Why(v engine.View, pick engine.Pick, t *words.Tongue) string {
	if pick.Why == "" || v.Hand.Cards&^pick.From == 0 {
		return ""
	}
	return Refusal(&engine.Refusal{Reason: pick.Why, Led: v.Trick.Cards[0], Needs: pick.Min}, t)
}

// Refusal explains in friendly words why an action is not allowed.
func Refusal(r *engine.Refusal, t *words.Tongue) string {
	if r.Reason == engine.MustFollow && r.Led.Suit() == card.Tarock { // tarock is no suit
		return t.Say("reason.must-follow.tarock")
	}
	return t.Say("reason."+string(r.Reason), "Suit", SuitOf(r.Led, t), "Needs", r.Needs, "Cards", Cards(r.Cards, t))
}
