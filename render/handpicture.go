package render

import (
	"slices"

	"tarockbot/engine/card"
	"tarockbot/render/art"
	"tarockbot/render/pen"
	"tarockbot/render/plan"
)

type hand plan.Hand

type heldCard plan.HandCard

const (
	handTop   = 106
	handCard  = 200
	handPitch = 236
	handLift  = 22
	suitGap   = 16
	handEdge  = 30
)

// The most cards in a row of tarocks, in a row of suits, and in a single row of both.
const (
	rowTarocks = 8
	rowSuits   = 12
	oneRow     = 8
)

func (h hand) height() int {
	return handTop + handLift + art.Height(handCard) + handEdge + (len(h.rows())-1)*handPitch
}

func (h hand) draw(s *sheet) {
	h.drawHeader(s)
	for i, row := range h.rows() {
		h.drawRow(s, row, handTop+handLift+float64(i*handPitch))
	}
}

func (h hand) drawHeader(s *sheet) {
	const right, gap, largest, least = width - 40, 22, 50, 180
	room := right - headerLeft - gap - s.fonts.Text.Width(h.Count, readable)
	if h.Reason != "" {
		room = max(least, room-gap-pillWidth(h.Reason, s.fonts.Bold))
	}
	at := spot{x: headerLeft, y: 74, room: room}
	at.x += s.writeFitted(s.fonts.Title, h.Title, largest, at, titleInk) + gap
	at.x += s.Text(s.fonts.Text, h.Count, readable, at, feltInk) + gap
	if h.Reason != "" {
		s.litPill(h.Reason, spot{right, 34, right - at.x, pen.Right})
	}
}

func (h hand) rows() (rows [][]plan.HandCard) {
	if len(h.Cards) <= oneRow {
		return [][]plan.HandCard{h.Cards}
	}
	tarocks := 0
	for tarocks < len(h.Cards) && h.Cards[tarocks].Card.Suit() == card.Tarock {
		tarocks++
	}
	rows = splitEvenly(rows, h.Cards[:tarocks], rowTarocks)
	return splitEvenly(rows, h.Cards[tarocks:], rowSuits)
}

// splitEvenly adds as few rows as possible, of similar length. Suits stay together if possible.
func splitEvenly(rows [][]plan.HandCard, cards []plan.HandCard, most int) [][]plan.HandCard {
	for n := (len(cards) + most - 1) / most; n > 0; n-- {
		cut := len(cards)
		if n > 1 {
			cut = suitEnd(cards, len(cards)/n, len(cards)-(n-1)*most, most)
		}
		rows, cards = append(rows, cards[:cut]), cards[cut:]
	}
	return rows
}

// suitEnd returns the suit's end nearest to place, else place.
func suitEnd(cards []plan.HandCard, place, least, most int) int {
	best, off := place, len(cards)
	for i := max(least, 1); i <= min(most, len(cards)-1); i++ {
		distance := max(i-place, place-i)
		if cards[i].Card.Suit() != cards[i-1].Card.Suit() && distance < off {
			best, off = i, distance
		}
	}
	return best
}

// drawRow raises chosen cards, and for a single choice the playable cards among barred ones.
func (h hand) drawRow(s *sheet, row []plan.HandCard, y float64) {
	step, gaps := rowStep(row)
	x := (width - handCard - step*float64(len(row)-1) - gaps) / 2
	for i, c := range row {
		if i > 0 {
			x += step
			if c.Card.Suit() != row[i-1].Card.Suit() {
				x += suitGap
			}
		}
		if c.Chosen || h.Single && c.Choosable && slices.ContainsFunc(row, func(c plan.HandCard) bool { return c.Barred }) {
			heldCard(c).draw(s, x, y-handLift)
		} else {
			heldCard(c).draw(s, x, y)
		}
	}
}

func rowStep(row []plan.HandCard) (step, gaps float64) {
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

const (
	markAt  = 36
	freshAt = 148
)

func (c heldCard) draw(s *sheet, x, y float64) {
	h := cardHeight(handCard)
	if c.Choosable || c.Chosen {
		s.glow(box{x, y, handCard, h}, 15, 0, 8, art.LightGold.Fade(0.95))
	}
	s.card(c.Card, x, y, handCard, 0)
	switch {
	case c.Barred:
		s.Fill(pen.RoundRect(x, y, handCard, h, 15), art.Veil)
	case c.Choosable, c.Chosen:
		s.Stroke(pen.RoundRect(x+1, y+1, handCard-2, h-2, 14), 5, art.Playable)
	}
	if c.Fresh {
		s.FillAndStroke(pen.Star(x+markAt, y+freshAt, 17, 7.5, 5), art.LightGold, 2.5, art.Ink)
	}
	if c.Open {
		s.FillAndStroke(pen.Circle(x+markAt, y+freshAt, 15), art.Ink, 2.5, art.LightGold)
		s.Stroke(pen.Circle(x+markAt, y+freshAt, 8), 5, art.LightGold)
	}
	if c.Chosen {
		y -= 8
		s.FillAndStroke(pen.Circle(x+markAt, y, 21), art.Playable, 2.5, art.Ink)
		s.Stroke(pen.Line(x+markAt-10, y+1, x+markAt-3, y+8, x+markAt+11, y-8), 5, art.Ink)
	}
}
