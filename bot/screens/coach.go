package screens

import (
	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/engine"
	"tarockbot/engine/robot"
	"tarockbot/render"
	"tarockbot/render/words"
)

// Who plays the computer alone may be helped: in the first deal of a match each phase is explained
// when it comes, and whenever they are waited for they are advised. Nobody else is: it would be
// unfair.

// Coach helps the player of a panel.
type Coach struct {
	Advises bool // the player is told what to do
	Courses Courses
}

// lines are what the player is told; nil for nothing.
func (c Coach) lines(h Hand, v engine.View, w *words.Tongue) []chat.Line {
	if !c.Advises || !h.Chairs.OnePerson() || !h.Waiting().Has(h.Seat) {
		return nil
	}
	advice := robot.Advise(v, h.Match.Deal.Prompt(h.Seat))
	line := chat.Line{{Text: w.Say("advice", "What", h.advised(advice.Action, w)), Style: chat.Strong}, {Text: " " + w.Say("advice.why."+string(advice.Why))}}
	isNew := len(h.Match.Done) == 0 && len(v.Tricks) == 0 // the phase has come for the first time in the match
	return nonEmpty(when(isNew, plain(c.Courses.Phase(h.Match.Game.ID, v.Phase, w))), line)
}

// advised is what the player is told to do, as the buttons call it.
func (h Hand) advised(a engine.Action, w *words.Tongue) string {
	if a.Verb == engine.PlayCard && a.Word == 0 {
		return render.Cards(a.Cards, w)
	}
	switch o := h.offers(); a.Verb {
	case engine.Exchange, engine.Discard:
		return either(a.Cards == 0, w.Say("advice.keep-all"), w.Say("advice.put-away", "Cards", render.Cards(a.Cards, w)))
	case engine.Talon:
		return o.label(a, w)
	case engine.Done:
		return either(o.together(), o.nothing(w), w.Say("button.go-on"))
	default:
		return actionLabel(a, o.deal.Rules().Terms, w)
	}
}

// button turns the advice on and off; it is there where anybody may be advised.
func (c Coach) button(at match.Chairs, w *words.Tongue) []chat.Button {
	if !at.OnePerson() {
		return nil
	}
	say := either(c.Advises, "off", "on")
	return aside(button(w.Say("advice."+say), lineOf("settings advice", say, WordHere)))
}
