package robot

import (
	"tarockbot/engine"
	"tarockbot/engine/card"
)

// playout plays a deal by the heuristics. In the tricks it tracks the seats' knowledge, because reading it from a view
// for each card would take longer.
type playout struct {
	deal      *engine.Deal
	tracks    bool // the fields below are valid: the tricks have begun
	seats     int
	trick     engine.Trick
	avoids    bool
	knowledge [engine.MaxSeats]seatKnowledge
	hands     [engine.MaxSeats]publicHand
}

type seatKnowledge struct {
	unseen card.Set
	rivals engine.Seats
	said   engine.WordSet
	left   int
}

func newPlayout(deal *engine.Deal) playout {
	p := playout{deal: deal}
	p.readViews()
	return p
}

func (p *playout) readViews() {
	for seat := range p.deal.Waiting().All() {
		if p.deal.Prompt(seat).Phase != engine.Playing {
			return
		}
	}
	for seat := range engine.Seat(p.deal.Game().Seats) {
		v := p.deal.View(seat)
		p.seats, p.trick, p.avoids = len(v.HandSize), v.Trick, avoids(v.Contract)
		p.knowledge[seat] = seatKnowledge{unseen: unseen(v), rivals: rivalsOf(v), said: announcedBy(v, seat), left: v.CardsToPlay(v.Seat)}
		p.hands[seat] = publicHandOf(v, seat)
	}
	p.tracks = true
}

func (p playout) clone() playout {
	p.deal = p.deal.Clone()
	return p
}

func (p *playout) act(seat engine.Seat, a engine.Action) error {
	events, err := p.deal.Act(seat, a)
	switch {
	case err != nil:
		return err
	case p.tracks:
		for _, e := range events {
			p.update(e)
		}
	case p.deal.Waiting() != 0:
		p.readViews()
	}
	return nil
}

// playOn lets all seats act until one of the seats in until must act or the deal is over.
func (p *playout) playOn(until engine.Seats) error {
	for p.deal.Waiting() != 0 && p.deal.Waiting()&until == 0 {
		for seat := range p.deal.Waiting().All() {
			if err := p.act(seat, p.decide(seat)); err != nil {
				return err
			}
		}
	}
	return nil
}

// decide returns the same action as the heuristics for the seat's view.
func (p *playout) decide(seat engine.Seat) (a engine.Action) {
	prompt := p.deal.Prompt(seat)
	switch from := prompt.Pick.From; {
	case !p.tracks || len(prompt.Choices) > 0 || prompt.Pick.Verb != engine.PlayCard:
		a, _ = decide(p.deal.View(seat), prompt)
		return a
	case from.Len() == 1:
		return engine.Action{Verb: engine.PlayCard, Cards: from}
	default:
		t := p.turn(seat)
		c, _ := t.choose(from)
		return engine.Play(c)
	}
}

// turn returns the same as turnOf for the seat's view.
func (p *playout) turn(seat engine.Seat) turn {
	own := &p.knowledge[seat]
	return turn{
		trick: &p.trick, seats: p.seats, left: own.left, avoids: p.avoids, said: own.said,
		outlook: newOutlook(own.rivals, own.unseen, &p.hands),
	}
}

func (p *playout) update(e engine.Event) {
	switch e := e.(type) {
	case engine.Played:
		p.markSeen(e.Card.Bit())
		p.knowledge[e.Seat].left--
		hand := &p.hands[e.Seat]
		hand.shown &^= e.Card.Bit()
		hand.size--
		p.trick.Cards[p.trick.N] = e.Card
		p.trick.N++
	case engine.TrickTaken:
		p.recordVoids()
		p.trick = engine.Trick{Lead: e.Seat}
	case engine.TalonAdded:
		p.markSeen(e.Card.Bit())
	case engine.Uncovered:
		p.markSeen(e.Card.Bit())
		hand := &p.hands[e.Seat]
		hand.shown |= e.Card.Bit()
		hand.size++
	case engine.Spoke:
		if e.Action.Verb == engine.Declare {
			held := e.Action.Word.Bonus().Cards
			p.markSeen(held)
			p.hands[e.Seat].shown |= held
		}
	}
}

func (p *playout) markSeen(cards card.Set) {
	for seat := range p.seats {
		p.knowledge[seat].unseen &^= cards
	}
}

func (p *playout) recordVoids() {
	for place := 1; place < int(p.trick.N); place++ {
		p.hands[p.trick.By(place, p.seats)].lacks |= suitsLacked(p.trick.Cards[0], p.trick.Cards[place])
	}
}
