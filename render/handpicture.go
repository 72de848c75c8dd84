package render

import (
	"slices"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/render/art"
	"tarockbot/render/pen"
	"tarockbot/render/words"
)

// Held holds one player's cards and their possible actions.
type Held struct {
	View   engine.View
	Pick   engine.Pick // zero if no cards are to be chosen
	Chosen card.Set    // so far
	Of     int         // the owner's number, from 1, if others see the hand; else 0
	// Unmarked hides the choice in the picture, because the screen around it does.
	Unmarked bool
}

// hand describes the picture of a hand in one language.
type hand struct {
	Title  string
	Count  string // the number of cards, or of chosen ones
	Reason string // why some cards can't be chosen; "" if all can
	Cards  []held
	Single bool // one card is to be chosen: playable ones are raised
}

// held is a card in a hand.
type held struct {
	Card                card.Card
	Barred, Free, Taken bool // can't be chosen; can, while others can't; is chosen
	Fresh               bool // has just been picked up
	Open                bool // lies face up in front of the player
}

// title returns the hand's title, with its owner if others see it.
func (h Held) title(t *words.Tongue, names []string) string {
	if h.Of == 0 {
		return t.Say("panel.hand")
	}
	return t.Say("picture.hand", "Name", names[h.Of-1])
}

// plan describes the picture of the hand. names are by seat.
func (h Held) plan(t *words.Tongue, names []string) hand {
	v := h.View
	chosen := h.Chosen & v.Hand.Cards
	if h.Unmarked {
		chosen = 0
	}
	plan := hand{Title: h.title(t, names), Count: t.Count("picture.cards", v.Hand.Cards.Len()), Single: h.Pick.Max == 1}
	choosing := h.Pick.Verb != 0
	barred := choosing && v.Hand.Cards&^h.Pick.From != 0
	if barred {
		plan.Reason = h.reason(t)
	}
	if h.Pick.Max > 1 && !h.Unmarked {
		plan.Count = t.Say("picture.chosen", "Count", chosen.Len(), "Max", h.Pick.Max)
	}
	for _, c := range InHandOrder(v.Hand.Cards) {
		plan.Cards = append(plan.Cards, held{
			Card: c, Barred: choosing && !h.Pick.From.Has(c), Free: barred && h.Pick.From.Has(c),
			Taken: chosen.Has(c), Fresh: v.Fresh.Has(c), Open: v.Tops.Has(c),
		})
	}
	return plan
}

// reason explains briefly why some cards can't be chosen.
func (h Held) reason(t *words.Tongue) string {
	if h.Pick.Why == "" {
		return ""
	}
	why, led := h.Pick.Why, h.View.Trick.Cards[0]
	if why == engine.MustFollow && led.Suit() == card.Tarock {
		why = engine.MustTrump // the reason is the same
	}
	return t.Say("picture.why."+string(why), "Suit", SuitOf(led, t))
}

// The hand's measures.
const (
	handTop   = 106
	handCard  = 200
	handPitch = 236 // distance between rows, which overlap
	handLift  = 22  // of raised cards
	suitGap   = 16
	handEdge  = 30
)

// The most cards of a row of tarocks, of a row of suits, and of a single row
// of both.
const (
	rowTarocks = 8
	rowSuits   = 12
	oneRow     = 8
)

// height returns the picture's height in pixels.
func (h hand) height() int {
	return handTop + handLift + art.Height(handCard) + handEdge + (len(h.rows())-1)*handPitch
}

// draw draws the hand.
func (h hand) draw(s *sheet) {
	h.drawHeader(s)
	for i, row := range h.rows() {
		h.drawRow(s, row, handTop+handLift+float64(i*handPitch))
	}
}

// drawHeader writes the title as large as the count and the reason allow.
func (h hand) drawHeader(s *sheet) {
	const left, right, gap, largest, least = 46, width - 40, 22, 50, 180
	room := right - left - gap - s.fonts.Text.Width(h.Count, readable)
	if h.Reason != "" {
		room = max(least, room-gap-pillWidth(h.Reason, s.fonts.Bold))
	}
	x := left + s.fitted(s.fonts.Title, h.Title, largest, readable, left, 74, room, pen.Left, titleInk) + gap
	x += s.Text(s.fonts.Text, h.Count, readable, x, 74, pen.Left, feltInk) + gap
	if h.Reason != "" {
		s.litPill(h.Reason, right, 34, right-x, pen.Right)
	}
}

// rows splits the cards into rows of similar length, tarocks apart from suits.
func (h hand) rows() (rows [][]held) {
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

// evenly adds the cards in as few rows as possible, of similar length. Suits stay together if no row
// becomes too long.
func evenly(rows [][]held, cards []held, most int) [][]held {
	for n := (len(cards) + most - 1) / most; n > 0; n-- {
		cut := len(cards)
		if n > 1 {
			cut = suitEnd(cards, len(cards)/n, len(cards)-(n-1)*most, most)
		}
		rows, cards = append(rows, cards[:cut]), cards[cut:]
	}
	return rows
}

// suitEnd returns the end of a suit nearest to place, from least to most, or place if there is none.
func suitEnd(cards []held, place, least, most int) int {
	best, off := place, len(cards)
	for i := max(least, 1); i <= min(most, len(cards)-1); i++ {
		distance := max(i-place, place-i)
		if cards[i].Card.Suit() != cards[i-1].Card.Suit() && distance < off {
			best, off = i, distance
		}
	}
	return best
}

// drawRow draws a row with its top at y. Chosen cards are raised. For a single choice, playable cards are
// raised among barred ones.
func (h hand) drawRow(s *sheet, row []held, y float64) {
	step, gaps := rowStep(row)
	x := (width - handCard - step*float64(len(row)-1) - gaps) / 2
	for i, c := range row {
		if i > 0 {
			x += step
			if c.Card.Suit() != row[i-1].Card.Suit() {
				x += suitGap
			}
		}
		if c.Taken || h.Single && c.Free && slices.ContainsFunc(row, func(c held) bool { return c.Barred }) {
			c.draw(s, x, y-handLift)
		} else {
			c.draw(s, x, y)
		}
	}
}

// rowStep returns the distance between cards of a suit and the total extra space between suits.
func rowStep(row []held) (step, gaps float64) {
	for i := 1; i < len(row); i++ {
		if row[i].Card.Suit() != row[i-1].Card.Suit() {
			gaps += suitGap
		}
	}
	step = handCard + 12
	if n := float64(len(row) - 1); n > 0 {
		step = min(step, (width-2*handEdge-handCard-gaps)/n)
	}
	return step, gaps
}

// The places of a card's marks, from its corner. They lie in the column that
// stays visible under other cards, below rank and suit.
const (
	markAt  = 36
	freshAt = 148
)

// draw draws a card with its marks.
func (c held) draw(s *sheet, x, y float64) {
	h := cardHeight(handCard)
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
		s.Outlined(pen.Star(x+markAt, y+freshAt, 17, 7.5, 5), art.LightGold, 2.5, art.Ink)
	}
	if c.Open {
		s.Outlined(pen.Circle(x+markAt, y+freshAt, 15), art.Ink, 2.5, art.LightGold)
		s.Stroke(pen.Circle(x+markAt, y+freshAt, 8), 5, art.LightGold)
	}
	if c.Taken {
		y -= 8
		s.Outlined(pen.Circle(x+markAt, y, 21), art.Playable, 2.5, art.Ink)
		s.Stroke(pen.Line(x+markAt-10, y+1, x+markAt-3, y+8, x+markAt+11, y-8), 5, art.Ink)
	}
}
