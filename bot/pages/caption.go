package pages

import (
	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/engine"
	"tarockbot/render"
	"tarockbot/render/words"
)

// Where a picture is seen the text is brief, so that picture and buttons are in
// sight together: it says which table this is, what the picture doesn't say, and
// what there is to do.

// begun is what came after the deal whose end the picture shows, as long as it does:
// deals that weren't played, and what was said in the new one.
func (t View) begun(names []string, w *words.Tongue) []chat.Line {
	if ended(t.Table) == nil {
		return nil
	}
	return append(t.unplayed(names, w), render.Agreed(t.Public(), names, w)...)
}

// untold is what the picture of the seat's panel doesn't tell of the deal.
func (t View) untold(names []string, seat engine.Seat, w *words.Tongue) []chat.Line {
	deal, shown := t.Public(), render.NoTable
	if tabled(t.Table) {
		shown = t.scene(w).BesideHand()
	}
	switch shown {
	case render.WholeTable:
		return t.begun(names, w)
	case render.Strip:
		return render.Unshown(deal, names, w)
	}
	if deal.Waiting == seat.Bit() {
		deal.Waiting = 0 // the heading of the hand says so
	}
	return append(render.Agreed(deal, names, w), render.Turn(deal, names, w)...)
}

// captionHeading is the heading: with the totals once the match is over, without
// them as long as it isn't, and then in a line what came of the deal before once
// no picture shows that any more, until the first trick.
func (t View) captionHeading(names []string, w *words.Tongue) []chat.Line {
	h := t.heading(names, w)
	if t.Stage == match.Finished {
		return h.lines()
	}
	lines := append([]chat.Line{h.title, h.about}, h.notes...)
	last := lastPlayed(t.Table)
	if last < 0 || ended(t.Table) != nil || len(t.Public().Tricks) > 0 {
		return lines
	}
	return append(lines, chat.Line{
		{Text: t.overLine(last, w) + " "},
		{Text: render.Scores(t.Match.Done[last].Score, names)},
	})
}

// boardCaption is the text beside the picture of a board.
func (t Message) boardCaption(w *words.Tongue) []chat.Line {
	names := t.Names(w)
	lines := t.captionHeading(names, w)
	if t.Stage == match.Finished {
		return append(append(lines, t.unplayed(names, w)...), t.outcome(names, w)...)
	}
	lines = append(lines, t.begun(names, w)...)
	lines = append(lines, t.clockLines(w)...)
	return append(lines, t.unreachedLines(w)...)
}

// panelCaption is the text beside the picture of a player's hand. A choice says
// itself what is asked, and why not all can be chosen the picture says.
func (t Message) panelCaption(w *words.Tongue, choice bool) []chat.Line {
	names, p := t.Names(w), t.panel()
	lines := append(t.captionHeading(names, w), t.untold(names, p.Seat, w)...)
	lines = append(lines, t.clockLines(w)...)
	lines = append(append(lines, t.unreachedLines(w)...), nil)
	lines = append(lines, p.consentLines(w)...)
	if t.Waiting().Has(p.Seat) && !choice {
		lines = append(lines, p.handHeading(w))
	}
	lines = append(lines, p.aheadLines(w)...)
	return append(lines, laidLines(t.Match.Deal.View(p.Seat), w)...)
}
