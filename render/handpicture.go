package render

import (
	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/render/art"
	"tarockbot/render/pen"
	"tarockbot/render/words"
)

// Held is one player's cards with what may be done with them.
type Held struct {
	View   engine.View
	Pick   engine.Pick // zero if no cards are to be chosen
	Chosen card.Set    // of the pick, so far
}

// hand is what the picture of a hand tells, in one language.
type hand struct {
	Title  string
	Count  string // how many cards, or how many of them are chosen
	Reason string // why some can't be chosen; "" if all can
	Cards  []held
}

// held is a card in a hand.
type held struct {
	Card                card.Card
	Barred, Free, Taken bool // can't be chosen; can, while others can't; is chosen
	Fresh               bool // was just picked up
}

// plan is what the picture of the hand tells.
func (h Held) plan(t *words.Tongue) hand {
	v := h.View
	plan := hand{Title: t.Say("panel.hand"), Count: t.Count("picture.cards", v.Hand.Cards.Len())}
	choosing := h.Pick.Verb != 0
	barred := choosing && v.Hand.Cards&^h.Pick.From != 0
	if barred {
		plan.Reason = h.reason(t)
	}
	if h.Pick.Max > 1 {
		plan.Count = t.Say("picture.chosen", "Count", h.Chosen.Len(), "Max", h.Pick.Max)
	}
	for suit := range card.Suit(card.Suits) {
		for cards := v.Hand.Cards & suit.Cards(); cards != 0; cards &^= cards.Highest().Bit() {
			c := cards.Highest()
			plan.Cards = append(plan.Cards, held{
				Card: c, Barred: choosing && !h.Pick.From.Has(c), Free: barred && h.Pick.From.Has(c),
				Taken: h.Chosen.Has(c), Fresh: v.Fresh.Has(c),
			})
		}
	}
	return plan
}

// reason is in few words what keeps cards out of the pick.
func (h Held) reason(t *words.Tongue) string {
	if h.Pick.Why == "" {
		return ""
	}
	return t.Say("picture.why."+string(h.Pick.Why), "Suit", SuitOf(h.View.Trick.Cards[0], t))
}

// The hand's measures.
const (
	handTop   = 106
	handCard  = 200
	handPitch = 236 // from a row to the next, which covers its lower part
	handLift  = 22  // of cards to be seen among others
	suitGap   = 16
	handEdge  = 30
)

// The most cards of a row, of tarocks and of suits, and the most that are one
// row together.
const (
	rowTarocks = 8
	rowSuits   = 12
	oneRow     = 8
)

// draw is the picture of the hand.
func (h hand) draw(k *kit, deck *art.Deck) *sheet {
	s := k.newSheet(h.height(), deck)
	s.handHeader(h)
	for i, row := range h.split() {
		s.handRow(row, handTop+handLift+float64(i)*handPitch)
	}
	return s
}

// height is the picture's, in pixels.
func (h hand) height() int {
	const one = handTop + handLift + handCard*cardRatio + handEdge
	return one + max(len(h.split())-1, 0)*handPitch
}

func (s *sheet) handHeader(h hand) {
	title := s.Text(s.kit.fonts.Title, h.Title, 50, 46, 74, pen.Left, art.LightGold)
	count := s.Text(s.kit.fonts.Text, h.Count, 31, 46+title+22, 72, pen.Left, art.Muted)
	if h.Reason != "" {
		room := width - 40 - (46 + title + 22 + count + 24) - 36
		size := s.kit.fonts.Bold.FitSize(h.Reason, 32, 22, room)
		s.pill(h.Reason, s.goldPill(), size, width-40, 34, pen.Right)
	}
}

// split makes rows of the cards: tarocks and suits apart, each as even as they
// come.
func (h hand) split() (rows [][]held) {
	if len(h.Cards) <= oneRow {
		return [][]held{h.Cards}
	}
	tarocks := 0
	for tarocks < len(h.Cards) && h.Cards[tarocks].Card.Suit() == card.Tarock {
		tarocks++
	}
	rows = evenly(rows, h.Cards[:tarocks], rowTarocks)
	return evenly(rows, h.Cards[tarocks:], rowSuits)
}

func evenly(rows [][]held, cards []held, most int) [][]held {
	n := (len(cards) + most - 1) / most
	for i := range n {
		rows = append(rows, cards[i*len(cards)/n:(i+1)*len(cards)/n])
	}
	return rows
}

// handRow draws a row with its cards' top at y, overlapping as they must.
func (s *sheet) handRow(row []held, y float64) {
	gaps := 0.0
	for i := 1; i < len(row); i++ {
		if row[i].Card.Suit() != row[i-1].Card.Suit() {
			gaps += suitGap
		}
	}
	step := float64(handCard + 12)
	if n := float64(len(row) - 1); n > 0 {
		step = min(step, (width-2*handEdge-handCard-gaps)/n)
	}
	x := (width - handCard - step*float64(len(row)-1) - gaps) / 2
	for i, c := range row {
		if i > 0 {
			x += step
			if c.Card.Suit() != row[i-1].Card.Suit() {
				x += suitGap
			}
		}
		s.heldCard(c, x, y-lift(row, c))
	}
}

// lift is by how much a card of the row is raised: what is chosen stands out,
// and what can be played does among what can't.
func lift(row []held, c held) float64 {
	if c.Taken {
		return handLift
	}
	for _, other := range row {
		if c.Free && other.Barred {
			return handLift
		}
	}
	return 0
}

// heldCard draws a card with all that is to be seen of it.
func (s *sheet) heldCard(c held, x, y float64) {
	const h = handCard * cardRatio
	if c.Free || c.Taken {
		s.glow(box{x, y, handCard, h}, 15, 0, 8, art.LightGold.Fade(0.95))
	}
	s.card(c.Card, x, y, handCard, 0)
	switch {
	case c.Barred:
		s.Fill(pen.RoundRect(x, y, handCard, h, 15), art.Veil)
	case c.Free, c.Taken:
		s.Stroke(pen.RoundRect(x+1, y+1, handCard-2, h-2, 14), 5, art.Playable)
	}
	if c.Fresh {
		s.Outlined(pen.Star(x+30, y+h-30, 20, 9, 5), art.LightGold, 2, art.Ink)
	}
	if c.Taken {
		s.Outlined(pen.Circle(x+30, y+6, 22), art.Playable, 2.5, art.Ink)
		s.Stroke(pen.Line(x+19, y+7, x+27, y+15, x+42, y-3), 5, art.Ink)
	}
}
