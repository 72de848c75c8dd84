package bot

import (
	"slices"
	"strings"
	"tarockbot/bot/match"
	"tarockbot/bot/pages"
	"tarockbot/bot/speech"
	"tarockbot/bot/standing"
	"tarockbot/engine"
	"tarockbot/render/words"
	"time"
)

// view is a table as somebody reads it.
type view struct {
	*match.Table
	texts map[string][]Line // what everybody reads, by language; nil: it isn't kept
}

// tableMessage is a message of a table, with all that is true for its reader.
type tableMessage struct {
	view
	message match.Message
	// unlinked says that the message is no more of somebody who sits in its seat.
	unlinked bool
	confirm  bool           // the reader plays a card by choosing and confirming it
	chosen   []string       // what the seat has chosen so far
	clocks   []seatClock    // by seat
	zone     *time.Location // the reader's; the usual one where all read it
	zoneName string
	// unreached are the messages of the table to people who can't be written to.
	unreached []match.Message
	onlyStart bool                 // there, somebody must begin before they can be
	links     []pages.PlatformLink // by which an open challenge is accepted
	typed     string               // by which it is, where there are none
	pictures  pages.Pictures
}

// seatClock is what is true of a seat's time besides the table.
type seatClock struct {
	until time.Time // when it is up, if the clock runs
	lost  bool      // it stands still, for nobody can be reached there
	away  time.Time // until when the person is away; zero if they aren't
}

// screen is what the message shows.
func (t tableMessage) screen(w *words.Tongue) Screen {
	s := t.content(w)
	s.Lang, s.Age, s.Table = w.Tag(), t.Created, string(t.ID)
	return s
}

func (t tableMessage) content(w *words.Tongue) Screen {
	left := Screen{Ended: true}
	switch {
	case t.Closed == "void":
		return t.closedScreen(w.Say("closed.void"), w)
	case t.Closed == "abandoned":
		return t.closedScreen(w.Say("closed.abandoned"), w)
	case t.message.Last > 0 && t.Stage == match.Finished:
		left.Text = []Line{{{Text: w.Say("panel.left"), Style: Dim}}}
	case t.message.Last > 0 && t.Stage != match.Closed:
		left.Text = []Line{{{Text: w.Say("challenge.without-you"), Style: Dim}}}
	case t.Stage == match.Open || t.Stage == match.Closed:
		return t.challengeScreen(w)
	case t.message.Seat == engine.Nobody:
		return t.boardScreen(w)
	case t.unlinked:
		left.Text = []Line{{{Text: w.Say("panel.unlinked"), Style: Dim}}}
	default:
		return t.panelScreen(w)
	}
	return left
}

// challengeScreen is a challenge: who, what, and the answers.
func (t tableMessage) challengeScreen(w *words.Tongue) Screen {
	host := speech.ShownName(t.Chairs[0].Name, w)
	title := w.Say("challenge.open", "Name", host)
	if _, names := t.Asked(); len(names) > 0 {
		title = w.Say("challenge.to", "Name", host, "Guest", strings.Join(names, ", "))
	}
	s := Screen{Text: []Line{
		{{Text: title, Style: Title}},
		{{Text: pages.DescribeSetup(t.Match.Game, t.Setup, w)}},
	}}
	if t.Stage == match.Closed {
		s.Text = append(s.Text, Line{{Text: w.Say("closed."+t.Closed, "Guest", speech.ShownName(t.Guest, w)), Style: Strong}})
		s.Ended = true
		return s
	}
	s.Text = append(s.Text, t.chairLines(w)...)
	if slices.Contains([]string{standing.UnratedOff, standing.UnratedLapse, standing.UnratedTogether}, t.Unrated) && !t.WithRobot() {
		s.Text = append(s.Text, Line{{Text: t.unratedText(w), Style: Dim}})
	}
	links := pages.LinkLines(t.links, w, "challenge.on")
	if len(links) == 0 {
		links = []Line{{{Text: w.Say("challenge.code") + " ", Style: Dim}, {Text: t.typed, Style: Code}}}
	}
	s.Text = append(s.Text, links...)
	if t.IsOpen() {
		s.Share = string(t.ID)
	}
	s.Buttons = challengeButtons(t.Table, w, t.message.Place.User)
	s.Picture = t.boardPicture(w)
	return s
}

// boardScreen is the public message of a table.
func (t tableMessage) boardScreen(w *words.Tongue) Screen {
	s := Screen{Text: t.publicText(w), Picture: t.boardPicture(w)}
	if s.Picture != nil {
		s.Brief = t.boardBrief(w)
	}
	if t.Stage == match.Finished {
		s.Buttons = overButtons(t.Table, w)
		return s
	}
	s.Playing, s.Thread = true, t.Thread
	s.Text = append(s.Text, t.clockLines(w)...)
	s.Text = append(s.Text, t.unreachedLines(w)...)
	s.Buttons = [][]Button{{
		handButton(t.ID, w),
		{Label: w.Say("button.rules"), Line: pages.RulesLine(t.Match.Game, t.Match.Game.Topic(t.Match.Deal.Table()))},
	}}
	return s
}

