package screens

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/render"
	"tarockbot/render/words"
)

// Panel is a table as the player in one of its seats sees it.
type Panel struct {
	View
	Seat     engine.Seat
	Confirm  bool     // the player plays a card by choosing and confirming it
	NeverCut bool     // they aren't asked to cut
	Chosen   []string // what they have chosen so far
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
		if p.Pick.Min == 0 && len(t.Chosen) == 0 {
			c.Confirm = w.Say("confirm.keep")
		}
	case t.offers().together():
		c = t.offers().choice(t.Chosen, w)
	default:
		return nil
	}
	c.Line, c.Toggle = t.stepLine("confirm"), t.stepLine("pick")
	for i := range c.Options {
		c.Options[i].Chosen = c.Options[i].Fixed || slices.Contains(t.Chosen, c.Options[i].Value)
	}
	return c
}

// Picked says what a press on the value has made of the choice, in which these values are chosen now besides what
// must be. It notes them in the choice.
func Picked(c *chat.Choice, value string, chosen []string, w *words.Tongue) string {
	label := ""
	for i, o := range c.Options {
		c.Options[i].Chosen = slices.Contains(chosen, o.Value)
		if o.Value == value {
			label = o.Label
		}
	}
	if slices.Contains(chosen, value) {
		return w.Say("choice.picked", "Label", label, "Count", c.Chosen(), "Max", c.Max)
	}
	return w.Say("choice.unpicked", "Label", label, "Count", c.Chosen(), "Max", c.Max)
}

// held is the seat's hand as pictures show it, with what is chosen so far.
func (t Panel) held() render.Held {
	deal := t.Match.Deal
	h := render.Held{View: deal.View(t.Seat), Pick: deal.Prompt(t.Seat).Pick}
	h.Chosen = h.Pick.Bound()
	for _, code := range t.Chosen {
		if c, err := card.Parse(code); err == nil && h.Pick.From.Has(c) {
			h.Chosen |= c.Bit()
		}
	}
	return h
}

// claimButtons are what the seat can do about others whom it waits for, or who take all
// that is left, and about its own clock.
func (t Panel) claimButtons(w *words.Tongue) (rows [][]chat.Button) {
	seat, add := t.Seat, func(b chat.Button) { rows = append(rows, []chat.Button{b}) }
	if t.Table.RestClaim().CanYield(seat) {
		add(button(w.Say("button.rest"), t.line("rest")))
	}
	if t.Chairs[seat].Absent {
		add(primary(either(t.Chairs[seat].Yields, w.Say("button.myself"), w.Say("button.back")), t.line("back")))
	}
	if t.Paused {
		add(primary(w.Say("button.resume"), t.line("resume")))
	}
	if late := t.Chairs.LateSeats(); !late.Has(seat) {
		for s := range late.All() {
			rows = append(rows, t.claimRow(s, w))
		}
	}
	if t.Clocks().SlowSeats()&^t.Chairs.NotExtendable()&^seat.Bit() != 0 {
		add(button(w.Say("button.extend"), t.line("extend")))
	}
	return rows
}

// claimRow are the ways to go on without the seat.
func (t Panel) claimRow(s engine.Seat, w *words.Tongue) []chat.Button {
	line, name := fmt.Sprintf("claim %s %s", t.ID, strings.Join(t.Chairs.ClaimWords(s), " ")), unmarkedNames(t.View, w)[s]
	end := chat.Button{Label: w.Say("claim."+string(t.Clocks().AfterTimeUp(true)), "Name", name), Line: line + " " + WordEnd, Look: chat.Danger}
	return row(primary(w.Say("claim."+string(t.Clocks().AfterTimeUp(false)), "Name", name), line), when(t.Chairs.ClaimCanEnd(s), end))
}

// line is a button's that is good for the table as it is now.
func (t Panel) line(command string) string { return fmt.Sprintf("%s %s %d", command, t.ID, t.Rev) }

