package pages

import (
	"slices"
	"strings"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/speech"
	"tarockbot/bot/standing"
	"tarockbot/engine"
	"tarockbot/render/words"
)

// View is a table as somebody reads it.
type View struct {
	*match.Table
	Texts map[string][]chat.Line // what everybody reads, by language; nil: it isn't kept
}

// Message is a message of a table, with all that is true for its reader.
type Message struct {
	View
	Message match.Message
	// Unlinked says that the message is no more of somebody who sits in its seat.
	Unlinked bool
	Confirm  bool           // the reader plays a card by choosing and confirming it
	Chosen   []string       // what the seat has chosen so far
	Clocks   []SeatClock    // by seat
	Zone     *time.Location // the reader's; the usual one where all read it
	ZoneName string
	// Unreached are the messages of the table to people who can't be written to.
	Unreached []match.Message
	OnlyStart bool           // there, somebody must begin before they can be
	Links     []PlatformLink // by which an open challenge is accepted
	Typed     string         // by which it is, where there are none
	Pictures  Pictures
}

// SeatClock is what is true of a seat's time besides the table.
type SeatClock struct {
	Until time.Time // when it is up, if the clock runs
	Lost  bool      // it stands still, for nobody can be reached there
	Away  time.Time // until when the person is away; zero if they aren't
}

// Screen is what the message shows.
func (t Message) Screen(w *words.Tongue) chat.Screen {
	s := t.content(w)
	s.Lang, s.Age, s.Table = w.Tag(), t.Created, string(t.ID)
	return s
}

func (t Message) content(w *words.Tongue) chat.Screen {
	left := chat.Screen{Ended: true}
	switch {
	case t.Closed == "void":
		return t.closedScreen(w.Say("closed.void"), w)
	case t.Closed == "abandoned":
		return t.closedScreen(w.Say("closed.abandoned"), w)
	case t.Message.Last > 0 && t.Stage == match.Finished:
		left.Text = []chat.Line{{{Text: w.Say("panel.left"), Style: chat.Dim}}}
	case t.Message.Last > 0 && t.Stage != match.Closed:
		left.Text = []chat.Line{{{Text: w.Say("challenge.without-you"), Style: chat.Dim}}}
	case t.Stage == match.Open || t.Stage == match.Closed:
		return t.challengeScreen(w)
	case t.Message.Seat == engine.Nobody:
		return t.boardScreen(w)
	case t.Unlinked:
		left.Text = []chat.Line{{{Text: w.Say("panel.unlinked"), Style: chat.Dim}}}
	default:
		return t.panelScreen(w)
	}
	return left
}

// challengeScreen is a challenge: who, what, and the answers.
func (t Message) challengeScreen(w *words.Tongue) chat.Screen {
	host := t.hostName(w)
	title := w.Say("challenge.open", "Name", host)
	if _, names := t.Chairs.Asked(); len(names) > 0 {
		title = w.Say("challenge.to", "Name", host, "Guest", strings.Join(names, ", "))
	}
	s := chat.Screen{Text: []chat.Line{
		{{Text: title, Style: chat.Title}},
		{{Text: DescribeSetup(t.Match.Game, t.Setup, w)}},
	}}
	if t.Stage == match.Closed {
		s.Text = append(s.Text, chat.Line{{Text: w.Say("closed."+t.Closed, "Guest", speech.ShownName(t.Guest, w)), Style: chat.Strong}})
		s.Ended = true
		return s
	}
	s.Text = append(s.Text, t.chairLines(w)...)
	if slices.Contains([]string{standing.UnratedOff, standing.UnratedLapse, standing.UnratedTogether}, t.Unrated) && !t.Chairs.WithRobot() {
		s.Text = append(s.Text, chat.Line{{Text: unratedText(t.Table, w), Style: chat.Dim}})
	}
	links := linkLines(t.Links, w, "challenge.on")
	if len(links) == 0 {
		links = []chat.Line{{{Text: w.Say("challenge.code") + " ", Style: chat.Dim}, {Text: t.Typed, Style: chat.Code}}}
	}
	s.Text = append(s.Text, links...)
	if t.Chairs.IsOpen() {
		s.Share = string(t.ID)
	}
	s.Buttons = challengeButtons(t.Table, w, t.Message.Place.User)
	s.Picture = t.boardPicture(w)
	return s
}

// hostName is what who challenges is called.
func (t View) hostName(w *words.Tongue) string { return speech.ShownName(t.Chairs[0].Name, w) }

// boardScreen is the public message of a table.
func (t Message) boardScreen(w *words.Tongue) chat.Screen {
	s := chat.Screen{Text: t.publicText(w), Picture: t.boardPicture(w)}
	if s.Picture != nil {
		s.Caption = t.boardCaption(w)
	}
	if t.Stage == match.Finished {
		s.Buttons = overButtons(t.Table, w)
		return s
	}
	s.Playing, s.Thread = true, t.Thread
	s.Text = append(s.Text, t.clockLines(w)...)
	s.Text = append(s.Text, t.unreachedLines(w)...)
	s.Buttons = [][]chat.Button{{
		HandButton(t.ID, w),
		{Label: w.Say("button.rules"), Line: rulesLine(t.Match.Game, t.Match.Game.Topic(t.Match.Deal.Table()))},
	}}
	return s
}

// panel is the table as the message's reader sees it, who sits there.
func (t Message) panel() Panel { return Panel{t.View, t.Message.Seat, t.Confirm, t.Chosen} }

