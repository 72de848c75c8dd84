package plan

import (
	"cmp"
	"slices"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/render/describe"
	"tarockbot/render/felt"
	"tarockbot/render/words"
)

// Felt returns the table as data for one reader.
func (s Scene) Felt(held PlayerHand, t *words.Tongue) felt.Table {
	now := s
	now.Last, now.LastTrick = nil, engine.Trick{}
	names := s.displayNames(t, validUTF8)
	p := now.planner(t, names)
	l := &feltBuilder{faceUp{p.Table, s.Rules, s.Deal}, held}
	f := felt.Table{
		Title: p.title(), Corner: p.corner(), Claims: p.pills(), Reader: int(held.View.Seat),
		Why: describe.ExplainPick(held.View, held.Pick, t), WhyFixed: whyFixed(held.Pick, t),
	}
	for seat := range names {
		f.Seats = append(f.Seats, l.seat(engine.Seat(seat), p.chair(engine.Seat(seat))))
	}
	if s.Last != nil {
		f.Bill = s.bill(held, t, names)
	}
	if s.Score.Over {
		return f
	}
	if s.Deal.Phase == engine.Playing {
		f.Corner = trickNumber(s.Deal, len(s.Deal.Tricks)+1, t)
	}
	f.Story = describe.Story(s.Events, s.Rules, describe.HidesPoints(s.Deal), names, t)
	f.Trick, f.Last = l.tricks()
	f.Talon, f.Groups = l.packets(), l.otherGroups()
	f.Hand = held.cards(held.View.Hand.Cards&^held.View.Tops, t)
	return f
}

func whyFixed(p engine.Pick, t *words.Tongue) string {
	switch p.Unkeepable() {
	case 0:
		return ""
	case p.From:
		return t.Say("refuse.all-go")
	}
	return t.Say("felt.fixed")
}

func (s Scene) bill(held PlayerHand, t *words.Tongue, names []string) *felt.Bill {
	b := &felt.Bill{
		Outcome: describe.Outcome(s.Last.Score, held.View.Seat, names, t),
		Told:    describe.Summary(*s.Last, s.Rules, names, t),
	}
	if s.LastTrick.N > 0 {
		b.Trick = places(slotsOf(s.LastTrick, names, s.Deal.Waiting), t)
	}
	return b
}

type feltBuilder struct {
	faceUp
	held PlayerHand
}

func (l *feltBuilder) seat(s engine.Seat, c Chair) felt.Seat {
	v, t := l.deal, l.Words
	seat := felt.Seat{
		Name: c.Name, Role: c.Role, Brief: cmp.Or(c.Brief, c.Role), Leads: c.Leads,
		Status: c.Status, Turn: v.Waiting.Has(s), Figures: c.Figures,
	}
	if v.Trick.N > 0 && s == v.Trick.Lead && !seat.Turn {
		seat.Status = "" // the trick shows the leader
	}
	if int(s) >= len(v.Piles) {
		return seat
	}
	for i, pile := range v.Piles[s] {
		laid := felt.Pile{Below: pile.N}
		if pile.FaceUp {
			c := plainCard(pile.Top, t)
			if s == l.held.View.Seat {
				c = l.held.card(pile.Top, t)
			}
			markFresh(&c, justTurned(v, s, i), t)
			laid.Top, laid.Below = &c, pile.N-1
		}
		seat.Piles = append(seat.Piles, laid)
	}
	return seat
}

func (l *feltBuilder) tricks() (current, last *felt.Trick) {
	shown, before := shownTrick(l.deal)
	if n := len(before); n > 0 && n == len(l.deal.Tricks) {
		last = l.trick(before[n-1], n)
	}
	if l.deal.Phase != engine.Playing {
		return last, nil
	}
	return l.trick(shown, len(before)+1), last
}

func (l *feltBuilder) trick(trick engine.Trick, number int) *felt.Trick {
	laid := &felt.Trick{
		Number: number, Over: number <= len(l.deal.Tricks), Places: places(slotsOf(trick, l.Names, l.deal.Waiting), l.Words),
	}
	if trick.N > 1 {
		laid.Best = describe.WinnerOf(trick, l.Names)
	}
	if thirds, known := l.trickThirds(trick, number); laid.Over && known {
		laid.Worth = describe.Points(thirds, l.Words)
	}
	return laid
}

func places(slots []Slot, t *words.Tongue) (places []felt.Place) {
	for _, s := range slots {
		place := felt.Place{Seat: int(s.Seat), Awaited: s.Awaited, Best: s.Winning}
		if s.Played {
			c := plainCard(s.Card, t)
			place.Card = &c
		}
		places = append(places, place)
	}
	return places
}

func (l *feltBuilder) packets() (packets []felt.Packet) {
	v := l.deal
	switch hasTalon := v.Piles == nil; {
	case v.Phase == engine.Playing, !hasTalon:
		return nil
	case v.Talon == nil:
		return slices.Repeat([]felt.Packet{{Down: engine.TalonSize / 2}}, 2)
	}
	for n, cards := range v.Packets() {
		packets = append(packets, felt.Packet{Cards: feltCards(cards, 0, l.Words), Taken: n == v.TakenPacket})
	}
	return packets
}

func (l *feltBuilder) otherGroups() (laid []felt.Group) {
	for _, g := range append(l.groups(), l.knownCards(l.held.View.Seat)...) {
		if g.Piles == nil && !g.IsTrick() {
			laid = append(laid, felt.Group{Label: g.Label, Name: g.Name, Cards: feltCards(g.Cards, g.Fresh, l.Words)})
		}
	}
	return laid
}

func plainCard(c card.Card, t *words.Tongue) felt.Card {
	return felt.Card{Code: c.String(), Label: describe.Card(c, t), Name: describe.SpokenCard(c, t), Suit: describe.CardStyle(c)}
}

func feltCards(cards []card.Card, fresh card.Set, t *words.Tongue) []felt.Card {
	laid := make([]felt.Card, len(cards))
	for i, c := range cards {
		laid[i] = plainCard(c, t)
		markFresh(&laid[i], fresh.Has(c), t)
	}
	return laid
}

// Felt returns the table with all hands open, from the first seat's side.
func (o OpenDeal) Felt(view engine.View, t *words.Tongue) felt.Table {
	f := o.Scene.Felt(PlayerHand{View: view}, t)
	for seat, hand := range o.Hands {
		if seat != f.Reader {
			f.Seats[seat].Hand = feltCards(describe.InHandOrder(hand), 0, t)
		}
	}
	return f
}

func (h PlayerHand) cards(of card.Set, t *words.Tongue) []felt.Card {
	laid := make([]felt.Card, 0, of.Len())
	for _, c := range describe.InHandOrder(of) {
		laid = append(laid, h.card(c, t))
	}
	return laid
}

func (h PlayerHand) card(c card.Card, t *words.Tongue) felt.Card {
	laid := plainCard(c, t)
	markFresh(&laid, h.View.Fresh.Has(c), t)
	laid.Fixed = h.Pick.Unkeepable().Has(c)
	laid.Chosen = laid.Fixed || h.Chosen.Has(c)
	laid.Barred = h.Pick.Verb != 0 && !h.Pick.From.Has(c)
	return laid
}

func markFresh(c *felt.Card, fresh bool, t *words.Tongue) {
	if fresh && !c.Fresh {
		c.Fresh, c.Name = true, t.Say("felt.fresh", "Card", c.Name)
	}
}