// stepLine is a button's that is good for what the seat is asked now.
func (t Panel) stepLine(command string) string {
	return fmt.Sprintf("%s %s %d", command, t.ID, t.Chairs[t.Seat].Step)
}

// QueuePage asks which card of the hand is to be set.
func (t Panel) QueuePage(w *words.Tongue) *chat.Screen {
	v, line := t.Match.Deal.View(t.Seat), t.stepLine("queue")+" "
	_, set := t.Chairs[t.Seat].AheadCard()
	cards := cardButtons(v.Hand.Cards, v.Tops, playing(line), w)
	s := page(w, nonEmpty(title(w.Say("queue.title")), plain(w.Say("queue.how")), t.aheadLine(w)),
		append(cards, row(when(set, button(w.Say("button.queue-off"), line+"off"))))...)
	s.Protect = true
	return s
}

// aheadLine tells the seat of the card that it has set in advance, or that one
// couldn't be played; nil for neither.
func (t Panel) aheadLine(w *words.Tongue) chat.Line {
	s := t.Seat
	if ahead, set := t.Chairs[s].AheadCard(); set {
		return strong(w.Say("panel.ahead", "Card", render.Card(ahead, w)))
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
	return strong(text)
}

// consentLines tell of a request to take moves back, on either side of it, and
// those who wait whom for; and of one that was refused to who had asked.
func (t Panel) consentLines(w *words.Tongue) []chat.Line {
	names, seat := t.Names(w), t.Seat
	if t.Denied != nil && seat == t.Denied.Seat {
		return []chat.Line{strong(w.Say(match.RequestVerb(t.Denied.What)+".denied", "Name", names[t.Denied.By])), nil}
	}
	if t.Consent == nil {
		return nil
	}
	verb := t.Consent.Verb()
	lines := []chat.Line{strong(either(seat == t.Consent.Seat, w.Say(verb+".waits"), w.Say(verb+".asks", "Name", names[t.Consent.Seat])))}
	if t.Chairs.People().Len() > 2 && !t.Requests().MustAnswer(seat) {
		lines = append(lines, plain(w.Say(verb+".missing", "Name", namesOf(t.Requests().MustAgree(), names))))
	}
	return append(lines, nil)
}

// restLine tells the panel's player of another who takes all the rest; nil if nobody does.
func restLine(t Panel, w *words.Tongue) chat.Line {
	rest := t.Table.RestClaim()
	if !rest.CanYield(t.Seat) {
		return nil
	}
	return strong(w.Say("panel.rest", "Name", t.Names(w)[rest.By()]))
}

// lastLine says with the last but one card that the last trick is played unasked; nil with
// all others.
func lastLine(t Panel, v engine.View, w *words.Tongue) chat.Line {
	ends := v.Phase == engine.Playing && t.Waiting().Has(t.Seat) && v.PublicView.Unplayed(t.Seat) == 2
	return when(ends, plain(w.Say("panel.last-trick")))
}

// handLines is the hand, with what is playable and why not all is.
func (t Panel) handLines(v engine.View, w *words.Tongue) []chat.Line {
	pick := t.Match.Deal.Prompt(v.Seat).Pick
	why := render.Why(v, pick, w)
	var marks []chat.Line
	if v.Fresh != 0 {
		marks = append(marks, dim(w.Say("panel.fresh", "Mark", render.FreshMark)))
	}
	if v.Tops != 0 {
		marks = append(marks, dim(w.Say("panel.tops", "Mark", render.TopMark)))
	}
	return slices.Concat(nonEmpty(restLine(t, w), t.handHeading(v, w), lastLine(t, v, w), t.aheadLine(w)), render.Hand(v, pick, w),
		nonEmpty(when(why != "", dim(why))), marks, nonEmpty(laidLine(v, w)))
}

// laidLine tells what the player has put away, if the rules let them know it.
func laidLine(v engine.View, w *words.Tongue) chat.Line {
	id := "panel.laid"
	if v.Hand.Seat == v.PublicView.Declarer && v.Hand.Laid.Len() == v.PublicView.Laid.N {
		id = "panel.laid.talon" // what went in an exchange isn't among them
	}
	return when(v.Hand.Laid != 0, dim(w.Say(id, "Cards", render.Cards(v.Hand.Laid, w))))
}

// handHeading heads the hand with what the seat is asked.
func (t Panel) handHeading(v engine.View, w *words.Tongue) chat.Line {
	if t.Waiting().Has(t.Seat) {
		return strong(t.todo(v, w))
	}
	return strong(w.Say("panel.hand"))
}

// buttons are the words, packets and cards that a press carries out, and
// below them what is always there.
func (t Panel) buttons(v engine.View, w *words.Tongue) [][]chat.Button {
	rows := append(t.consentButtons(w), t.claimButtons(w)...)
	if t.Waiting().Has(t.Seat) {
		p, do := t.Match.Deal.Prompt(v.Seat), t.stepLine("do")+" "
		rows = append(rows, t.offers().buttons(do, w))
		if p.Pick.Verb == engine.PlayCard && !t.Confirm {
			rows = append(rows, cardButtons(p.Pick.From, v.Tops, playing(do), w)...)
		}
	}
	return nonEmpty(append(rows, aside(
		rulesButton(t.View, w),
		button(w.Say("button.resign"), "resign "+string(t.ID)),
		button(w.Say("button.leave"), "leave "+string(t.ID)), // what comes and goes stands behind, so that these stay
		when(mayCut(t.View, t.Seat, t.NeverCut), cutButton(t.ID, w)),
		proofButton(t.View, w),
		when(t.Requests().CanUndo(t.Seat), button(w.Say("button.undo"), t.line("undo"))),
		when(t.Table.AheadCards().CheckSetIn(v) == nil, button(w.Say("button.queue"), "queue "+string(t.ID))),
		when(t.Thinking() != 0, button(w.Say("button.hand"), "hand "+string(t.ID))), // a page that nobody brings up to date
		when(lastEnding(t.Table) != nil, button(w.Say("button.replay"), t.replayLine()))))...)
}

// aside is a row of buttons that are always there.
func aside(buttons ...chat.Button) []chat.Button {
	buttons = row(buttons...)
	for i := range buttons {
		buttons[i].Aside = true
	}
	return buttons
}

// consentButtons answer what another asks for, or withdraw what the seat has asked.
func (t Panel) consentButtons(w *words.Tongue) [][]chat.Button {
	if t.Consent == nil {
		return nil
	}
	verb, line := t.Consent.Verb(), fmt.Sprintf("consent %s %d ", t.ID, t.Consent.Rev)
	asks, own := t.Requests().MustAnswer(t.Seat), t.Consent.Seat == t.Seat
	allow := primary(w.Say(verb+".allow", "Name", unmarkedNames(t.View, w)[t.Consent.Seat]), line+"yes")
	return [][]chat.Button{
		row(when(asks, allow), when(asks, button(w.Say(verb+".deny"), line+"no"))),
		row(when(own, button(w.Say("consent.withdraw"), line+"no"))),
	}
}

// WordEnd ends the match of somebody whose time is up not for the first time.
const WordEnd = "end"

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
	pause := p.Command == "leave" && p.Requests().CanPause() // who has no time now need not leave
	return page(w, []chat.Line{title(w.Say(p.Command + ".title")), plain(p.sure(w))},
		yesOrNo(p.Command, line, w), row(when(pause, button(w.Say("button.pause"), line+WordPause))))
}