// panelScreen is the private message of one player: what the board says, the
// hand, and what may be done.
func (t Message) panelScreen(w *words.Tongue) chat.Screen {
	s := chat.Screen{Protect: true, Panel: true, Text: t.publicText(w), Picture: t.panelPicture(w)}
	if t.Stage == match.Finished {
		s.Buttons, s.Ended = overButtons(t.Table, w), true
		if s.Picture != nil {
			s.Caption = t.boardCaption(w)
		}
		return s
	}
	s.Text = append(s.Text, t.clockLines(w)...)
	s.Text = append(append(s.Text, t.unreachedLines(w)...), nil)
	p, deal := t.panel(), t.Match.Deal.View(t.Message.Seat)
	s.Text = append(s.Text, p.consentLines(w)...)
	s.Text = append(s.Text, p.handLines(deal, w)...)
	s.Choice, s.Buttons = p.Choice(w), p.buttons(deal, w)
	if s.Picture != nil {
		s.Caption = t.panelCaption(w, s.Choice != nil)
	}
	return s
}

// Retired is what a message says whose place another has taken.
func Retired(w *words.Tongue) chat.Screen {
	return chat.Screen{Lang: w.Tag(), Text: []chat.Line{{{Text: w.Say("board.retired"), Style: chat.Dim}}}, Ended: true, Retired: true}
}

// boardPicture is what everybody may see of the table; nil for words alone, and of a
// challenge that is over.
func (t Message) boardPicture(w *words.Tongue) *chat.Picture {
	if t.Pictures.Studio == nil || t.Stage == match.Closed {
		return nil
	}
	return pictureOf(t.Pictures.Studio.Board(t.scene(w), w, t.Pictures.TwoColours))
}

// panelPicture is a seat's hand, with the table where no board shows it or as
// long as a deal's end is to be looked at; nil for words alone. Only who may read
// the panel may see it.
func (t Message) panelPicture(w *words.Tongue) *chat.Picture {
	if t.Pictures.Studio == nil || t.Stage != match.Playing {
		return t.boardPicture(w)
	}
	held := t.panel().held()
	if !tabled(t.Table) {
		return pictureOf(t.Pictures.Studio.Hand(held, w, t.Pictures.TwoColours))
	}
	return pictureOf(t.Pictures.Studio.Seat(t.scene(w), held, w, t.Pictures.TwoColours))
}

// clockLines tell until when those who are waited for have time.
func (t Message) clockLines(w *words.Tongue) []chat.Line {
	if t.Stage != match.Playing {
		return nil
	}
	var lines []chat.Line
	names := t.Names(w)
	if t.Paused {
		lines = append(lines, chat.Line{{Text: w.Say("clock.paused"), Style: chat.Strong}})
	}
	for s, c := range t.Chairs {
		switch {
		case c.Absent:
			lines = append(lines, chat.Line{{Text: w.Say("clock.absent", "Name", names[s]), Style: chat.Strong}})
		case c.Timer.On == "":
		case c.Reminded == match.TimeUp:
			lines = append(lines, chat.Line{{Text: w.Say("clock.up", "Name", names[s]), Style: chat.Strong}})
		case t.Clocks[s].Lost:
			lines = append(lines, chat.Line{{Text: w.Say("clock.lost", "Name", names[s], "Platform", w.Say("platform."+c.Timer.On)), Style: chat.Strong}})
		default:
			lines = append(lines, speech.SayWhen(w, chat.Dim, When(t.Clocks[s].Until, t.Setup.Pace == match.LivePace, t.Zone, t.ZoneName, w), "clock.until", "Name", names[s]))
		}
	}
	return append(lines, t.awayLines(w)...)
}

// awayLines tell who is away at the table.
func (t Message) awayLines(w *words.Tongue) (lines []chat.Line) {
	names := t.Names(w)
	for s, clock := range t.Clocks {
		if until := clock.Away; !until.IsZero() && t.Setup.Pace != match.NoPace {
			lines = append(lines, speech.SayWhen(w, chat.Dim, When(until, false, t.Zone, t.ZoneName, w), "clock.away", "Name", names[s]))
		}
	}
	return lines
}

// When is a time as its reader is told, in their own zone, which is named.
func When(at time.Time, live bool, zone *time.Location, name string, w *words.Tongue) chat.Span {
	return chat.Span{Text: w.Say("time.there", "Date", speech.DateText(at.In(zone), live, w), "City", speech.ZoneName(name, w)), At: at}
}

// unreachedLines tell the reader of a message who can't be written to: those
// who can read it where "My hand" is, all others that it may take a while.
func (t Message) unreachedLines(w *words.Tongue) []chat.Line {
	reader := t.Message
	var here, elsewhere []string
	for _, m := range t.Unreached {
		switch name := t.Names(w)[m.Seat]; {
		case m.Seat == reader.Seat:
		case reader.Seat == engine.Nobody && m.Place.Platform() == reader.Place.Platform():
			here = append(here, name)
		default:
			elsewhere = append(elsewhere, name)
		}
	}
	var lines []chat.Line
	if len(here) > 0 {
		id := "unreached.here"
		if t.OnlyStart {
			id = "unreached.start"
		}
		lines = append(lines, nil, chat.Line{{Text: w.Say(id, "Names", strings.Join(here, ", ")), Style: chat.Strong}})
	}
	if len(elsewhere) > 0 {
		lines = append(lines, nil, chat.Line{{Text: w.Say("unreached.elsewhere", "Names", strings.Join(elsewhere, ", ")), Style: chat.Dim}})
	}
	return lines
}
