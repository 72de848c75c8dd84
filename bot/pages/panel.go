package pages

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/speech"
	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/render"
	"tarockbot/render/words"
)

// Choice is what the seat may choose and confirm, with what it has chosen so far: cards to put away, what to
// announce, or by setting the card to play. Nil if there is nothing of that.
func (t View) Choice(seat engine.Seat, confirm bool, chosen []string, w *words.Tongue) *chat.Choice {
	if t.Stage != match.Playing || !t.Waiting().Has(seat) {
		return nil
	}
	p := t.Match.Deal.Prompt(seat)
	var c *chat.Choice
	switch {
	case p.Pick.Verb != 0 && (p.Pick.Verb != engine.PlayCard || confirm):
		c = pickChoice(w, p.Pick, t.Match.Deal.View(seat).Tops)
	case len(p.Words) > 1 && slices.Contains(p.Words, engine.Say(engine.Done, 0)):
		c = wordsChoice(w, t.Match.Rules().Terms, p)
	default:
		return nil
	}
	c.Line = fmt.Sprintf("confirm %s %d", t.ID, t.Chairs[seat].Step)
	c.Toggle = fmt.Sprintf("pick %s %d", t.ID, t.Chairs[seat].Step)
	for i := range c.Options {
		c.Options[i].Chosen = c.Options[i].Fixed || slices.Contains(chosen, c.Options[i].Value)
	}
	return c
}

// held is the seat's hand as pictures show it, with what is chosen so far.
func (t View) held(seat engine.Seat, chosen []string) render.Held {
	deal := t.Match.Deal
	h := render.Held{View: deal.View(seat), Pick: deal.Prompt(seat).Pick}
	for _, code := range chosen {
		if c, err := card.Parse(code); err == nil && h.Pick.From.Has(c) {
			h.Chosen |= c.Bit()
		}
	}
	return h
}

// consentLine is the button that answers the request with the word.
func consentLine(t *match.Table, word string) string {
	return fmt.Sprintf("consent %s %d %s", t.ID, t.Consent.Rev, word)
}

// claimButtons are what the seat can do about others whom it waits for, and
// about its own clock.
func (t View) claimButtons(seat engine.Seat, w *words.Tongue) (rows [][]chat.Button) {
	if t.Chairs[seat].Absent {
		rows = append(rows, []chat.Button{{Label: w.Say("button.back"), Line: t.line("back"), Look: chat.Primary}})
	}
	if t.Paused {
		rows = append(rows, []chat.Button{{Label: w.Say("button.resume"), Line: t.line("resume"), Look: chat.Primary}})
	}
	if late := t.Late(); !late.Has(seat) {
		for s := range late.All() {
			rows = append(rows, t.claimRow(s, w))
		}
	}
	if t.Slow()&^t.Spoilt()&^seat.Bit() != 0 {
		rows = append(rows, []chat.Button{{Label: w.Say("button.extend"), Line: t.line("extend")}})
	}
	return rows
}

// claimRow are the ways to go on without the seat.
func (t View) claimRow(s engine.Seat, w *words.Tongue) []chat.Button {
	line, name := fmt.Sprintf("claim %s %s", t.ID, strings.Join(t.ClaimWords(s), " ")), speech.Isolate(t.Chairs[s].Name)
	row := []chat.Button{{Label: w.Say("claim."+t.WayOn(false), "Name", name), Line: line, Look: chat.Primary}}
	if t.MayEnd(s) {
		row = append(row, chat.Button{Label: w.Say("claim."+t.WayOn(true), "Name", name), Line: line + " " + WordEnd, Look: chat.Danger})
	}
	return row
}

// line is a button's that is good for the table as it is now.
func (t View) line(command string) string { return fmt.Sprintf("%s %s %d", command, t.ID, t.Rev) }

// QueuePage asks which card of the hand is to be set.
func (t View) QueuePage(s engine.Seat, w *words.Tongue) *chat.Screen {
	v := t.Match.Deal.View(s)
	page := &chat.Screen{Lang: w.Tag(), Protect: true, Text: []chat.Line{
		{{Text: w.Say("queue.title"), Style: chat.Title}},
		{{Text: w.Say("queue.how")}},
	}}
	page.Text = append(page.Text, t.aheadLines(s, w)...)
	page.Buttons = cardButtons(engine.Pick{From: v.Hand.Cards}, v.Tops, t.queueLine(s), w)
	if _, set := t.Chairs[s].AheadCard(); set {
		page.Buttons = append(page.Buttons, []chat.Button{{Label: w.Say("button.queue-off"), Line: t.queueLine(s) + "off"}})
	}
	return page
}

// queueLine is what the seat's buttons about it begin with.
func (t View) queueLine(s engine.Seat) string {
	return fmt.Sprintf("queue %s %d ", t.ID, t.Chairs[s].Step)
}

// queueButton leads to the choice of a card; there is none where it isn't offered.
func (t View) queueButton(v engine.View, w *words.Tongue) []chat.Button {
	if t.MayQueueWith(v) != nil {
		return nil
	}
	return []chat.Button{{Label: w.Say("button.queue"), Line: "queue " + string(t.ID)}}
}

// aheadLines tell the seat of the card that it has set in advance, or that one
// couldn't be played.
func (t View) aheadLines(s engine.Seat, w *words.Tongue) []chat.Line {
	if ahead, set := t.Chairs[s].AheadCard(); set {
		return []chat.Line{{{Text: w.Say("panel.ahead", "Card", render.Card(ahead, w)), Style: chat.Strong}}}
	}
	missed, err := card.Parse(t.Chairs[s].Missed)
	if err != nil || !t.Waiting().Has(s) {
		return nil
	}
	text := w.Say("panel.missed", "Card", render.Card(missed, w))
	var no *engine.Refusal
	if _, err := t.Match.Deal.Clone().Act(s, engine.Play(missed)); errors.As(err, &no) {
		text += " " + render.Refusal(no, w)
	}
	return []chat.Line{{{Text: text, Style: chat.Strong}}}
}

// WordEnd ends the match of somebody whose time is up not for the first time.
const WordEnd = "end"
