package screens

import (
	"tarockbot/bot/chat"
	"tarockbot/engine"
	"tarockbot/engine/robot"
	"tarockbot/render"
	"tarockbot/render/words"
)

// Who plays the computer alone may be helped: in the first deal of a match each phase is explained
// when it comes, and whenever they are waited for they are advised. Nobody else is: it would be
// unfair.

// coach is what helps the reader of a panel.
type coach struct {
	at   TableMessage
	view engine.View
}

// lines are what the reader is told; nil for nothing.
func (c coach) lines(w *words.Tongue) []chat.Line {
	if !c.at.Advised || !c.at.Chairs.OnePerson() || !c.at.Waiting().Has(c.view.Seat) {
		return nil
	}
	advice := robot.Advise(c.view, c.at.Match.Deal.Prompt(c.view.Seat))
	line := chat.Line{{Text: w.Say("advice", "What", c.advised(advice.Action, w)), Style: chat.Strong}, {Text: " " + w.Say("advice.why."+string(advice.Why))}}
	return nonEmpty(when(c.isNew(), plain(c.at.Courses.Phase(c.at.Match.Game.ID, c.view.Phase, w))), line)
}

// isNew says that the phase has come for the first time in the match: in the first deal, and
// of the tricks in the first.
func (c coach) isNew() bool { return len(c.at.Match.Done) == 0 && len(c.view.Tricks) == 0 }

// advised is what the reader is told to do, as the buttons call it.
func (c coach) advised(a engine.Action, w *words.Tongue) string {
	if a.Verb == engine.PlayCard && a.Word == 0 {
		return render.Cards(a.Cards, w)
	}
	switch o := c.at.panel().offers(); a.Verb {
	case engine.Exchange, engine.Discard:
		return either(a.Cards == 0, w.Say("advice.keep-all"), w.Say("advice.put-away", "Cards", render.Cards(a.Cards, w)))
	case engine.Talon:
		return o.label(a, w)
	case engine.Done:
		return either(o.together(), o.nothing(w), w.Say("button.go-on"))
	default:
		return actionLabel(a, c.at.Match.Deal.Rules().Terms, w)
	}
}

// button turns the advice on and off; it is there where anybody may be advised.
func (c coach) button(w *words.Tongue) []chat.Button {
	if !c.at.Chairs.OnePerson() {
		return nil
	}
	if c.at.Advised {
		return aside(button(w.Say("advice.off"), lineOf("settings advice off", WordHere)))
	}
	return aside(button(w.Say("advice.on"), lineOf("settings advice on", WordHere)))
}