// panelScreen is the private message of one player: what the board says, the
// hand, and what may be done.
func (t tableMessage) panelScreen(w *words.Tongue) Screen {
	seat := t.message.Seat
	s := Screen{Protect: true, Panel: true, Text: t.publicText(w), Picture: t.panelPicture(w)}
	if t.Stage == match.Finished {
		s.Buttons, s.Ended = overButtons(t.Table, w), true
		if s.Picture != nil {
			s.Brief = t.boardBrief(w)
		}
		return s
	}
	s.Text = append(s.Text, t.clockLines(w)...)
	s.Text = append(append(s.Text, t.unreachedLines(w)...), nil)
	s.Text = append(s.Text, t.consentLines(seat, w)...)
	deal := t.Match.Deal.View(seat)
	s.Text = append(s.Text, t.handLines(deal, w)...)
	s.Choice = t.choice(seat, t.confirm, t.chosen, w)
	s.Buttons = t.panelButtons(deal, t.confirm, w)
	if s.Picture != nil {
		s.Brief = t.panelBrief(w, s.Choice != nil)
	}
	return s
}

// retiredScreen is what a message says whose place another has taken.
func retiredScreen(w *words.Tongue) Screen {
	return Screen{Lang: w.Tag(), Text: []Line{{{Text: w.Say("board.retired"), Style: Dim}}}, Ended: true, Retired: true}
}

// boardPicture is what everybody may see of the table; nil for words alone, and of a
// challenge that is over.
func (t tableMessage) boardPicture(w *words.Tongue) *Picture {
	if t.pictures.Studio == nil || t.Stage == match.Closed {
		return nil
	}
	return pages.PictureOf(t.pictures.Studio.Board(t.scene(w), w, t.pictures.TwoColours))
}

// panelPicture is a seat's hand, with the table where no board shows it or as
// long as a deal's end is to be looked at; nil for words alone. Only who may read
// the panel may see it.
func (t tableMessage) panelPicture(w *words.Tongue) *Picture {
	if t.pictures.Studio == nil || t.Stage != match.Playing {
		return t.boardPicture(w)
	}
	held := t.held(t.message.Seat, t.chosen)
	if !t.tabled() {
		return pages.PictureOf(t.pictures.Studio.Hand(held, w, t.pictures.TwoColours))
	}
	return pages.PictureOf(t.pictures.Studio.Seat(t.scene(w), held, w, t.pictures.TwoColours))
}

// clockLines tell until when those who are waited for have time.
func (t tableMessage) clockLines(w *words.Tongue) []Line {
	if t.Stage != match.Playing {
		return nil
	}
	var lines []Line
	names := t.names(w)
	if t.Paused {
		lines = append(lines, Line{{Text: w.Say("clock.paused"), Style: Strong}})
	}
	for s, c := range t.Chairs {
		switch {
		case c.Absent:
			lines = append(lines, Line{{Text: w.Say("clock.absent", "Name", names[s]), Style: Strong}})
		case c.Timer.On == "":
		case c.Reminded == match.TimeUp:
			lines = append(lines, Line{{Text: w.Say("clock.up", "Name", names[s]), Style: Strong}})
		case t.clocks[s].lost:
			lines = append(lines, Line{{Text: w.Say("clock.lost", "Name", names[s], "Platform", w.Say("platform."+c.Timer.On)), Style: Strong}})
		default:
			lines = append(lines, speech.SayWhen(w, Dim, moment(t.clocks[s].until, t.Setup.Pace == match.LivePace, t.zone, t.zoneName, w), "clock.until", "Name", names[s]))
		}
	}
	return append(lines, t.awayLines(w)...)
}

// awayLines tell who is away at the table.
func (t tableMessage) awayLines(w *words.Tongue) (lines []Line) {
	names := t.names(w)
	for s, clock := range t.clocks {
		if until := clock.away; !until.IsZero() && t.Setup.Pace != match.NoPace {
			lines = append(lines, speech.SayWhen(w, Dim, moment(until, false, t.zone, t.zoneName, w), "clock.away", "Name", names[s]))
		}
	}
	return lines
}

// moment is a time as its reader is told, in their own zone, which is named.
func moment(at time.Time, live bool, zone *time.Location, name string, w *words.Tongue) Span {
	return Span{Text: w.Say("time.there", "Date", speech.DateText(at.In(zone), live, w), "City", speech.ZoneName(name, w)), At: at}
}

// unreachedLines tell the reader of a message who can't be written to: those
// who can read it where "My hand" is, all others that it may take a while.
func (t tableMessage) unreachedLines(w *words.Tongue) []Line {
	reader := t.message
	var here, elsewhere []string
	for _, m := range t.unreached {
		switch name := t.names(w)[m.Seat]; {
		case m.Seat == reader.Seat:
		case reader.Seat == engine.Nobody && m.Place.Platform() == reader.Place.Platform():
			here = append(here, name)
		default:
			elsewhere = append(elsewhere, name)
		}
	}
	var lines []Line
	if len(here) > 0 {
		id := "unreached.here"
		if t.onlyStart {
			id = "unreached.start"
		}
		lines = append(lines, nil, Line{{Text: w.Say(id, "Names", strings.Join(here, ", ")), Style: Strong}})
	}
	if len(elsewhere) > 0 {
		lines = append(lines, nil, Line{{Text: w.Say("unreached.elsewhere", "Names", strings.Join(elsewhere, ", ")), Style: Dim}})
	}
	return lines
}
