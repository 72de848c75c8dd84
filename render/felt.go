package render

import (
	"cmp"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/render/felt"
	"tarockbot/render/words"
)

// Felt is what lies on the table, as data: the scene, and the cards that its reader holds.
func (s Scene) Felt(held Held, t *words.Tongue) *felt.Felt {
	now := s
	now.Last, now.LastTrick = nil, engine.Trick{}
	names := s.called(t, asItIs)
	p := &layer{planner{teller{t, names, s.Rules.Terms}, now, s.Deal}, held}
	f := &felt.Felt{Title: p.title(), Corner: p.corner(), Claims: p.pills(), Reader: int(held.View.Seat), Why: Why(held.View, held.Pick, t)}
	for seat := range names {
		f.Seats = append(f.Seats, p.seat(engine.Seat(seat)))
	}
	f.WhyFixed = whyBound(held.Pick, t)
	if s.Last != nil {
		f.Bill = s.bill(held, t, names)
	}
	if s.Score.Over {
		return f
	}
	if s.Deal.Phase == engine.Playing { // what there is to do is to lead to it, not to look at the last
		f.Corner = p.trickNumber(len(s.Deal.Tricks) + 1)
	}
	f.Story = Story(s.Seen, s.Rules, p.hidesPoints(), names, t)
	f.Trick, f.Last = p.shown()
	f.Talon, f.Groups = p.packetsLaid(), p.groupsLaid()
	f.Hand = held.cards(held.View.Hand.Cards&^held.View.Tops, t)
	return f
}

// whyBound says why cards of the pick are chosen for good; "" if none are.
func whyBound(p engine.Pick, t *words.Tongue) string {
	switch p.Bound() {
	case 0:
		return ""
	case p.From:
		return t.Say("refuse.all-go")
	}
	return t.Say("felt.fixed")
}

// bill is how the deal before was settled, as the reader sees it.
func (s Scene) bill(held Held, t *words.Tongue, names []string) *felt.Bill {
	p := &layer{planner{teller{t, names, s.Rules.Terms}, s, s.storyDeal()}, held}
	b := &felt.Bill{Outcome: Outcome(s.Last.Score, held.View.Seat, names, t), Told: Summary(*s.Last, s.Rules, names, t)}
	if s.LastTrick.N > 0 {
		b.Trick = p.places(s.LastTrick)
	}
	return b
}

// layer lays out what a planner finds out, for who holds the cards.
type layer struct {
	planner
	held Held
}

// seat is a player as laid out, with what lies in front of them.
func (p *layer) seat(s engine.Seat) felt.Seat {
	c := p.chair(s)
	seat := felt.Seat{Name: c.Name, Role: c.Role, Brief: cmp.Or(c.Brief, c.Role), Leads: c.Leads, Status: c.Status, Turn: p.scene.Deal.Waiting.Has(s)}
	if trick := p.scene.Deal.Trick; trick.N > 0 && s == trick.Lead && !seat.Turn {
		seat.Status = "" // the trick shows who has led
	}
	for _, x := range c.Figures {
		seat.Figures = append(seat.Figures, felt.Figure(x))
	}
	if int(s) >= len(p.toldDeal.Piles) {
		return seat
	}
	for i, pile := range p.toldDeal.Piles[s] {
		laid := felt.Pile{Below: pile.N}
		if pile.Open {
			c := one(pile.Top, p.t)
			if s == p.held.View.Seat {
				c = p.held.card(pile.Top, p.t)
			}
			markFresh(&c, p.fresh(s, i), p.t)
			laid.Top, laid.Below = &c, pile.N-1
		}
		seat.Piles = append(seat.Piles, laid)
	}
	return seat
}