// sure tells what giving up means at the table.
func (p GiveUp) sure(w *words.Tongue) string {
	leaves := p.Command == "leave"
	switch seat := p.Seat.Bit(); {
	case p.Match.Game.ForTwo(), leaves && p.Chairs.People() == seat:
		return w.Say(p.Command + ".sure")
	case leaves && !p.ComputerTakesOver(seat):
		return w.Say("leave.sure.ends", "Name", p.Opponents(p.Seat, w))
	default:
		return w.Say(p.Command+".sure.three", "Name", p.Opponents(p.Seat, w))
	}
}

// panel is the table as the message's reader sees it, who sits there.
func (t TableMessage) panel() Panel {
	return Panel{t.View, t.Message.Seat, t.Confirm, t.NeverCut, t.Chosen}
}

// panelScreen is the private message of one player: what the board says, the
// hand, and what may be done.
func (t TableMessage) panelScreen(w *words.Tongue) chat.Screen {
	if t.Stage == match.Finished {
		s := t.boardScreen(w)
		s.Protect, s.Panel, s.Ended, s.Followed = true, true, true, t.Next != ""
		s.Text, s.Caption = t.panel().withResult(s.Text, w), t.panel().withResult(s.Caption, w)
		if t.Felt { // there is room for all that the picture says
			s.Caption = nil
		}
		return s
	}
	p, deal := t.panel(), t.Match.Deal.View(t.Message.Seat)
	helps := coach{t, deal}
	s := chat.Screen{Protect: true, Panel: true, Picture: t.panelPicture(w), Choice: p.Choice(w), Buttons: nonEmpty(append(p.buttons(deal, w), helps.button(w))...)}
	told := helps.lines(w)
	s.Text = slices.Concat(p.withResult(t.publicText(w), w), t.waitLines(w), []chat.Line{nil}, p.consentLines(w), p.handLines(deal, w), told)
	if s.Picture != nil {
		s.Caption = append(t.panelCaption(w), told...)
	}
	if s.Felt = t.panelFelt(s, w); s.Felt != nil {
		s.Felt.Coach = told
	}
	return s
}

