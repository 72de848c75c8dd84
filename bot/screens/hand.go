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

// Hand holds the cards of a player in a seat, with the actions that are allowed now.
type Hand struct {
	*match.Table
	Seat    engine.Seat
	Confirm bool     // the player chooses a card and then confirms it
	Chosen  []string // values that are chosen but not yet confirmed
}

// Choice returns the seat's choice that needs a confirmation, with the selection so far: cards to discard,
// announcements or, by the player's setting, the card to play. It returns nil if there is no such choice.
func (h Hand) Choice(w *words.Tongue) *chat.Choice {
	if !h.Waiting().Has(h.Seat) {
		return nil
	}
	var c *chat.Choice
	switch o := h.offers(); {
	case o.Pick.Verb != 0 && (o.Pick.Verb != engine.PlayCard || h.Confirm):
		c = pickChoice(o.Pick, o.deal.View(h.Seat).Tops, w)
		if o.Pick.Min == 0 && len(h.Chosen) == 0 {
			c.Confirm = w.Say("confirm.keep")
		}
	case o.together():
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

// Picked marks the chosen values in the choice and returns a message about the press on value. chosen
// lists the values in addition to the fixed ones.
func Picked(c *chat.Choice, value string, chosen []string, w *words.Tongue) string {
	label := ""
	for i, o := range c.Options {
		c.Options[i].Chosen = slices.Contains(chosen, o.Value)
		if o.Value == value {
			label = o.Label
		}
	}
	id := either(slices.Contains(chosen, value), "choice.picked", "choice.unpicked")
	return w.Say(id, "Label", label, "Count", c.Chosen(), "Max", c.Max)
}

// QueuePage asks which card to play in advance.
func (h Hand) QueuePage(w *words.Tongue) *chat.Screen {
	v := h.Match.Deal.View(h.Seat)
	_, set := h.Chairs[h.Seat].AheadCard()
	cards := cardButtons(v.Hand.Cards, v.Tops, h.playing("queue"), w)
	s := page(w, nonEmpty(title(w.Say("queue.title")), plain(w.Say("queue.how")), h.aheadLine(w)),
		append(cards, row(when(set, button(w.Say("button.queue-off"), h.stepLine("queue", WordOff)))))...)
	s.Protect = true
	return s
}

// aheadLine names the card that is set in advance, or the card that could not be played, with the reason.
// It returns nil if there is neither.
func (h Hand) aheadLine(w *words.Tongue) chat.Line {
	s := h.Seat
	if ahead, set := h.Chairs[s].AheadCard(); set {
		return strong(w.Say("panel.ahead", "Card", describe.Card(ahead, w)))
	}
	missed, err := card.Parse(h.Chairs[s].Missed)
	if err != nil || !h.Waiting().Has(s) {
		return nil
	}
	text := w.Say("panel.missed", "Card", describe.Card(missed, w))
	var no *engine.Refusal
	if _, err := h.Match.Deal.Clone().Act(s, engine.Play(missed)); errors.As(err, &no) {
		text += " " + describe.Refusal(no, w)
	}
	return strong(text)
}

// held returns the hand for a picture, with the cards chosen so far.
func (h Hand) held() plan.PlayerHand {
	held := plan.PlayerHand{View: h.Match.Deal.View(h.Seat), Pick: h.offers().Pick}
	held.Chosen = held.Pick.Bound()
	for _, code := range h.Chosen {
		if c, err := card.Parse(code); err == nil && held.Pick.From.Has(c) {
			held.Chosen |= c.Bit()
		}
	}
	return held
}

// stepLine returns the command for the seat's current step. A later step makes it invalid.
func (h Hand) stepLine(command string, args ...any) string {
	return lineOf(command, append([]any{h.ID, h.Chairs[h.Seat].Step}, args...)...)
}

// playing returns a function that returns the command with the play of a card.
func (h Hand) playing(command string) func(card.Card) string {
	return func(c card.Card) string { return h.stepLine(command, engine.Play(c)) }
}

// todo returns the instruction to the seat, which must be awaited.
func (h Hand) todo(v engine.View, w *words.Tongue) string {
	if v.Phase != engine.Playing {
		return h.offers().todo(v.Phase, w)
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
