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
	"tarockbot/render"
	"tarockbot/render/words"
)

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

// closedScreen is a match that came to nothing, and why.
func (t View) closedScreen(why string, w *words.Tongue) chat.Screen {
	return chat.Screen{Ended: true, Text: append(t.heading(t.Names(w), w).lines(), chat.Line{{Text: why, Style: chat.Strong}})}
}

// challengeButtons are what the readers may answer: in public all of it, in
// private what the one who reads can do.
func challengeButtons(t *match.Table, w *words.Tongue, reader chat.UserID) [][]chat.Button {
	id := string(t.ID)
	seated := reader != "" && slices.ContainsFunc(t.Chairs, func(c match.Chair) bool { return c.User == reader })
	host := reader == t.Chairs[0].User
	row := []chat.Button{{Label: w.Say("button.accept"), Line: "accept " + id, Look: chat.Primary}}
	if seated {
		row = nil
	}
	row = append(row, chat.Button{Label: w.Say("button.rules"), Line: rulesLine(t.Match.Game, t.Match.Game.Topic(engine.Table{}))})
	switch {
	case reader == "" || host:
		row = append(row, chat.Button{Label: w.Say("button.withdraw"), Line: "decline " + id})
	case seated:
		row = append(row, chat.Button{Label: w.Say("button.get-up"), Line: "decline " + id})
	}
	rows := [][]chat.Button{row}
	if t.Chairs.Company() && (reader == "" || host) {
		rows = append(rows, []chat.Button{{Label: w.Say("button.fill"), Line: "fill " + id}})
	}
	if users, _ := t.Chairs.Asked(); reader == "" && len(users) > 0 || slices.Contains(users, reader) {
		rows = append(rows, declineButtons(t, w, reader))
	}
	return rows
}

// declineButtons are the ways to say no, for those whom chairs are kept for.
func declineButtons(t *match.Table, w *words.Tongue, reader chat.UserID) (no []chat.Button) {
	for _, reason := range match.DeclineReasons() {
		no = append(no, chat.Button{Label: w.Say("decline." + reason), Line: "decline " + string(t.ID) + " " + reason})
	}
	if reader != "" {
		no = append(no, chat.Button{Label: w.Say("button.block", "Name", speech.ShownName(t.Chairs[0].Name, w)), Line: "block " + string(t.ID)})
	}
	return no
}

// chairLines tell who sits at a table that waits for more than one.
func (t View) chairLines(w *words.Tongue) []chat.Line {
	if t.Match.Game.ForTwo() {
		return nil
	}
	var lines []chat.Line
	computers := t.computerNames(w)
	for s, c := range t.Chairs {
		style, text := chat.Plain, ""
		switch {
		case c.Robot:
			text = w.Say("challenge.chair.taken", "Name", computers[s])
		case c.Person != "":
			text = w.Say("challenge.chair.taken", "Name", speech.ShownName(c.Name, w))
		case c.For != "":
			style, text = chat.Dim, w.Say("challenge.chair.asked", "Name", speech.Isolate(c.Guest))
		case c.No != "":
			style, text = chat.Strong, w.Say("closed."+c.No, "Guest", speech.ShownName(c.Guest, w))+" "+w.Say("challenge.chair.free")
		default:
			style, text = chat.Dim, w.Say("challenge.chair.free")
		}
		lines = append(lines, chat.Line{{Text: seatMark(s) + " " + text, Style: style}})
	}
	return lines
}

// Offer is a challenge as it is sent on: who seeks somebody, and for what.
func (t View) Offer(w *words.Tongue) *chat.Screen {
	return &chat.Screen{Lang: w.Tag(), Share: string(t.ID), Text: []chat.Line{
		styled(w.Say("challenge.open", "Name", t.hostName(w)), chat.Title),
		plain(DescribeSetup(t.Match.Game, t.Setup, w)),
	}}
}

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

func overButtons(t *match.Table, w *words.Tongue) [][]chat.Button {
	var row []chat.Button
	if t.Next == "" && !t.Chairs.Deserted() {
		row = append(row, chat.Button{Label: w.Say("button.rematch"), Line: "rematch " + string(t.ID), Look: chat.Primary})
	}
	if len(t.Match.Done) > 0 {
		row = append(row, chat.Button{Label: w.Say("button.replay"), Line: "replay " + match.DealID(t.ID, 1)})
	}
	row = append(row, chat.Button{Label: w.Say("button.leaderboard"), Line: leaderboardLine(t.Match.Game.ID)})
	return [][]chat.Button{row}
}

// HandButton leads to the cards, wherever it is pressed.
func HandButton(id chat.TableID, w *words.Tongue) chat.Button {
	return chat.Button{Label: w.Say("button.hand"), Line: "hand " + string(id), Look: chat.Primary}
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
