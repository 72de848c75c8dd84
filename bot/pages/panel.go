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

// topsLines tell how the cards are marked that lie open in front of the player.
func topsLines(v engine.View, w *words.Tongue) []chat.Line {
	if v.Tops == 0 {
		return nil
	}
	return []chat.Line{{{Text: w.Say("panel.tops", "Mark", render.TopMark), Style: chat.Dim}}}
}

// laidLines tell what the player has put away, if the rules let them know it.
func laidLines(v engine.View, w *words.Tongue) []chat.Line {
	if v.Hand.Laid == 0 {
		return nil
	}
	id := "panel.laid"
	if v.Hand.Seat == v.Table.Declarer && v.Hand.Laid.Len() == v.Table.Laid.N {
		id = "panel.laid.talon" // what went in an exchange isn't among them
	}
	return []chat.Line{{{Text: w.Say(id, "Cards", render.Cards(v.Hand.Laid, w)), Style: chat.Dim}}}
}

// whyLines tell why not all of the hand can be chosen.
func whyLines(v engine.View, pick engine.Pick, w *words.Tongue) []chat.Line {
	if why := render.Why(v, pick, w); why != "" {
		return []chat.Line{{{Text: why, Style: chat.Dim}}}
	}
	return nil
}

// pickChoice offers the cards of a pick, suit by suit, highest first; those
// that must go are chosen for good.
func pickChoice(w *words.Tongue, p engine.Pick, tops card.Set) *chat.Choice {
	choice := &chat.Choice{Label: w.Say("choice."+p.Verb.String(), "Min", p.Min, "Max", p.Max),
		Confirm: w.Say("confirm." + p.Verb.String()), Min: p.Min, Max: p.Max}
	for _, c := range render.InHandOrder(p.From) {
		choice.Options = append(choice.Options, chat.Option{
			Value: c.String(), Label: cardLabel(c, tops, w), Icon: c.String(),
			Style: render.CardStyle(c), Fixed: p.Must.Has(c), Part: cardPart(c, w),
		})
	}
	return choice
}

// cardLabel is what a card to be chosen is called, marked if it lies open.
func cardLabel(c card.Card, tops card.Set, w *words.Tongue) string {
	if tops.Has(c) {
		return render.Card(c, w) + render.TopMark
	}
	return render.Card(c, w)
}

// cardPart is the part of a choice of cards that the card is of.
func cardPart(c card.Card, w *words.Tongue) string {
	if c.Suit() == card.Tarock {
		return w.Say("choice.part.tarocks")
	}
	return w.Say("choice.part.suits")
}

// wordsChoice offers announcements and doublings to be sent with "done".
func wordsChoice(w *words.Tongue, terms engine.Terms, p engine.Prompt) *chat.Choice {
	c := &chat.Choice{Label: w.Say("choice.announce"), Confirm: w.Say("confirm.done"), Max: len(p.Words) - 1}
	for _, a := range p.Words {
		if a.Verb != engine.Done {
			c.Options = append(c.Options, chat.Option{Value: strings.Replace(a.String(), " ", ".", 1), Label: actionLabel(a, terms, w)})
		}
	}
	return c
}

// wordButtons are the words that a press says; announcements are chosen and
// sent together instead.
func wordButtons(p engine.Prompt, deal engine.Table, do string, w *words.Tongue) [][]chat.Button {
	if len(p.Words) == 0 || len(p.Words) > 1 && slices.Contains(p.Words, engine.Say(engine.Done, 0)) {
		return nil
	}
	var row []chat.Button
	for _, a := range p.Words {
		label := actionLabel(a, deal.Terms, w)
		if a.Verb == engine.Talon {
			label = packetLabel(deal, a, w)
		}
		row = append(row, chat.Button{Label: label, Line: do + a.String(), Look: wordLook(a)})
	}
	return [][]chat.Button{row}
}

func wordLook(a engine.Action) chat.Look {
	if a.Verb == engine.Pass {
		return chat.Normal
	}
	return chat.Primary
}

// packetLabel is a packet's number, from 1, and its cards.
func packetLabel(deal engine.Table, a engine.Action, w *words.Tongue) string {
	var cards []string
	for _, c := range deal.Packets()[a.N] {
		cards = append(cards, render.Card(c, w))
	}
	return fmt.Sprintf("%d) %s", a.N+1, strings.Join(cards, " "))
}

// cardButtons are the playable cards: tarocks in one row, suit cards in the next.
// Tops are marked as in the hand.
func cardButtons(p engine.Pick, tops card.Set, do string, w *words.Tongue) [][]chat.Button {
	var tarocks, others []chat.Button
	for _, c := range render.InHandOrder(p.From) {
		button := chat.Button{Label: cardLabel(c, tops, w), Line: do + engine.Play(c).String(), Icon: c.String(), Style: render.CardStyle(c)}
		if c.Suit() == card.Tarock {
			tarocks = append(tarocks, button)
		} else {
			others = append(others, button)
		}
	}
	return slices.DeleteFunc([][]chat.Button{tarocks, others}, func(row []chat.Button) bool { return len(row) == 0 })
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

// WordPause answers whether somebody is sure to leave with a wish for a pause.
const WordPause = "pause"

// GiveUp asks whether somebody is sure to do what the command says: "resign" a deal,
// or "leave" a match.
type GiveUp struct {
	View
	Seat    engine.Seat
	Command string
}

// Screen is the page.
func (p GiveUp) Screen(w *words.Tongue) *chat.Screen {
	line := fmt.Sprintf("%s %s %d ", p.Command, p.ID, len(p.Match.Done))
	s := &chat.Screen{Lang: w.Tag(), Text: []chat.Line{styled(w.Say(p.Command+".title"), chat.Title), plain(p.sure(w))},
		Buttons: [][]chat.Button{yesOrNo(p.Command, line, w)}}
	if p.Command == "leave" && p.Requests().MayPause() { // who has no time now need not leave
		s.Buttons = append(s.Buttons, []chat.Button{{Label: w.Say("button.pause"), Line: line + WordPause}})
	}
	return s
}

// sure tells what giving up means at the table.
func (p GiveUp) sure(w *words.Tongue) string {
	leaves := p.Command == "leave"
	switch seat := p.Seat.Bit(); {
	case p.Match.Game.ForTwo(), leaves && p.Chairs.People() == seat:
		return w.Say(p.Command + ".sure")
	case leaves && !p.GoesOnWithout(seat):
		return w.Say("leave.sure.ends", "Name", p.Opponents(p.Seat, w))
	default:
		return w.Say(p.Command+".sure.three", "Name", p.Opponents(p.Seat, w))
	}
}
