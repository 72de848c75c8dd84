package screens

import (
	"slices"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/engine"
	"tarockbot/render/describe"
	"tarockbot/render/words"
)

// Panel shows a player the table, the hand and possible actions in private.
type Panel struct {
	Hand
	SharedTableData
	Coach    Coach
	NeverCut bool // the player doesn't want to cut
	Felt     bool // the platform lays out the table
}

// Screen shows the table before, during or after a deal.
func (p Panel) Screen(w *words.Tongue) *chat.Screen {
	t := textOf(p.Table, w)
	var s chat.Screen
	switch {
	case p.Stage == match.Finished:
		s = p.finishedScreen(t)
	case p.Match.Deal == nil:
		s = p.beforeDealScreen(t)
	default:
		s = p.dealScreen(t)
	}
	s.Protect, s.Panel = true, true
	return t.screen(s)
}

func (p Panel) finishedScreen(t tableText) chat.Screen {
	s := Board{p.Table, p.SharedTableData}.screen(t)
	s.Dismissable, s.MayBeHidden = true, p.Next != ""
	s.Text = p.withResult(s.Text, t)
	s.Caption = p.withResult(s.Caption, t)
	if p.Felt {
		s.Felt = p.endFelt(t)
	}
	return s
}

func (p Panel) beforeDealScreen(t tableText) chat.Screen {
	w, waits, asked := t.w, p.Awaited.lines(t), requests{t, p.Seat}
	s := chat.Screen{Picture: p.Pictures.boardOf(p.Table, w)}
	s.Text = slices.Concat(p.withResult(t.boardText(p.Texts), t), waits, asked.lines())
	if s.Picture != nil {
		s.Caption = append(p.withResult(t.heading(false), t), waits...)
	}
	s.Buttons = nonEmpty(slices.Concat(p.cutButtons(w), asked.buttons(), [][]chat.Button{asideRow(
		rulesButton(p.Table, w), button(w.Say("button.leave"), lineOf("leave", p.ID)), proofButton(p.Table, w))})...)
	return s
}

func (p Panel) dealScreen(t tableText) chat.Screen {
	w, v, asked := t.w, p.Match.Deal.View(p.Seat), requests{t, p.Seat}
	s := chat.Screen{Picture: p.Pictures.handOf(p.Table, p.playerHand(), w), Choice: p.Choice(w)}
	s.Buttons = nonEmpty(slices.Concat(asked.buttons(), p.buttons(v, w), [][]chat.Button{p.Coach.button(p.Chairs, w)})...)
	advice := p.Coach.lines(p.Hand, v, w)
	between := slices.Concat(p.Awaited.lines(t), []chat.Line{nil}, asked.lines())
	s.Text = slices.Concat(p.withResult(t.boardText(p.Texts), t), between, p.handLines(v, t), advice)
	if s.Picture != nil { // the picture explains barred cards
		s.Caption = slices.Concat(p.withResult(t.heading(false), t), t.panelCaption(p.Seat), between,
			p.headLines(when(p.Waiting().Has(p.Seat), p.handHeading(v, w)), v, t), nonEmpty(laidLine(v, w)), advice)
	}
	if p.Felt {
		s.Felt = p.felt(s, t)
		s.Felt.Coach = advice
	}
	return s
}

// withResult inserts the player's previous result below the title.
func (p Panel) withResult(lines []chat.Line, t tableText) []chat.Line {
	last := previousDealIndex(p.Table)
	if len(lines) == 0 || last < 0 || p.Stage == match.Playing && len(p.PublicView().Tricks) > 0 {
		return lines
	}
	outcome := describe.Outcome(p.Match.Done[last].Score, p.Seat, t.names, t.w)
	result := t.w.Say("bill.told", "Number", finishedNumber(p.Table, last, t.w), "Outcome", outcome)
	return slices.Insert(slices.Clone(lines), 1, strong(result))
}

func (p Panel) handHeading(v engine.View, w *words.Tongue) chat.Line {
	if p.Waiting().Has(p.Seat) {
		return strong(p.todo(v, w))
	}
	return strong(w.Say("panel.hand"))
}

func (p Panel) headLines(heading chat.Line, v engine.View, t tableText) []chat.Line {
	return nonEmpty(p.restClaimLine(t), heading, p.lastTrickLine(v, t.w), p.queuedLine(t.w))
}

func (p Panel) restClaimLine(t tableText) chat.Line {
	rest := p.RestClaim()
	if !rest.CanYield(p.Seat) {
		return nil
	}
	return strong(t.w.Say("panel.rest", "Name", t.names[rest.Claimant()]))
}

