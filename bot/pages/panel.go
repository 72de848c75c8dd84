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

// Panel is a table as the player in one of its seats sees it.
type Panel struct {
	View
	Seat    engine.Seat
	Confirm bool     // the player plays a card by choosing and confirming it
	Chosen  []string // what they have chosen so far
}

// Choice is what the seat may choose and confirm, with what it has chosen so far: cards to
// put away, what to announce, or by setting the card to play. Nil if there is nothing of
// that.
func (t Panel) Choice(w *words.Tongue) *chat.Choice {
	seat := t.Seat
	if t.Stage != match.Playing || !t.Waiting().Has(seat) {
		return nil
	}
	p := t.Match.Deal.Prompt(seat)
	var c *chat.Choice
	switch {
	case p.Pick.Verb != 0 && (p.Pick.Verb != engine.PlayCard || t.Confirm):
		c = pickChoice(w, p.Pick, t.Match.Deal.View(seat).Tops)
	case len(p.Words) > 1 && slices.Contains(p.Words, engine.Say(engine.Done, 0)):
		c = wordsChoice(w, t.Match.Rules().Terms, p)
	default:
		return nil
	}
	c.Line = fmt.Sprintf("confirm %s %d", t.ID, t.Chairs[seat].Step)
	c.Toggle = fmt.Sprintf("pick %s %d", t.ID, t.Chairs[seat].Step)
	for i := range c.Options {
		c.Options[i].Chosen = c.Options[i].Fixed || slices.Contains(t.Chosen, c.Options[i].Value)
	}
	return c
}