// shown are the running trick and the last one or, as long as none runs, the last
// alone.
func (p *layer) shown() (trick, last *felt.Trick) {
	v := p.scene.Deal
	n := len(v.Tricks)
	if n > 0 {
		last = p.laid(v.Tricks[n-1], n)
	}
	if v.Phase != engine.Playing || v.Trick.N == 0 && n > 0 {
		return last, nil
	}
	return p.laid(v.Trick, n+1), last
}

// laid is the trick of that number.
func (p *layer) laid(trick engine.Trick, number int) *felt.Trick {
	laid := &felt.Trick{Number: number, Over: number <= len(p.scene.Deal.Tricks), Places: p.places(trick)}
	if trick.N > 1 {
		laid.Best = p.best(trick)
	}
	if laid.Over && !p.hidesPoints() {
		laid.Worth = Points(p.scene.Rules.Thirds(trick.All()|card.SetOf(addedTo(p.scene.Deal, number)...)), p.t)
	}
	return laid
}

// places are those of the trick, in the order of play.
func (p *layer) places(trick engine.Trick) (places []felt.Place) {
	for i := range p.names {
		seat := trick.By(i, len(p.names))
		place := felt.Place{Seat: int(seat)}
		if i < int(trick.N) {
			c := one(trick.Cards[i], p.t)
			place.Card, place.Best = &c, trick.N > 1 && i == trick.Best()
		} else {
			place.Awaited = p.scene.Deal.Waiting.Has(seat)
		}
		places = append(places, place)
	}
	return places
}

// packetsLaid is the talon as it lies open.
func (p *layer) packetsLaid() (packets []felt.Packet) {
	v := p.scene.Deal
	if v.Talon == nil || v.Phase == engine.Playing {
		return nil
	}
	for n, cards := range v.Packets() {
		packets = append(packets, felt.Packet{Cards: cardsLaid(cards, 0, p.t), Taken: n == v.Taken})
	}
	return packets
}

// groupsLaid are the cards that lie open besides, neither tricks nor in front of a seat, and
// those that the reader knows in others' hands.
func (p *layer) groupsLaid() (laid []felt.Group) {
	for _, g := range append(p.groups(), p.known(p.held.View.Seat)...) {
		if g.Piles == nil && g.Best == nothingStandsOut {
			laid = append(laid, felt.Group{Label: g.Label, Name: g.Name, Cards: cardsLaid(g.Cards, g.Fresh, p.t)})
		}
	}
	return laid
}

// one is a card that only lies there.
func one(c card.Card, t *words.Tongue) felt.Card {
	return felt.Card{Code: c.String(), Label: Card(c, t), Name: Spoken(c, t), Suit: CardStyle(c)}
}

// cardsLaid are cards that only lie there.
func cardsLaid(cards []card.Card, fresh card.Set, t *words.Tongue) []felt.Card {
	laid := make([]felt.Card, len(cards))
	for i, c := range cards {
		laid[i] = one(c, t)
		markFresh(&laid[i], fresh.Has(c), t)
	}
	return laid
}

// cards are those of the player's, as they are held.
func (h Held) cards(of card.Set, t *words.Tongue) []felt.Card {
	laid := make([]felt.Card, 0, of.Len())
	for _, c := range InHandOrder(of) {
		laid = append(laid, h.card(c, t))
	}
	return laid
}

// card is one of the player's cards with what may be done with it.
func (h Held) card(c card.Card, t *words.Tongue) felt.Card {
	laid := one(c, t)
	markFresh(&laid, h.View.Fresh.Has(c), t)
	laid.Fixed = h.Pick.Bound().Has(c)
	laid.Chosen = laid.Fixed || h.Chosen.Has(c)
	laid.Barred = h.Pick.Verb != 0 && !h.Pick.From.Has(c)
	return laid
}

// markFresh says of a card that has just come that it has, to ears as well.
func markFresh(c *felt.Card, fresh bool, t *words.Tongue) {
	if fresh && !c.Fresh {
		c.Fresh, c.Name = true, t.Say("felt.fresh", "Card", c.Name)
	}
}
