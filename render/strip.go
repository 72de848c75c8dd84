package render

import (
	"slices"

	"tarockbot/engine"
	"tarockbot/render/art"
	"tarockbot/render/pen"
	"tarockbot/render/words"
)

// Extent is how much of the table a picture of a seat shows above the hand.
type Extent int

// The extents.
const (
	NoTable    Extent = iota // there is nothing to be seen of it but the hand
	Strip                    // the players and the trick, in a strip
	WholeTable               // the board
)

// BesideHand is how much of the table Studio.Seat shows: what has happened, in as
// little room as that takes, so that on a phone there is some left for buttons.
func (s Scene) BesideHand() Extent {
	v := s.Deal
	switch {
	case s.Over || s.Last != nil || v.Result != nil:
		return WholeTable
	case v.Phase == engine.Playing:
		return Strip
	case v.Phase == engine.Exchanging && v.Exchange == nil:
		return NoTable
	}
	return WholeTable
}

// Unshown is what a strip leaves to words: what has just been turned up, and the
// last trick as long as one runs.
func Unshown(v engine.Table, names []string, t *words.Tongue) []Line {
	p := &page{t: t, names: names, terms: v.Terms}
	p.uncovered(v)
	if len(v.Tricks) > 0 && v.Trick.N > 0 {
		p.lines = append(p.lines, p.lastTrick(v))
	}
	return p.lines
}

// table are the parts that show so much of the scene, with the names by seat.
func (s Scene) table(t *words.Tongue, names []string) []part {
	switch s.BesideHand() {
	case NoTable:
		return nil
	case Strip:
		return []part{s.plan(t, names).strip()}
	default:
		return []part{s.plan(t, names)}
	}
}

// strip is what the strip above a hand tells while tricks are played: of the
// board the contract and announcements, the players with their cards of the trick,
// and what lies open.
type strip board

func (b board) strip() strip {
	b.Note, b.Total, b.Turned = "", figure{}, nil
	b.Groups = slices.DeleteFunc(b.Groups, func(g group) bool { return g.Best != nothingStandsOut })
	return strip(b)
}

// alt is what the strip shows, in words.
func (p strip) alt(t *words.Tongue) []string { return board(p).alt(t) }

// The strip's parts, below the header that boards have.
const (
	stripTop    = 90
	stripPanel  = 140
	stripMargin = 22
	stripGap    = 12
	stripEnd    = 34 // room for the frame's corners
)

func (p strip) height() int {
	h := stripTop + stripPanel + stripEnd + board(p).more()
	if p.footed() {
		h += stripGap + int(foot.h)
	}
	return h
}

// footed says that cards lie open or are known, which a foot shows.
func (p strip) footed() bool { return len(p.Groups) > 0 || len(p.Known) > 0 }

// draw is the picture of the strip.
func (p strip) draw(s *sheet) {
	s.header(board(p))
	n := float64(len(p.Seats))
	w := (width - 2*stripMargin - (n-1)*stripGap) / n
	top := float64(stripTop + belowHeight*len(p.Below))
	for i, c := range p.Seats {
		s.stripPanel(c, p.slotOf(engine.Seat(i)), box{stripMargin + float64(i)*(w+stripGap), top, w, stripPanel})
	}
	if p.footed() {
		high := foot.h + float64(board(p).linesHeight())
		s.foot(board(p), box{stripMargin, top + stripPanel + stripGap, width - 2*stripMargin, high})
	}
}

// slotOf is the seat's place in the trick; nil before there is one.
func (p strip) slotOf(seat engine.Seat) *slot {
	i := slices.IndexFunc(p.Slots, func(s slot) bool { return s.Seat == seat })
	if i < 0 {
		return nil
	}
	return &p.Slots[i]
}

// stripPanel shows a player on the left, and on the right the card of the trick,
// as large as the rest has room.
func (s *sheet) stripPanel(c chair, played *slot, in box) {
	const pad, least, most = 12, 100, 140
	s.panelGround(c, in)
	x, ink := in.x+pad+4, nameInk
	room := in.x + in.w - pad - x
	if played != nil {
		w := min(most, max(least, in.w/4))
		h := w * tileHeight / tileWidth
		tile := box{in.x + in.w - pad - w, in.y + (in.h-h)/2, w, h}
		s.tileSlot(*played, tile)
		room = tile.x - pad - x
		if played.Winning {
			ink = strongInk
		}
	}
	s.name(c.Name, 35, 28, x, in.y+38, room, pen.Left, ink)
	s.roleAndStatus(c, x, in.y+68, room)
	s.smallFigures(c.Figures, 42, x, in.y+127, room)
}

// tileSlot shows a card of the trick as a tile, or where it will lie.
func (s *sheet) tileSlot(p slot, in box) {
	const radius = 14
	switch {
	case p.Played:
		if p.Winning {
			s.glow(in, radius, 0, 8, art.LightGold.Fade(0.95))
		}
		s.deck.Tile(s.Canvas, p.Card, in.x, in.y, in.w, in.h)
		if p.Winning {
			s.Stroke(pen.RoundRect(in.x-1, in.y-1, in.w+2, in.h+2, radius), 4, art.Playable)
		}
	default:
		s.Fill(pen.RoundRect(in.x, in.y, in.w, in.h, radius), art.Empty)
		s.dashes(in)
	}
	if p.Awaited {
		const mark = 56
		s.Text(s.fonts.Number, "?", mark, in.x+in.w/2, in.y+in.h/2+mark/3, pen.Center, queryInk)
	}
}
