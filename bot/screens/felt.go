package screens

import (
	"slices"

	"tarockbot/bot/chat"
	"tarockbot/engine"
	"tarockbot/render"
	"tarockbot/render/felt"
	"tarockbot/render/words"
)

// panelFelt is what lies on the table as the panel's reader sees it, with what the
// screen lets them press; nil where nobody lays that out.
func (t TableMessage) panelFelt(s chat.Screen, w *words.Tongue) *chat.Felt {
	if !t.Felt {
		return nil
	}
	p := t.panel()
	held := p.held()
	f := t.marked(t.scene(w).Felt(held, w), w)
	f.Chips, f.TwoColours = t.Pictures.Studio == nil, t.Pictures.TwoColours
	if t.Waiting().Has(p.Seat) {
		f.Todo = strong(p.todo(held.View, w))
	}
	if rest := restLine(p, w); rest != nil {
		f.Todo = slices.Concat(rest, plain(" "), f.Todo)
	}
	if last := lastLine(p, held.View, w); last != nil {
		f.Todo = slices.Concat(f.Todo, plain(". "), last)
	}
	lines := p.cardLines(s, held.View)
	for _, c := range own(f) {
		c.Line = lines[c.Code]
	}
	if ahead, set := t.Chairs[p.Seat].AheadCard(); set {
		for _, c := range own(f) {
			c.Chosen = c.Code == ahead.String()
		}
	}
	names := t.Names(w)
	f.Deal, f.Before = len(t.Match.Done)+1, t.unplayed(names, w)
	f.Game, f.About = w.Say("game."+t.Match.Game.ID), t.heading(names, true, w)
	if b := f.Bill; b != nil {
		b.Replay, b.Heading = t.replayLine(), w.Say("bill.deal", "Number", finishedNumber(t.Table, lastPlayed(t.Table), w))
		b.Totals = w.Say("heading.totals", "Totals", render.Scores(t.Match.Score().Totals, names))
	}
	do := p.stepLine("do") + " "
	for _, a := range t.Match.Deal.Prompt(p.Seat).Words {
		if a.Verb == engine.Talon {
			f.Talon[a.N].Line = do + a.String()
		}
	}
	return f
}

// marked is the felt with the seats' marks and clocks, and who is waited for as what
// there is to do.
func (t TableMessage) marked(f *chat.Felt, w *words.Tongue) *chat.Felt {
	for s := range f.Seats {
		f.Seats[s].Mark, f.Seats[s].User = seatMark(s), string(t.Chairs[s].User)
		if s < len(t.Clocks) {
			f.Seats[s].Until = t.Clocks[s].Until
		}
	}
	if deal := t.Public(); deal.Waiting != 0 {
		f.Todo = plain(w.Say("board.waiting."+string(deal.Phase), "Names", namesOf(deal.Waiting, t.Names(w))))
	}
	return f
}

// own are the reader's cards on the felt: of the hand, and the tops in front of them.
func own(f *chat.Felt) (cards []*felt.Card) {
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

// iconLines are what pressing the buttons with an icon says, by the icon.
func iconLines(rows [][]chat.Button) map[string]string {
	lines := make(map[string]string)
	for _, b := range slices.Concat(rows...) {
		if b.Icon != "" {
			lines[b.Icon] = b.Line
		}
	}
	return lines
}

// cardLines are what pressing the cards says, by code: what the screen's buttons and
// choice say or, where none is offered, what sets them ahead and takes that back.
func (t Panel) cardLines(s chat.Screen, v engine.View) map[string]string {
	lines := iconLines(s.Buttons)
	if c := s.Choice; c != nil {
		for _, o := range c.Options {
			if o.Icon != "" && !o.Fixed {
				lines[o.Icon] = c.Toggle + " " + o.Value
			}
		}
	}
	if t.Table.AheadCards().CheckSetIn(v) == nil {
		queue := t.stepLine("queue") + " "
		for c := range v.Hand.Cards.All() {
			lines[c.String()] = queue + engine.Play(c).String()
		}
		if ahead, set := t.Chairs[t.Seat].AheadCard(); set {
			lines[ahead.String()] = queue + "off"
		}
	}
	return lines
}
