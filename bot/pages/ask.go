package pages

import (
	"fmt"
	"slices"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/render"
	"tarockbot/render/words"
)

// todo is what the seat, which is waited for, has to do.
func (t Panel) todo(v engine.View, w *words.Tongue) string {
	if v.Phase != engine.Playing {
		return t.todoBefore(v, w)
	}
	from, led := t.Match.Deal.Prompt(t.Seat).Pick.From, v.Trick.Cards[0]
	switch {
	case v.Trick.N == 0:
		return w.Say("todo.lead", "Number", len(v.Tricks)+1)
	case from.Len() == 1:
		return w.Say("todo.only", "Card", render.Card(from.Lowest(), w))
	case led.Suit().Cards().Holds(from):
		return w.Say("todo.follow", "Suit", render.SuitOf(led, w))
	case card.AllTarocks.Holds(from):
		return w.Say("todo.tarock", "Suit", render.SuitOf(led, w))
	}
	return w.Say("todo.any")
}

// todoBefore is what the seat has to do before the first trick.
func (t Panel) todoBefore(v engine.View, w *words.Tongue) string {
	p := t.Match.Deal.Prompt(t.Seat)
	switch {
	case p.Pick.Verb != 0:
		return putAway(p.Pick, w)
	case len(p.Words) == 1 && p.Words[0].Verb == engine.Done:
		return w.Say("todo.nothing")
	case slices.ContainsFunc(p.Words, func(a engine.Action) bool { return t.Match.Deal.Worth(t.Seat, a).Later > 0 }):
		return w.Say("todo.before.twice")
	}
	return w.Say("todo.phase." + string(v.Phase))
}

// putAway tells how many cards of a hand go, and which of them must.
func putAway(p engine.Pick, w *words.Tongue) string {
	switch from, must := p.From.Len(), p.Must.Len(); {
	case p.Min < p.Max:
		return w.Say("todo.away.some", "Max", p.Max)
	case must > 0 && must < p.Min:
		return w.Count("todo.away.tarocks", p.Min-must, "All", p.Min)
	case from == p.Min:
		return w.Count("todo.away.all", p.Min)
	}
	return w.Count("todo.away", p.Min)
}

// pickChoice offers the cards of a pick, suit by suit, highest first; those
// that must go are chosen for good.
func pickChoice(w *words.Tongue, p engine.Pick, tops card.Set) *chat.Choice {
	choice := &chat.Choice{Label: w.Say("choice."+p.Verb.String(), "Min", p.Min, "Max", p.Max),
		Confirm: w.Say("confirm." + p.Verb.String()), Min: p.Min, Max: p.Max}
	tarocks, suits := w.Say("choice.part.tarocks"), w.Say("choice.part.suits")
	for _, c := range render.InHandOrder(p.From) {
		choice.Options = append(choice.Options, chat.Option{
			Value: c.String(), Label: cardLabel(c, tops, w), Icon: c.String(),
			Style: render.CardStyle(c), Fixed: p.Must.Has(c), Part: either(c.Suit() == card.Tarock, tarocks, suits),
		})
	}
	return choice
}

// cardLabel is what a card to be chosen is called, marked if it lies open.
func cardLabel(c card.Card, tops card.Set, w *words.Tongue) string {
	return render.Card(c, w) + when(tops.Has(c), render.TopMark)
}

// wordsChoice offers announcements and doublings to be sent with "done".
func (t Panel) wordsChoice(p engine.Prompt, w *words.Tongue) *chat.Choice {
	confirm := either(len(t.Chosen) == 0, w.Say("confirm.nothing"), w.Say("confirm.done"))
	c := &chat.Choice{Label: w.Say("choice.announce"), Confirm: confirm, Max: len(p.Words) - 1}
	for _, a := range p.Words {
		if a.Verb != engine.Done {
			c.Options = append(c.Options, chat.Option{
				Value: strings.Replace(a.String(), " ", ".", 1), Label: t.offer(a, w), Hint: t.hint(p.Phase, a, w),
			})
		}
	}
	return c
}