// lastTrickLine warns a player with two cards that the bot plays the last trick.
func (p Panel) lastTrickLine(v engine.View, w *words.Tongue) chat.Line {
	ends := v.Phase == engine.Playing && p.Waiting().Has(p.Seat) && v.PublicView.CardsToPlay(p.Seat) == 2
	return when(ends, plain(w.Say("panel.last-trick")))
}

func (p Panel) handLines(v engine.View, t tableText) []chat.Line {
	w, pick := t.w, p.offers().Pick
	why := describe.ExplainPick(v, pick, w)
	return slices.Concat(p.headLines(p.handHeading(v, w), v, t), describe.Hand(v, pick, w), nonEmpty(
		when(why != "", dim(why)),
		when(v.Fresh != 0, dim(w.Say("panel.fresh", "Mark", describe.FreshMark))),
		when(v.Tops != 0, dim(w.Say("panel.tops", "Mark", describe.TopMark))),
		laidLine(v, w)))
}

func laidLine(v engine.View, w *words.Tongue) chat.Line {
	// Exchanged cards are not included.
	fromTalon := v.Hand.Seat == v.PublicView.Declarer && v.Hand.PutAway.Len() == v.PublicView.DeclarerDiscards.N
	id := either(fromTalon, "panel.laid.talon", "panel.laid")
	return when(v.Hand.PutAway != 0, dim(w.Say(id, "Cards", describe.Cards(v.Hand.PutAway, w))))
}

func (p Panel) buttons(v engine.View, w *words.Tongue) (rows [][]chat.Button) {
	if p.Waiting().Has(p.Seat) {
		o := p.offers()
		rows = append(rows, o.buttons(func(a engine.Action) string { return p.stepLine("do", a) }, w))
		if o.Pick.Verb == engine.PlayCard && !p.ConfirmsCards {
			rows = append(rows, cardButtons(o.Pick.From, v.Tops, p.playLine("do"), w)...)
		}
	}
	cuts := !p.NeverCut && !p.Chairs[p.Seat].Robot && p.Decks().CheckCut(p.Seat) == nil
	return append(rows, asideRow(
		rulesButton(p.Table, w),
		button(w.Say("button.resign"), lineOf("resign", p.ID)),
		button(w.Say("button.leave"), lineOf("leave", p.ID)), // optional buttons follow, so these stay in place
		when(cuts, button(w.Say("button.cut"), lineOf("cut", p.ID))),
		proofButton(p.Table, w),
		when(p.Requests().CanUndoByConsent(p.Seat), button(w.Say("button.undo"), lineOf("undo", p.ID, p.Rev))),
		when(p.Felt && p.Requests().CanPause(), button(w.Say("button.pause"), lineOf("pause", p.ID))),
		when(p.QueuedCards().CheckSetIn(v) == nil, button(w.Say("button.queue"), lineOf("queue", p.ID))),
		when(p.Thinking() != 0, button(w.Say("button.hand"), lineOf("hand", p.ID))), // refreshes static pages
		when(shownResult(p.Table) != nil, button(w.Say("button.replay"), replayLine(p.Table)))))
}

// GiveUp asks for confirmation of "resign" or "leave".
type GiveUp struct {
	*match.Table
	Seat    engine.Seat
	Command string
}

// Screen explains the consequences. A leaver may ask for a pause instead.
func (p GiveUp) Screen(w *words.Tongue) *chat.Screen {
	line := lineOf(p.Command, p.ID, len(p.Match.Done))
	pause := p.Command == "leave" && p.Requests().CanPause() // enough for a player without time
	return page(w, []chat.Line{title(w.Say(p.Command + ".title")), plain(p.sure(w))},
		yesOrNo(p.Command, line, w), row(when(pause, button(w.Say("button.pause"), lineOf(line, WordPause)))))
}

func (p GiveUp) sure(w *words.Tongue) string {
	leaves := p.Command == "leave"
	switch seat := p.Seat.Bit(); {
	case p.Match.Game.IsForTwo(), leaves && p.Chairs.People() == seat:
		return w.Say(p.Command + ".sure")
	case leaves && !p.ComputerTakesOver(seat):
		return w.Say("leave.sure.ends", "Name", Opponents(p.Table, p.Seat, w))
	default:
		return w.Say(p.Command+".sure.three", "Name", Opponents(p.Table, p.Seat, w))
	}
}
