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

// Coach advises a person alone with computers. With other people, advice would be unfair. It advises on cards; bids and
// announcements are only explained, because the computer's advice on them isn't good enough.
type Coach struct {
	Advises bool
	Courses guides.Courses
}

func (c Coach) lines(h Hand, v engine.View, w *words.Tongue) []chat.Line {
	if !c.Advises || !h.Chairs.HasOnePerson() || !h.Waiting().Has(h.Seat) {
		return nil
	}
	isNew := len(h.Match.Done) == 0 && len(v.Tricks) == 0 // neither a deal nor a trick is finished
	return nonEmpty(when(isNew, plain(c.Courses.Phase(h.Match.Game.ID, v.Phase, w))), h.adviceLine(v, w))
}

// adviceLine returns nil if there is no card to choose.
func (h Hand) adviceLine(v engine.View, w *words.Tongue) chat.Line {
	advice := robot.Advise(v, h.Match.Deal.Prompt(h.Seat))
	what := h.advisedCards(advice.Action, w)
	return when(what != "", chat.Line{
		{Text: w.Say("advice", "What", what), Style: chat.Strong},
		{Text: " " + w.Say("advice.why."+string(advice.Reason))},
	})
}

func (h Hand) advisedCards(a engine.Action, w *words.Tongue) string {
	switch {
	case a.Verb == engine.PlayCard && a.Word == 0:
		return describe.Cards(a.Cards, w)
	case a.Verb == engine.PlayCard:
		return actionLabel(a, h.Match.Deal.Rules().Terms, w)
	case a.Verb == engine.Exchange, a.Verb == engine.Discard:
		return either(a.Cards == 0, w.Say("advice.keep-all"), w.Say("advice.put-away", "Cards", describe.Cards(a.Cards, w)))
	case a.Verb == engine.ChoosePacket:
		return h.offers().label(a, w)
	default:
		return ""
	}
}

func (c Coach) button(at match.Chairs, w *words.Tongue) []chat.Button {
	if !at.HasOnePerson() {
		return nil
	}
	say := either(c.Advises, WordOff, WordOn)
	return asideRow(button(w.Say("advice."+say), lineOf("settings", "advice", say, WordHere)))
}
