package screens

import (
	"slices"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/match"
	"tarockbot/engine"
	"tarockbot/render"
	"tarockbot/render/words"
)

// boardScreen is the public message of a table.
func (t TableMessage) boardScreen(w *words.Tongue) chat.Screen {
	s := chat.Screen{Text: t.publicText(w), Picture: t.boardPicture(w)}
	if s.Picture != nil {
		s.Caption = t.boardCaption(w)
	}
	if t.Stage == match.Finished {
		s.Buttons = t.overButtons(w)
		return s
	}
	s.Playing, s.Thread, s.Text = true, t.Thread, slices.Concat(s.Text, t.waitLines(w))
	s.Buttons = boardButtons(t, w)
	return s
}

// boardButtons lead from the board to the reader's own cards, and to the rules.
func boardButtons(t TableMessage, w *words.Tongue) [][]chat.Button {
	return [][]chat.Button{{only(t.chairs().seated(), HandButton(t.ID, w)), rulesButton(t.View, w)}}
}

// rulesButton leads to the rules of what is played now.
func rulesButton(t View, w *words.Tongue) chat.Button {
	return button(w.Say("button.rules"), rulesLine(t.Match.Game, t.Match.Game.Topic(t.Public())))
}

func (t TableMessage) overButtons(w *words.Tongue) [][]chat.Button {
	return [][]chat.Button{row(
		when(t.Next == "" && !t.Chairs.HasErased(), only(t.chairs().seated(), primary(w.Say("button.rematch"), "rematch "+string(t.ID)))),
		when(len(t.Match.Done) > 0, button(w.Say("button.replay"), "replay "+match.DealID(t.ID, 1))),
		button(w.Say("button.leaderboard"), "leaderboard "+t.Match.Game.ID))}
}

// boardPicture is what everybody may see of the table; nil for words alone, and of a
// challenge that is over.
func (t TableMessage) boardPicture(w *words.Tongue) *chat.Picture {
	if t.Pictures.Studio == nil || t.Stage == match.Closed {
		return nil
	}
	return pictureOf(t.Pictures.Studio.Board(t.scene(w), w, t.Pictures.TwoColours))
}

// waitLines tell until when those who are waited for have time, who is away, and who
// can't be written to.
func (t TableMessage) waitLines(w *words.Tongue) []chat.Line {
	names := t.Names(w)
	lines := nonEmpty(when(t.Paused, strong(w.Say("clock.paused"))))
	for s, c := range t.Chairs {
		switch {
		case c.Yields:
			lines = append(lines, plain(w.Say("clock.yields", "Name", names[s])))
		case c.Absent:
			lines = append(lines, strong(w.Say("clock.absent", "Name", names[s])))
		case c.Timer.On == "":
		case c.Reminded == match.TimeUp:
			lines = append(lines, strong(w.Say("clock.up", "Name", names[s])))
		case t.Clocks[s].Lost:
			lines = append(lines, strong(w.Say("clock.lost", "Name", names[s], "Platform", w.Say("platform."+c.Timer.On))))
		default:
			until := When(t.Clocks[s].Until, t.Setup.Pace == match.LivePace, t.Zone, t.ZoneName, w)
			lines = append(lines, speech.SayWhen(w, chat.Dim, until, "clock.until", "Name", names[s]))
		}
	}
	for s, clock := range t.Clocks {
		if until := clock.Away; !until.IsZero() && t.Setup.Pace != match.NoPace {
			lines = append(lines, speech.SayWhen(w, chat.Dim, When(until, false, t.Zone, t.ZoneName, w), "clock.away", "Name", names[s]))
		}
	}
	return append(lines, t.unreachedLines(names, w)...)
}

// unreachedLines tell the reader of a message who can't be written to: those
// who can read it where "My hand" is, all others that it may take a while.
func (t TableMessage) unreachedLines(names []string, w *words.Tongue) (lines []chat.Line) {
	reader := t.Message
	var here, elsewhere []string
	for _, m := range t.Unreached {
		switch {
		case m.Seat == reader.Seat:
		case reader.Seat == engine.Nobody && m.Place.Platform() == reader.Place.Platform():
			here = append(here, names[m.Seat])
		default:
			elsewhere = append(elsewhere, names[m.Seat])
		}
	}
	if id := "unreached.here"; len(here) > 0 {
		if t.OnlyStart {
			id = "unreached.start"
		}
		lines = append(lines, nil, strong(w.Say(id, "Names", strings.Join(here, ", "))))
	}
	if len(elsewhere) > 0 {
		lines = append(lines, nil, dim(w.Say("unreached.elsewhere", "Names", strings.Join(elsewhere, ", "))))
	}
	return lines
}

// begun is what came after the deal whose end the picture shows, as long as it does:
// deals that weren't played, and what was said in the new one.
func (t View) begun(names []string, w *words.Tongue) []chat.Line {
	if lastEnding(t.Table) == nil {
		return nil
	}
	return append(t.unplayed(names, w), render.Agreed(t.Public(), names, w)...)
}

// captionHeading is the heading: with the totals once the match is over, without
// them as long as it isn't, and then in a line what came of the deal before once
// no picture shows that any more, until the first trick.
func (t View) captionHeading(names []string, w *words.Tongue) []chat.Line {
	over := t.Stage == match.Finished
	lines := t.heading(names, over, w)
	last := lastPlayed(t.Table)
	if over || last < 0 || lastEnding(t.Table) != nil || len(t.Public().Tricks) > 0 {
		return lines
	}
	return append(lines, chat.Line{
		{Text: t.overLine(last, w) + " "},
		{Text: render.Scores(t.Match.Done[last].Score, names)},
	})
}

// boardCaption is the text beside the picture of a board.
func (t TableMessage) boardCaption(w *words.Tongue) []chat.Line {
	names := t.Names(w)
	lines := t.captionHeading(names, w)
	if t.Stage == match.Finished {
		return slices.Concat(lines, t.unplayed(names, w), t.outcome(names, w))
	}
	deal := t.Public()
	return slices.Concat(lines, t.begun(names, w), render.Beside(deal, names, w), render.Waiting(deal, names, w), t.waitLines(w))
}
