package screens

import (
	"errors"
	"slices"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/render/describe"
	"tarockbot/render/plan"
	"tarockbot/render/words"
)

// Hand is a player's cards and allowed actions.
type Hand struct {
	*match.Table
	Seat          engine.Seat
	ConfirmsCards bool
	Chosen        []string // not yet confirmed
}

// Choice returns a choice that needs a confirmation, or nil.
func (h Hand) Choice(w *words.Tongue) *chat.Choice {
	if !h.Waiting().Has(h.Seat) {
		return nil
	}
	var c *chat.Choice
	switch o := h.offers(); {
	case o.Pick.Verb != 0 && (o.Pick.Verb != engine.PlayCard || h.ConfirmsCards):
		c = pickChoice(o.Pick, o.deal.View(h.Seat).Tops, w)
		if o.Pick.Min == 0 && len(h.Chosen) == 0 {
			c.Confirm = w.Say("confirm.keep")
		}
	case o.areSentTogether():
		c = o.choice(h.Chosen, w)
	default:
		return nil
	}
	c.Line, c.Toggle = h.stepLine("confirm"), h.stepLine("pick")
	for i := range c.Options {
		c.Options[i].Chosen = c.Options[i].Fixed || slices.Contains(h.Chosen, c.Options[i].Value)
	}
	return c
}

// DescribePick marks chosen values and describes the press on value. chosen excludes fixed values.
func DescribePick(c *chat.Choice, value string, chosen []string, w *words.Tongue) string {
	label := ""
	for i, o := range c.Options {
		c.Options[i].Chosen = slices.Contains(chosen, o.Value)
		if o.Value == value {
			label = o.Label
		}
	}
	id := either(slices.Contains(chosen, value), "choice.picked", "choice.unpicked")
	return w.Say(id, "Label", label, "Count", c.CountChosen(), "Max", c.Max)
}

// QueuePage asks which card to set in advance.
func (h Hand) QueuePage(w *words.Tongue) *chat.Screen {
	v := h.Match.Deal.View(h.Seat)
	_, set := h.Chairs[h.Seat].QueuedCard()
	cards := cardButtons(v.Hand.Cards, v.Tops, h.playLine("queue"), w)
	s := page(w, nonEmpty(title(w.Say("queue.title")), plain(w.Say("queue.how")), h.queuedLine(w)),
		append(cards, row(when(set, button(w.Say("button.queue-off"), h.stepLine("queue", WordOff)))))...)
	s.Protect = true
	return s
}

func (h Hand) queuedLine(w *words.Tongue) chat.Line {
	s := h.Seat
	if queued, set := h.Chairs[s].QueuedCard(); set {
		return strong(w.Say("panel.ahead", "Card", describe.Card(queued, w)))
	}
	missed, err := card.Parse(h.Chairs[s].RejectedQueued)
	if err != nil || !h.Waiting().Has(s) {
		return nil
	}
	text := w.Say("panel.missed", "Card", describe.Card(missed, w))
	var refusal *engine.Refusal
	if _, err := h.Match.Deal.Clone().Act(s, engine.Play(missed)); errors.As(err, &refusal) {
		text += " " + describe.Refusal(refusal, w)
	}
	return strong(text)
}

func (h Hand) playerHand() plan.PlayerHand {
	held := plan.PlayerHand{View: h.Match.Deal.View(h.Seat), Pick: h.offers().Pick}
	held.Chosen = held.Pick.Unkeepable()
	for _, code := range h.Chosen {
		if c, err := card.Parse(code); err == nil && held.Pick.From.Has(c) {
			held.Chosen |= c.Bit()
		}
	}
	return held
}

// stepLine returns a command that is refused after the seat's step has changed.
func (h Hand) stepLine(command string, args ...any) string {
	return lineOf(command, append([]any{h.ID, h.Chairs[h.Seat].Step}, args...)...)
}

func (h Hand) playLine(command string) func(card.Card) string {
	return func(c card.Card) string { return h.stepLine(command, engine.Play(c)) }
}

func (h Hand) todo(v engine.View, w *words.Tongue) string {
	if v.Phase != engine.Playing {
		return h.offers().todo(v.Phase, len(h.Chosen), w)
	}
	from, led := h.offers().Pick.From, v.Trick.Cards[0]
	switch {
	case v.Trick.N == 0:
		return w.Say("todo.lead", "Number", len(v.Tricks)+1)
	case from.Len() == 1:
		return w.Say("todo.only", "Card", describe.Card(from.Lowest(), w))
	case led.Suit() == card.Tarock && card.AllTarocks.Holds(from):
		return w.Say("todo.follow.tarock")
	case led.Suit().Cards().Holds(from):
		return w.Say("todo.follow", "Suit", describe.SuitOf(led, w))
	case card.AllTarocks.Holds(from):
		return w.Say("todo.tarock", "Suit", describe.SuitOf(led, w))
	}
	return w.Say("todo.any")
}
