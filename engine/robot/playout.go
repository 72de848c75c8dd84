package robot

import (
	"tarockbot/engine"
	"tarockbot/engine/card"
)

// playout is a deal that rules of thumb play to its end. It keeps for every seat what it
// may know, which would take longer to find out anew at each card; each seat plays the
// card that thumb would choose by its view.
type playout struct {
	deal   *engine.Deal
	ready  bool // what follows is kept, for the tricks have begun
	seats  int
	trick  engine.Trick
	avoids bool
	by     [engine.MaxSeats]sight
}

// sight is what a seat knows, and what all know of it.
type sight struct {
	unseen card.Set       // what it hasn't seen
	rivals engine.Seats   // the other side
	said   engine.WordSet // what it announced
	left   int            // tricks that it is still to play to
	shown  card.Set       // cards that all know it to hold
	lacks  card.Set       // suits that all know it not to hold
	size   int            // cards that it may play from
}

// newPlayout begins where the deal stands.
func newPlayout(deal *engine.Deal) playout {
	p := playout{deal: deal}
	p.look()
	return p
}

// look finds out what the seats know, once cards are played.
func (p *playout) look() {
	for seat := range p.deal.Waiting().All() {
		if p.deal.Prompt(seat).Phase != engine.Playing {
			return
		}
	}
	for seat := range engine.Seat(p.deal.Game().Seats) {
		v := p.deal.View(seat)
		t := turnOf(v)
		p.seats, p.trick, p.avoids = t.seats, v.Trick, t.avoids
		p.by[seat] = sight{
			unseen: unseen(v), rivals: rivals(v), said: t.said, left: t.left,
			shown: visible(v, seat), lacks: lacking(v, seat), size: v.HandSize[seat],
		}
	}
	p.ready = true
}

// clone is an independent copy.
func (p *playout) clone() playout {
	c := *p
	c.deal = p.deal.Clone()
	return c
}

// act lets the seat act. The error is that it may not.
func (p *playout) act(seat engine.Seat, a engine.Action) error {
	events, err := p.deal.Act(seat, a)
	switch {
	case err != nil:
		return err
	case p.ready:
		for _, e := range events {
			p.see(e)
		}
	case p.deal.Waiting() != 0:
		p.look()
	}
	return nil
}

// playOn lets all act by the model until one of the seats has to, or the deal is over.
func (p *playout) playOn(model thumb, until engine.Seats) error {
	for p.deal.Waiting() != 0 && p.deal.Waiting()&until == 0 {
		for seat := range p.deal.Waiting().All() {
			if err := p.act(seat, p.decide(model, seat)); err != nil {
				return err
			}
		}
	}
	return nil
}

// decide is what the model does in the seat.
func (p *playout) decide(model thumb, seat engine.Seat) engine.Action {
	prompt := p.deal.Prompt(seat)
	switch from := prompt.Pick.From; {
	case !p.ready || len(prompt.Words) > 0 || prompt.Pick.Verb != engine.PlayCard:
		return model.Act(p.deal.View(seat), prompt, nil)[0]
	case from.Len() == 1:
		return engine.Action{Verb: engine.PlayCard, Cards: from}
	default:
		t := p.turn(seat)
		c, _ := t.choose(from)
		return engine.Play(c)
	}
}

// turn is what the seat chooses its card by.
func (p *playout) turn(seat engine.Seat) turn {
	own := &p.by[seat]
	t := turn{trick: &p.trick, seats: p.seats, left: own.left, avoids: p.avoids, said: own.said, outlook: outlook{rivals: own.rivals}}
	for rival := range own.rivals.All() {
		its := &p.by[rival]
		t.add(its.shown, own.unseen&^its.lacks, its.size)
	}
	t.held = min(t.held, t.out.Len())
	return t
}

// see notes what everybody sees.
func (p *playout) see(e engine.Event) {
	switch e := e.(type) {
	case engine.Played:
		p.show(e.Card.Bit())
		its := &p.by[e.Seat]
		its.shown &^= e.Card.Bit()
		its.size--
		its.left--
		p.trick.Cards[p.trick.N] = e.Card
		p.trick.N++
	case engine.TrickTaken:
		p.recordVoids()
		p.trick = engine.Trick{Lead: e.Seat}
	case engine.TalonAdded:
		p.show(e.Card.Bit())
	case engine.Uncovered:
		p.show(e.Card.Bit())
		its := &p.by[e.Seat]
		its.shown |= e.Card.Bit()
		its.size++
	case engine.Spoke:
		if e.Action.Verb == engine.Declare {
			held := e.Action.Word.Bonus().Cards
			p.show(held)
			p.by[e.Seat].shown |= held
		}
	}
}

// show shows the cards to all.
func (p *playout) show(cards card.Set) {
	for seat := range p.seats {
		p.by[seat].unseen &^= cards
	}
}

// recordVoids notes which suits the complete trick has shown seats not to hold.
func (p *playout) recordVoids() {
	for place := 1; place < int(p.trick.N); place++ {
		p.by[p.trick.By(place, p.seats)].lacks |= notFollowing(p.trick.Cards[0], p.trick.Cards[place])
	}
}
