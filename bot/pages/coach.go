package pages

import (
	"tarockbot/bot/chat"
	"tarockbot/engine"
	"tarockbot/engine/robot"
	"tarockbot/render"
	"tarockbot/render/words"
)

// Who plays the computer alone may be helped: in their first deal each phase is explained when
// it comes, and whenever they are waited for they are advised. Nobody else is: it would be
// unfair.

// coach is what the panel's reader is told; nil for nothing.
func (t Message) coach(v engine.View, w *words.Tongue) []chat.Line {
	if !t.Advised || !t.Chairs.OnePerson() || !t.Waiting().Has(v.Seat) {
		return nil
	}
	advice := robot.Advise(v, t.Match.Deal.Prompt(v.Seat))
	line := chat.Line{{Text: w.Say("advice", "What", t.advised(advice.Action, w)), Style: chat.Strong}, {Text: " " + w.Say("advice.why."+string(advice.Why))}}
	return nonEmpty(when(t.isNew(v), plain(t.Courses.Phase(t.Match.Game.ID, v.Phase, w))), line)
}

// isNew says that the phase has come for the first time in the match: in the first deal, and
// of the tricks in the first.
func (t Message) isNew(v engine.View) bool { return len(t.Match.Done) == 0 && len(v.Tricks) == 0 }

// advised is what the reader is told to do.
func (t Message) advised(a engine.Action, w *words.Tongue) string {
	switch a.Verb {
	case engine.PlayCard:
		return render.Cards(a.Cards, w)
	case engine.Exchange, engine.Discard:
		return either(a.Cards == 0, w.Say("advice.keep-all"), w.Say("advice.put-away", "Cards", render.Cards(a.Cards, w)))
	case engine.Talon:
		o := t.panel().offers()
		return o.label(a, w)
	case engine.Done:
		return either(t.panel().offers().together(), w.Say("confirm.nothing"), w.Say("button.go-on"))
	default:
		return actionLabel(a, t.Match.Deal.Rules().Terms, w)
	}
}

// adviceButton turns the advice on and off; it is there where anybody may be advised.
func (t Message) adviceButton(w *words.Tongue) []chat.Button {
	if !t.Chairs.OnePerson() {
		return nil
	}
	if t.Advised {
		return aside(button(w.Say("advice.off"), "settings advice off"))
	}
	return aside(button(w.Say("advice.on"), "settings advice on"))
}