// held is the seat's hand as pictures show it, with what is chosen so far.
func (t Panel) held() render.Held {
	deal := t.Match.Deal
	h := render.Held{View: deal.View(t.Seat), Pick: deal.Prompt(t.Seat).Pick}
	for _, code := range t.Chosen {
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
func (t Panel) claimButtons(w *words.Tongue) (rows [][]chat.Button) {
	seat := t.Seat
	if t.Chairs[seat].Absent {
		rows = append(rows, []chat.Button{{Label: w.Say("button.back"), Line: t.line("back"), Look: chat.Primary}})
	}
	if t.Paused {
		rows = append(rows, []chat.Button{{Label: w.Say("button.resume"), Line: t.line("resume"), Look: chat.Primary}})
	}
	if late := t.Chairs.Late(); !late.Has(seat) {
		for s := range late.All() {
			rows = append(rows, t.claimRow(s, w))
		}
	}
	if t.Clocks().Slow()&^t.Chairs.Spoilt()&^seat.Bit() != 0 {
		rows = append(rows, []chat.Button{{Label: w.Say("button.extend"), Line: t.line("extend")}})
	}
	return rows
}

// claimRow are the ways to go on without the seat.
func (t Panel) claimRow(s engine.Seat, w *words.Tongue) []chat.Button {
	line, name := fmt.Sprintf("claim %s %s", t.ID, strings.Join(t.Chairs.ClaimWords(s), " ")), speech.Isolate(t.Chairs[s].Name)
	row := []chat.Button{{Label: w.Say("claim."+t.Clocks().WayOn(false), "Name", name), Line: line, Look: chat.Primary}}
	if t.Chairs.MayEnd(s) {
		row = append(row, chat.Button{Label: w.Say("claim."+t.Clocks().WayOn(true), "Name", name), Line: line + " " + WordEnd, Look: chat.Danger})
	}
	return row
}

// line is a button's that is good for the table as it is now.
func (t Panel) line(command string) string { return fmt.Sprintf("%s %s %d", command, t.ID, t.Rev) }

// QueuePage asks which card of the hand is to be set.
func (t Panel) QueuePage(w *words.Tongue) *chat.Screen {
	v := t.Match.Deal.View(t.Seat)
	page := &chat.Screen{Lang: w.Tag(), Protect: true, Text: []chat.Line{
		{{Text: w.Say("queue.title"), Style: chat.Title}},
		{{Text: w.Say("queue.how")}},
	}}
	page.Text = append(page.Text, t.aheadLines(w)...)
	page.Buttons = cardButtons(engine.Pick{From: v.Hand.Cards}, v.Tops, t.queueLine(), w)
	if _, set := t.Chairs[t.Seat].AheadCard(); set {
		page.Buttons = append(page.Buttons, []chat.Button{{Label: w.Say("button.queue-off"), Line: t.queueLine() + "off"}})
	}
	return page
}

// queueLine is what the seat's buttons about it begin with.
func (t Panel) queueLine() string {
	return fmt.Sprintf("queue %s %d ", t.ID, t.Chairs[t.Seat].Step)
}

// queueButton leads to the choice of a card; there is none where it isn't offered.
func (t Panel) queueButton(v engine.View, w *words.Tongue) []chat.Button {
	if t.MayQueueWith(v) != nil {
		return nil
	}
	return []chat.Button{{Label: w.Say("button.queue"), Line: "queue " + string(t.ID)}}
}

// aheadLines tell the seat of the card that it has set in advance, or that one
// couldn't be played.
func (t Panel) aheadLines(w *words.Tongue) []chat.Line {
	s := t.Seat
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

// consentLines tell of a request to take moves back, on either side of it, and
// those who wait whom for; and of one that was refused to who had asked.
func (t Panel) consentLines(w *words.Tongue) []chat.Line {
	names, seat := t.Names(w), t.Seat
	if t.Denied != nil && seat == t.Denied.Seat {
		return []chat.Line{{{Text: w.Say(match.RequestVerb(t.Denied.What)+".denied", "Name", names[t.Denied.By]), Style: chat.Strong}}, nil}
	}
	if t.Consent == nil {
		return nil
	}
	verb := t.Consent.Verb()
	text := w.Say(verb+".asks", "Name", names[t.Consent.Seat])
	if seat == t.Consent.Seat {
		text = w.Say(verb + ".waits")
	}
	lines := []chat.Line{{{Text: text, Style: chat.Strong}}}
	if t.Chairs.People().Len() > 2 && !t.Requests().Asks(seat) {
		var missing []string
		for s := range t.Requests().Unagreed().All() {
			missing = append(missing, names[s])
		}
		lines = append(lines, chat.Line{{Text: w.Say(verb+".missing", "Name", strings.Join(missing, ", "))}})
	}
	return append(lines, nil)
}

// handLines is the hand, with what is playable and why not all is.
func (t Panel) handLines(v engine.View, w *words.Tongue) []chat.Line {
	pick := t.Match.Deal.Prompt(v.Seat).Pick
	lines := append([]chat.Line{t.handHeading(w)}, t.aheadLines(w)...)
	lines = append(lines, render.Hand(v, pick, w)...)
	lines = append(lines, whyLines(v, pick, w)...)
	if v.Fresh != 0 {
		lines = append(lines, chat.Line{{Text: w.Say("panel.fresh", "Mark", render.FreshMark), Style: chat.Dim}})
	}
	return append(append(lines, topsLines(v, w)...), laidLines(v, w)...)
}

// handHeading heads the hand with what the seat is asked.
func (t Panel) handHeading(w *words.Tongue) chat.Line {
	id := "panel.hand"
	if t.Waiting().Has(t.Seat) {
		id = "panel.turn." + string(t.Match.Deal.Table().Phase)
	}
	return chat.Line{{Text: w.Say(id), Style: chat.Strong}}
}

// buttons are the words, packets and cards that a press carries out, and
// below them what is always there.
func (t Panel) buttons(v engine.View, w *words.Tongue) [][]chat.Button {
	var rows [][]chat.Button
	seat := t.Seat
	if t.Requests().Asks(seat) {
		rows = append(rows, []chat.Button{
			{Label: w.Say(t.Consent.Verb()+".allow", "Name", speech.ShownName(t.Chairs[t.Consent.Seat].Name, w)), Line: consentLine(t.Table, "yes"), Look: chat.Primary},
			{Label: w.Say(t.Consent.Verb() + ".deny"), Line: consentLine(t.Table, "no")},
		})
	}
	if t.Consent != nil && t.Consent.Seat == seat {
		rows = append(rows, []chat.Button{{Label: w.Say("consent.withdraw"), Line: consentLine(t.Table, "no")}})
	}
	rows = append(rows, t.claimButtons(w)...)
	do := fmt.Sprintf("do %s %d ", t.ID, t.Chairs[seat].Step)
	if t.Waiting().Has(seat) {
		rows = append(rows, t.promptButtons(v, do, w)...)
	}
	small := []chat.Button{{Label: w.Say("button.rules"), Line: rulesLine(t.Match.Game, t.Match.Game.Topic(v.Table))}}
	if t.Requests().MayUndo(seat) {
		small = append(small, chat.Button{Label: w.Say("button.undo"), Line: t.line("undo")})
	}
	small = append(append(small, t.queueButton(v, w)...),
		chat.Button{Label: w.Say("button.resign"), Line: "resign " + string(t.ID)},
		chat.Button{Label: w.Say("button.leave"), Line: "leave " + string(t.ID)})
	return append(rows, small)
}

func (t Panel) promptButtons(v engine.View, do string, w *words.Tongue) [][]chat.Button {
	p := t.Match.Deal.Prompt(v.Seat)
	rows := wordButtons(p, v.Table, do, w)
	if p.Pick.Verb == engine.PlayCard && !t.Confirm {
		rows = append(rows, cardButtons(p.Pick, v.Tops, do, w)...)
	}
	return rows
}

// WordEnd ends the match of somebody whose time is up not for the first time.
const WordEnd = "end"
