package bot

import (
	"tarockbot/render"
	"tarockbot/render/words"
)

// Where a picture is seen the text is brief, so that picture and buttons are in
// sight together: it says which table this is, what the picture doesn't say, the
// last trick, and what there is to do.

// boardBrief is the text beside the picture of a board.
func (b *Bot) boardBrief(t *table, m message, w *words.Tongue) []Line {
	names := t.names(w)
	lines := t.briefHeading(names, w)
	if t.Stage == finished {
		return append(lines, t.outcome(names, w)...)
	}
	lines = append(lines, render.Turn(t.public(), names, w)...)
	return append(lines, b.unreachedLines(t, m, w)...)
}

// panelBrief is the text beside the picture of a player's hand. A choice says
// itself what is asked, and why not all can be chosen the picture says.
func (b *Bot) panelBrief(t *table, m message, w *words.Tongue, choice bool) []Line {
	if t.Stage == finished {
		return b.boardBrief(t, m, w)
	}
	names, seat := t.names(w), m.Seat
	deal := t.public()
	lines := t.briefHeading(names, w)
	if !t.tabled() {
		lines = append(lines, render.Agreed(deal, names, w)...)
	}
	if deal.Waiting == seat.Bit() {
		deal.Waiting = 0 // the heading of the hand says so
	}
	lines = append(lines, render.Turn(deal, names, w)...)
	lines = append(append(lines, b.unreachedLines(t, m, w)...), nil)
	lines = append(lines, t.consentLines(seat, w)...)
	view := t.match.Deal.View(seat)
	if t.waiting().Has(seat) && !choice {
		lines = append(lines, t.handHeading(seat, w))
		lines = append(lines, whyLines(view, t.match.Deal.Prompt(seat).Pick, w)...)
	}
	return append(lines, laidLines(view, w)...)
}

// briefHeading is the heading with the totals once the match is over and, as long
// as it isn't, in a line what came of the deal before once no picture shows that
// any more, until the first trick.
func (t *table) briefHeading(names []string, w *words.Tongue) []Line {
	h := t.heading(names, w)
	lines := []Line{h.title, h.about}
	n := len(t.match.Done)
	switch {
	case t.Stage == finished:
		return append(lines, h.totals)
	case n == 0 || t.ended() != nil || len(t.public().Tricks) > 0:
		return lines
	}
	return append(lines, Line{
		{Text: w.Say("news.last", "Number", n) + " "},
		{Text: render.Scores(t.match.Done[n-1].Score, names)},
	})
}
