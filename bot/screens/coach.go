package screens

import (
	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/screens/guides"
	"tarockbot/engine"
	"tarockbot/engine/robot"
	"tarockbot/render/describe"
	"tarockbot/render/words"
)

// Coach advises a person alone with computers. With other people, advice would be unfair.
type Coach struct {
	Advises bool
	Courses guides.Courses
}

func (c Coach) lines(h Hand, v engine.View, w *words.Tongue) []chat.Line {
	if !c.Advises || !h.Chairs.HasOnePerson() || !h.Waiting().Has(h.Seat) {
		return nil
	}
	advice := robot.Advise(v, h.Match.Deal.Prompt(h.Seat))
	line := chat.Line{
		{Text: w.Say("advice", "What", h.adviceText(advice.Action, w)), Style: chat.Strong},
		{Text: " " + w.Say("advice.why."+string(advice.Reason))},
	}
	isNew := len(h.Match.Done) == 0 && len(v.Tricks) == 0 // neither a deal nor a trick is finished
	return nonEmpty(when(isNew, plain(c.Courses.Phase(h.Match.Game.ID, v.Phase, w))), line)
}

func (h Hand) adviceText(a engine.Action, w *words.Tongue) string {
	if a.Verb == engine.PlayCard && a.Word == 0 {
		return describe.Cards(a.Cards, w)
	}
	switch o := h.offers(); a.Verb {
	case engine.Exchange, engine.Discard:
		return either(a.Cards == 0, w.Say("advice.keep-all"), w.Say("advice.put-away", "Cards", describe.Cards(a.Cards, w)))
	case engine.ChoosePacket:
		return o.label(a, w)
	case engine.EndAnnouncing:
		return either(o.areSentTogether(), o.nothingText(w), w.Say("button.go-on"))
	default:
		return actionLabel(a, o.deal.Rules().Terms, w)
	}
}

func (c Coach) button(at match.Chairs, w *words.Tongue) []chat.Button {
	if !at.HasOnePerson() {
		return nil
	}
	say := either(c.Advises, WordOff, WordOn)
	return asideRow(button(w.Say("advice."+say), lineOf("settings", "advice", say, WordHere)))
}
