package bot

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"tarockbot/bot/match"
	"tarockbot/bot/speech"
	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/render"
	"tarockbot/render/words"
)

// choice is what the seat may choose and confirm, with what it has chosen so far: cards to put away, what to
// announce, or by setting the card to play. Nil if there is nothing of that.
func (t view) choice(seat engine.Seat, confirm bool, chosen []string, w *words.Tongue) *Choice {
	if t.Stage != match.Playing || !t.Waiting().Has(seat) {
		return nil
	}
	p := t.Match.Deal.Prompt(seat)
	var c *Choice
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
func (t view) held(seat engine.Seat, chosen []string) render.Held {
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
func (t view) claimButtons(seat engine.Seat, w *words.Tongue) (rows [][]Button) {
	if t.Chairs[seat].Absent {
		rows = append(rows, []Button{{Label: w.Say("button.back"), Line: t.line("back"), Look: Primary}})
	}
	if t.Paused {
		rows = append(rows, []Button{{Label: w.Say("button.resume"), Line: t.line("resume"), Look: Primary}})
	}
	if late := t.Late(); !late.Has(seat) {
		for s := range late.All() {
			rows = append(rows, t.claimRow(s, w))
		}
	}
	if t.Slow()&^t.Spoilt()&^seat.Bit() != 0 {
		rows = append(rows, []Button{{Label: w.Say("button.extend"), Line: t.line("extend")}})
	}
	return rows
}

// claimRow are the ways to go on without the seat.
func (t view) claimRow(s engine.Seat, w *words.Tongue) []Button {
	line, name := fmt.Sprintf("claim %s %s", t.ID, strings.Join(t.ClaimWords(s), " ")), speech.Isolate(t.Chairs[s].Name)
	row := []Button{{Label: w.Say("claim."+t.WayOn(false), "Name", name), Line: line, Look: Primary}}
	if t.MayEnd(s) {
		row = append(row, Button{Label: w.Say("claim."+t.WayOn(true), "Name", name), Line: line + " " + endWord, Look: Danger})
	}
	return row
}

// line is a button's that is good for the table as it is now.
func (t view) line(command string) string { return fmt.Sprintf("%s %s %d", command, t.ID, t.Rev) }

// queuePage asks which card of the hand is to be set.
func (t view) queuePage(s engine.Seat, w *words.Tongue) *Screen {
	v := t.Match.Deal.View(s)
	page := &Screen{Lang: w.Tag(), Protect: true, Text: []Line{
		{{Text: w.Say("queue.title"), Style: Title}},
		{{Text: w.Say("queue.how")}},
	}}
	page.Text = append(page.Text, t.aheadLines(s, w)...)
	page.Buttons = cardButtons(engine.Pick{From: v.Hand.Cards}, v.Tops, t.queueLine(s), w)
	if _, set := t.Chairs[s].AheadCard(); set {
		page.Buttons = append(page.Buttons, []Button{{Label: w.Say("button.queue-off"), Line: t.queueLine(s) + "off"}})
	}
	return page
}

// queueLine is what the seat's buttons about it begin with.
func (t view) queueLine(s engine.Seat) string {
	return fmt.Sprintf("queue %s %d ", t.ID, t.Chairs[s].Step)
}

// queueButton leads to the choice of a card; there is none where it isn't offered.
func (t view) queueButton(v engine.View, w *words.Tongue) []Button {
	if t.MayQueueWith(v) != nil {
		return nil
	}
	return []Button{{Label: w.Say("button.queue"), Line: "queue " + string(t.ID)}}
}

// aheadLines tell the seat of the card that it has set in advance, or that one
// couldn't be played.
func (t view) aheadLines(s engine.Seat, w *words.Tongue) []Line {
	if ahead, set := t.Chairs[s].AheadCard(); set {
		return []Line{{{Text: w.Say("panel.ahead", "Card", render.Card(ahead, w)), Style: Strong}}}
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
	return []Line{{{Text: text, Style: Strong}}}
}

// endWord ends the match of somebody whose time is up not for the first time.

const endWord = "end"