// wordButtons are the words that a press says; announcements are chosen and
// sent together instead.
func (t Panel) wordButtons(p engine.Prompt, deal engine.Table, do string, w *words.Tongue) []chat.Button {
	if len(p.Words) > 1 && slices.Contains(p.Words, engine.Say(engine.Done, 0)) {
		return nil
	}
	return each(p.Words, func(a engine.Action) chat.Button {
		label := t.offer(a, w)
		if a.Verb == engine.Talon { // a packet's number, from 1, and its cards
			cards := each(deal.Packets()[a.N], func(c card.Card) string { return render.Card(c, w) })
			label = fmt.Sprintf("%d) %s", a.N+1, strings.Join(cards, " "))
		}
		if a.Verb == engine.Done {
			label = w.Say("button.go-on")
		}
		b := toggle(label, do+a.String(), a.Verb != engine.Pass)
		b.Hint = t.hint(p.Phase, a, w)
		return b
	})
}

// offer is a word to be said, with what it is worth.
func (t Panel) offer(a engine.Action, w *words.Tongue) string {
	label := actionLabel(a, t.Match.Rules().Terms, w)
	if worth := t.Match.Deal.Worth(t.Seat, a); worth.Now > 0 {
		return w.Say("offer", "Word", label, "Points", worth.Now)
	}
	return label
}

// hint is what saying a word means; "" for what needs no telling.
func (t Panel) hint(phase engine.Name, a engine.Action, w *words.Tongue) string {
	worth := t.Match.Deal.Worth(t.Seat, a)
	switch a.Verb {
	case engine.Talon, engine.Done:
		return ""
	case engine.Bid:
		return w.Say("hint.call." + a.Word.String())
	case engine.Announce, engine.Declare, engine.PlayCard:
		hint := w.Say("hint.bonus." + a.Word.String())
		if worth.Later > 0 && worth.Later < worth.Now {
			return w.Say("hint.later", "Hint", hint, "Points", worth.Later)
		}
		return hint
	case engine.Contra, engine.Re, engine.Sub:
		return w.Say("hint.contra", "Times", worth.Times)
	}
	return w.Say("hint." + string(phase) + "." + string(t.Match.Rules().Terms.Of(engine.Name(a.Verb.String()))))
}

// cardButtons are the playable cards: tarocks in one row, suit cards in the next.
// Tops are marked as in the hand.
func cardButtons(p engine.Pick, tops card.Set, do string, w *words.Tongue) [][]chat.Button {
	of := func(cards card.Set) []chat.Button {
		return each(render.InHandOrder(cards), func(c card.Card) chat.Button {
			return chat.Button{Label: cardLabel(c, tops, w), Line: do + engine.Play(c).String(), Icon: c.String(), Style: render.CardStyle(c)}
		})
	}
	return [][]chat.Button{of(p.From & card.AllTarocks), of(p.From &^ card.AllTarocks)}
}

// actionLabel is the button text of a word, as the rule set calls it.
func actionLabel(a engine.Action, terms engine.Terms, w *words.Tongue) string {
	if a.Verb == engine.PlayCard && a.Word != 0 {
		return render.Card(a.Cards.Lowest(), w) + " " + bonusLabel(a.Word, terms, w)
	}
	verb := w.Say("verb." + string(terms.Of(engine.Name(a.Verb.String()))))
	switch a.Verb {
	case engine.Bid:
		return w.Say("call." + a.Word.String())
	case engine.Announce:
		return bonusLabel(a.Word, terms, w)
	case engine.Contra, engine.Re, engine.Sub, engine.Declare:
		return verb + " " + bonusLabel(a.Word, terms, w)
	default:
		return verb
	}
}

// bonusLabel is what the rule set calls a bonus.
func bonusLabel(b engine.Word, terms engine.Terms, w *words.Tongue) string {
	return w.Say("bonus." + string(terms.Of(engine.Name(b.String()))))
}
