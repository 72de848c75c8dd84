package screens

import (
	"fmt"
	"slices"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/support/seq"
	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/render/describe"
	"tarockbot/render/words"
)

type offers struct {
	engine.Prompt
	deal *engine.Deal
	seat engine.Seat
}

func (h Hand) offers() offers { return offers{h.Match.Deal.Prompt(h.Seat), h.Match.Deal, h.Seat} }

func (o offers) todo(phase engine.Name, chosen int, w *words.Tongue) string {
	switch {
	case o.Pick.Verb != 0:
		return discardText(o.Pick, chosen, w)
	case len(o.Choices) == 1 && o.Choices[0].Verb == engine.EndAnnouncing:
		return w.Say("todo.nothing")
	case slices.ContainsFunc(o.Choices, func(a engine.Action) bool { return o.deal.Worth(o.seat, a).Later > 0 }):
		return w.Say("todo.before.twice")
	case o.isDoubling():
		return w.Say("todo.double")
	}
	if o.Choices[0].Verb == engine.ChoosePacket {
		return w.Count("todo.talon", len(o.deal.PublicView().Packets()[0]))
	}
	return w.Say("todo.phase." + string(phase))
}

func discardText(p engine.Pick, chosen int, w *words.Tongue) string {
	switch from, must := p.From.Len(), p.Must.Len(); {
	case p.Min < p.Max && chosen == 0:
		return w.Say("todo.swap.none", "Max", p.Max)
	case p.Min < p.Max:
		return w.Say("todo.swap", "Max", p.Max, "Chosen", chosen)
	case must > 0 && must < p.Min:
		return w.Count("todo.away.tarocks", p.Min-must, "All", p.Min)
	case from == p.Min:
		return w.Count("todo.away.all", p.Min)
	}
	return w.Count("todo.away", p.Min)
}

func pickChoice(p engine.Pick, tops card.Set, w *words.Tongue) *chat.Choice {
	choice := &chat.Choice{Label: w.Say("choice."+p.Verb.String(), "Min", p.Min, "Max", p.Max),
		Confirm: w.Say("confirm." + p.Verb.String()), Min: p.Min, Max: p.Max}
	tarocks, suits := w.Say("choice.part.tarocks"), w.Say("choice.part.suits")
	for _, c := range describe.InHandOrder(p.From) {
		choice.Options = append(choice.Options, chat.Option{
			Value: c.String(), Label: cardLabel(c, tops, w), Icon: c.String(),
			Style: describe.CardStyle(c), Fixed: p.Unkeepable().Has(c), Group: either(c.Suit() == card.Tarock, tarocks, suits),
		})
	}
	return choice
}

func cardLabel(c card.Card, tops card.Set, w *words.Tongue) string {
	return describe.Card(c, w) + when(tops.Has(c), describe.TopMark)
}

// areSentTogether reports whether the player selects announcements first and then sends all with "done".
func (o offers) areSentTogether() bool {
	return len(o.Choices) > 1 && slices.Contains(o.Choices, engine.Say(engine.EndAnnouncing, 0))
}

func (o offers) isDoubling() bool {
	return o.areSentTogether() && !slices.ContainsFunc(o.Choices, func(a engine.Action) bool { return a.Verb == engine.Announce })
}

func (o offers) nothingText(w *words.Tongue) string {
	return w.Say(either(o.isDoubling(), "confirm.good", "confirm.nothing"))
}

func (o offers) choice(chosen []string, w *words.Tongue) *chat.Choice {
	confirm := either(len(chosen) == 0, o.nothingText(w), w.Say("confirm.done"))
	c := &chat.Choice{Label: w.Say("choice.announce"), Confirm: confirm, Max: len(o.Choices) - 1}
	for _, a := range o.Choices {
		if a.Verb != engine.EndAnnouncing {
			value := strings.Replace(a.String(), " ", ".", 1)
			c.Options = append(c.Options, chat.Option{Value: value, Label: o.label(a, w), Hint: o.hint(a, w)})
		}
	}
	return c
}

func (o offers) buttons(line func(engine.Action) string, w *words.Tongue) []chat.Button {
	if o.areSentTogether() {
		return nil
	}
	return seq.Map(o.Choices, func(a engine.Action) chat.Button {
		b := toggle(o.label(a, w), line(a), a.Verb != engine.Pass)
		b.Hint = o.hint(a, w)
		return b
	})
}

func (o offers) label(a engine.Action, w *words.Tongue) string {
	switch worth := o.deal.Worth(o.seat, a); {
	case a.Verb == engine.ChoosePacket:
		cards := seq.Map(o.deal.PublicView().Packets()[a.N], func(c card.Card) string { return describe.Card(c, w) })
		return fmt.Sprintf("%d) %s", a.N+1, strings.Join(cards, " "))
	case a.Verb == engine.EndAnnouncing:
		return w.Say("button.go-on")
	case worth.PlusCardPoints:
		return w.Say("offer.more", "Word", actionLabel(a, o.deal.Rules().Terms, w), "Points", worth.Now)
	case worth.Now > 0:
		return w.Say("offer", "Word", actionLabel(a, o.deal.Rules().Terms, w), "Points", worth.Now)
	}
	return actionLabel(a, o.deal.Rules().Terms, w)
}

func (o offers) hint(a engine.Action, w *words.Tongue) string {
	worth := o.deal.Worth(o.seat, a)
	switch a.Verb {
	case engine.ChoosePacket, engine.EndAnnouncing, engine.SayGood: // the label explains them
		return ""
	case engine.Bid:
		return w.Say("hint.call." + a.Word.String())
	case engine.Announce, engine.Declare, engine.PlayCard:
		hint := w.Say("hint.bonus." + a.Word.String())
		switch {
		case worth.ReplacesGame:
			return w.Say("hint.instead", "Hint", hint)
		case worth.Later > 0 && worth.Later < worth.Now:
			return w.Say("hint.later", "Hint", hint, "Points", worth.Later)
		}
		return hint
	case engine.Contra, engine.Re, engine.Sub:
		return w.Say("hint.contra", "Times", worth.Times)
	}
	hint := w.Say("hint." + string(o.Phase) + "." + string(o.deal.Rules().Terms.OwnName(engine.Name(a.Verb.String()))))
	if worth.IfFailed > 0 {
		return w.Say("hint.fails", "Hint", hint, "Points", worth.IfFailed)
	}
	return hint
}

func actionLabel(a engine.Action, terms engine.Terms, w *words.Tongue) string {
	if a.Verb == engine.PlayCard && a.Word != 0 {
		return describe.Card(a.Cards.Lowest(), w) + " " + describe.SpokenAction(a, terms, w)
	}
	return describe.SpokenAction(a, terms, w)
}
