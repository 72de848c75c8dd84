package bot

import (
	"tarockbot/bot/match"
	"tarockbot/bot/people"
	"tarockbot/engine"
	"tarockbot/render"
	"tarockbot/render/words"
)

// Where a picture is seen the text is brief, so that picture and buttons are in
// sight together: it says which table this is, what the picture doesn't say, and
// what there is to do.

// boardBrief is the text beside the picture of a board.
func (b *Bot) boardBrief(t *match.Table, m match.Message, w *words.Tongue) []Line {
	names := view{Table: t}.names(w)
	lines := view{Table: t}.briefHeading(names, w)
	if t.Stage == match.Finished {
		return append(append(lines, view{Table: t}.unplayed(names, w)...), view{Table: t}.outcome(names, w)...)
	}
	lines = append(lines, view{Table: t}.begun(names, w)...)
	lines = append(lines, b.clockLines(t, people.Person{}, w)...)
	return append(lines, b.unreachedLines(t, m, w)...)
}

// begun is what came after the deal whose end the picture shows, as long as it does:
// deals that weren't played, and what was said in the new one.
func (t view) begun(names []string, w *words.Tongue) []Line {
	if t.ended() == nil {
		return nil
	}
	return append(t.unplayed(names, w), render.Agreed(t.Public(), names, w)...)
}

// panelBrief is the text beside the picture of a player's hand. A choice says
// itself what is asked, and why not all can be chosen the picture says.
func (b *Bot) panelBrief(t *match.Table, m match.Message, w *words.Tongue, who people.Person, choice bool) []Line {
	if t.Stage == match.Finished {
		return b.boardBrief(t, m, w)
	}
	names, seat := view{Table: t}.names(w), m.Seat
	lines := append(view{Table: t}.briefHeading(names, w), view{Table: t}.untold(names, seat, w)...)
	lines = append(lines, b.clockLines(t, who, w)...)
	lines = append(append(lines, b.unreachedLines(t, m, w)...), nil)
	lines = append(lines, view{Table: t}.consentLines(seat, w)...)
	if t.Waiting().Has(seat) && !choice {
		lines = append(lines, view{Table: t}.handHeading(seat, w))
	}
	lines = append(lines, view{Table: t}.aheadLines(seat, w)...)
	return append(lines, laidLines(t.Match.Deal.View(seat), w)...)
}

// untold is what the picture of the seat's panel doesn't tell of the deal.
func (t view) untold(names []string, seat engine.Seat, w *words.Tongue) []Line {
	deal, shown := t.Public(), render.NoTable
	if t.tabled() {
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

// briefHeading is the heading: with the totals once the match is over, without
// them as long as it isn't, and then in a line what came of the deal before once
// no picture shows that any more, until the first trick.
func (t view) briefHeading(names []string, w *words.Tongue) []Line {
	h := t.heading(names, w)
	if t.Stage == match.Finished {
		return h.lines()
	}
	lines := append([]Line{h.title, h.about}, h.notes...)
	last := t.lastPlayed()
	if last < 0 || t.ended() != nil || len(t.Public().Tricks) > 0 {
		return lines
	}
	return append(lines, Line{
		{Text: t.overLine(last, w) + " "},
		{Text: render.Scores(t.Match.Done[last].Score, names)},
	})
}
