package screens

import (
	"slices"

	"tarockbot/bot/chat"
	"tarockbot/engine"
	"tarockbot/render/describe"
	"tarockbot/render/felt"
)

// felt lays out the table as the player sees it. Cards carry the screen's commands.
func (p Panel) felt(s chat.Screen, t tableText) *chat.Felt {
	w, held, deal := t.w, p.playerHand(), p.PublicView()
	f := &chat.Felt{Table: sceneOf(p.Table, w).Felt(held, w)}
	for seat := range f.Seats {
		f.Seats[seat].Mark, f.Seats[seat].User = seatMark(seat), string(p.Chairs[seat].User)
		f.Seats[seat].Until = p.Awaited.clock(seat).Until
	}
	f.Chips, f.TwoColours = p.Pictures.Studio == nil, p.Pictures.TwoColours
	switch {
	case p.Waiting().Has(p.Seat):
		f.Todo = p.handHeading(held.View, w)
	case deal.Waiting != 0:
		f.Todo = plain(w.Say("board.waiting."+string(deal.Phase), "Names", NamesOf(deal.Waiting, t.names)))
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
	f.Deal, f.Before = len(p.Match.Done)+1, t.unplayedDeals()
	f.Game, f.About = w.Say("game."+p.Match.Game.ID), t.heading(true)
	if b := f.Bill; b != nil {
		b.Replay, b.Heading = replayLine(p.Table), w.Say("bill.deal", "Number", finishedNumber(p.Table, previousDealIndex(p.Table), w))
		b.Totals = w.Say("heading.totals", "Totals", describe.Scores(p.Match.Score().Totals, t.names))
	}
	for _, a := range p.offers().Choices {
		if a.Verb == engine.ChoosePacket {
			f.Talon[a.N].Line = p.stepLine("do", a)
		}
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