// withResult puts below the title what the reader of a panel got of the deal before, until
// the first trick of the next.
func (t Panel) withResult(lines []chat.Line, w *words.Tongue) []chat.Line {
	last := lastPlayed(t.Table)
	if len(lines) == 0 || last < 0 || t.Stage == match.Playing && len(t.Public().Tricks) > 0 {
		return lines
	}
	outcome := render.Outcome(t.Match.Done[last].Score, t.Seat, t.Names(w), w)
	told := w.Say("bill.told", "Number", finishedNumber(t.Table, last, w), "Outcome", outcome)
	return slices.Insert(slices.Clone(lines), 1, strong(told))
}

// panelPicture is a seat's hand, with the table where no board shows it or as
// long as a deal's end is to be looked at; nil for words alone. Only who may read
// the panel may see it.
func (t TableMessage) panelPicture(w *words.Tongue) *chat.Picture {
	if t.Pictures.Studio == nil || t.Stage != match.Playing {
		return t.boardPicture(w)
	}
	held := t.panel().held()
	held.Unmarked = t.Pictures.Unmarked
	if tabled(t.Table) {
		return pictureOf(t.Pictures.Studio.Seat(t.scene(w), held, w, t.Pictures.TwoColours))
	}
	return pictureOf(t.Pictures.Studio.Hand(held, w, t.Pictures.TwoColours))
}

// panelCaption is the text beside the picture of a player's hand: what there is to do
// always, and why not all cards can be chosen the picture says.
func (t TableMessage) panelCaption(w *words.Tongue) []chat.Line {
	names, p := t.Names(w), t.panel()
	v := t.Match.Deal.View(p.Seat)
	asks := when(t.Waiting().Has(p.Seat), p.handHeading(v, w))
	return slices.Concat(p.withResult(t.heading(names, false, w), w), t.untold(names, p.Seat, w), t.waitLines(w), []chat.Line{nil}, p.consentLines(w),
		nonEmpty(restLine(p, w), asks, lastLine(p, v, w), p.aheadLine(w), laidLine(v, w)))
}
