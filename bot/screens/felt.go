package screens

import (
	"cmp"
	"slices"

	"tarockbot/bot/chat"
	"tarockbot/engine"
	"tarockbot/render/describe"
	"tarockbot/render/felt"
	"tarockbot/render/plan"
)

// felt lays out the table as the player sees it. Cards carry the screen's commands.
func (p Panel) felt(s chat.Screen, t tableText) *chat.Felt {
	w, held, deal := t.w, p.playerHand(), p.PublicView()
	f := p.layOut(held, t)
	switch {
	case p.Waiting().Has(p.Seat):
		f.Todo = p.handHeading(held.View, w)
	case deal.Waiting != 0:
		f.Todo = plain(w.Say("board.waiting."+string(deal.Phase), "Names", NamesOf(deal.Waiting, t.names)))
	}
	if queued := p.queuedLine(w); queued != nil {
		f.Todo = slices.Concat(queued, plain(" "), f.Todo)
	}
	if rest := p.restClaimLine(t); rest != nil {
		f.Todo = slices.Concat(rest, plain(" "), f.Todo)
	}
	if last := p.lastTrickLine(held.View, w); last != nil {
		f.Todo = slices.Concat(f.Todo, plain(". "), last)
	}
	lines := p.cardLines(s, held.View)
	queued, set := p.Chairs[p.Seat].QueuedCard()
	for _, c := range readersCards(f) {
		c.Line = lines[c.Code]
		if set {
			c.Chosen = c.Code == queued.String()
		}
	}
	f.Deal = len(p.Match.Done) + 1
	for _, a := range p.offers().Choices {
		if a.Verb == engine.ChoosePacket {
			f.Talon[a.N].Line = p.stepLine("do", a)
		}
	}
	return f
}

// layOut lays out what a table shows during and after the match.
func (p Panel) layOut(held plan.PlayerHand, t tableText) *chat.Felt {
	w := t.w
	f := &chat.Felt{Table: sceneOf(p.Table, w).Felt(held, w), Before: t.unplayedDeals()}
	for seat := range f.Seats {
		f.Seats[seat].Mark, f.Seats[seat].User = seatMark(seat), string(p.Chairs[seat].User)
		f.Seats[seat].Until = p.Awaited.clock(seat).Until
	}
	f.Faces = p.Pictures.faces()
	f.Game, f.About = w.Say("game."+p.Match.Game.ID), t.heading(true)
	if b := f.Bill; b != nil {
		b.Replay, b.Heading = replayLine(p.Table), w.Say("bill.deal", "Number", finishedNumber(p.Table, previousDealIndex(p.Table), w))
		b.Totals = w.Say("heading.totals", "Totals", describe.Scores(p.Match.Score().Totals, t.names))
	}
	return f
}

// endFelt lays out the last deal's bill and the match's outcome.
func (p Panel) endFelt(t tableText) *chat.Felt {
	w, f := t.w, p.layOut(plan.PlayerHand{View: engine.View{Hand: engine.Hand{Seat: p.Seat}}}, t)
	f.Deal = len(p.Match.Done)
	f.End = &felt.End{
		Outcome: cmp.Or(t.winOf(p.Seat), f.Title), Total: describe.Signed(p.Match.Score().Totals[p.Seat]),
		Told: slices.Concat(t.departures(), t.ratings(), t.debts(), t.rematch()), Deals: t.dealScores(p.Seat),
	}
	f.Title = w.Say("rules." + p.Setup.Rules)
	if f.Bill != nil {
		f.Bill.Replay = "" // the board's button replays all deals
	}
	return f
}

func readersCards(f *chat.Felt) (cards []*felt.Card) {
	for i := range f.Hand {
		cards = append(cards, &f.Hand[i])
	}
	for _, pile := range f.Seats[f.Reader].Piles {
		if pile.Top != nil {
			cards = append(cards, pile.Top)
		}
	}
	return cards
}

// cardLines maps card codes to the lines of buttons and choices, or to lines that set the card in advance.
func (h Hand) cardLines(s chat.Screen, v engine.View) map[string]string {
	lines := iconLines(s.Buttons)
	if c := s.Choice; c != nil {
		for _, o := range c.Options {
			if o.Icon != "" && !o.Fixed {
				lines[o.Icon] = lineOf(c.Toggle, o.Value)
			}
		}
	}
	if h.QueuedCards().CheckSetIn(v) == nil {
		for c := range v.Hand.Cards.All() {
			lines[c.String()] = h.stepLine("queue", engine.Play(c))
		}
		if queued, set := h.Chairs[h.Seat].QueuedCard(); set {
			lines[queued.String()] = h.stepLine("queue", WordOff)
		}
	}
	return lines
}
