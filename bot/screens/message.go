package screens

import (
	"slices"
	"strings"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/match"
	"tarockbot/bot/match/terms"
	"tarockbot/bot/people/standing"
	"tarockbot/engine"
	"tarockbot/engine/robot"
	"tarockbot/render"
	"tarockbot/render/words"
)

// TableMessage is a message of a table, with all that is true for its reader.
type TableMessage struct {
	View
	Message match.Message
	// Unlinked says that the message is no more of somebody who sits in its seat.
	Unlinked bool
	Confirm  bool           // the reader plays a card by choosing and confirming it
	Advised  bool           // the reader is told what to do while they play the computer alone
	NeverCut bool           // the reader isn't asked to cut
	Courses  Courses        // what they are told of the phases
	Chosen   []string       // what the seat has chosen so far
	Clocks   []SeatClock    // by seat
	Zone     *time.Location // the reader's; the usual one where all read it
	ZoneName string
	// Unreached are the messages of the table to people who can't be written to.
	Unreached []match.Message
	OnlyStart bool            // there, somebody must begin before they can be
	Linked    [][]chat.UserID // by chair, all users that who sits there, or shall, is
	Links     []PlatformLink  // by which an open challenge is accepted
	Typed     string          // by which it is, where there are none
	Pictures  Pictures
	Felt      bool // the platform lays out what lies on the table
}

// SeatClock is what is true of a seat's time besides the table.
type SeatClock struct {
	Until time.Time // when it is up, if the clock runs
	Lost  bool      // it stands still, for nobody can be reached there
	Away  time.Time // until when the person is away; zero if they aren't
}

// Screen is what the message shows.
func (t TableMessage) Screen(w *words.Tongue) chat.Screen {
	s := t.content(w)
	s.Lang, s.Age, s.Table, s.Game = w.Tag(), t.Created, string(t.ID), t.Match.Game.ID
	return s
}

func (t TableMessage) content(w *words.Tongue) chat.Screen {
	closed := func(why string) chat.Screen {
		return chat.Screen{Ended: true, Text: append(t.heading(t.Names(w), true, w), strong(why))}
	}
	left := func(why string) chat.Screen { return chat.Screen{Ended: true, Text: []chat.Line{dim(why)}} }
	switch {
	case t.Closed == "void":
		return closed(w.Say("closed.void"))
	case t.Closed == "abandoned":
		return closed(w.Say("closed.abandoned"))
	case t.Message.Last > 0 && t.Stage == match.Finished:
		return left(w.Say("panel.left"))
	case t.Message.Last > 0 && t.Stage != match.Closed:
		return left(w.Say("challenge.without-you"))
	case t.Stage == match.Open || t.Stage == match.Closed:
		return t.challengeScreen(w)
	case t.Message.Seat != engine.Nobody && t.Unlinked:
		return left(w.Say("panel.unlinked"))
	case match.DecksOf(t.Table).WaitsForCut() != engine.Nobody:
		return cutScreen(t, w)
	case t.Message.Seat == engine.Nobody:
		return t.boardScreen(w)
	}
	return t.panelScreen(w)
}

// challengeScreen is a challenge: who, what, and the answers.
func (t TableMessage) challengeScreen(w *words.Tongue) chat.Screen {
	text := t.Offer(w).Text
	if asked := t.Chairs.Seats(match.Chair.Asks); asked != 0 {
		text[0] = title(w.Say("challenge.to", "Name", t.hostName(w), "Guest", namesOf(asked, unmarkedNames(t.View, w))))
	}
	if t.Stage == match.Closed {
		why := strong(w.Say("closed."+t.Closed, "Guest", speech.ShownName(t.Guest, w)))
		return chat.Screen{Ended: true, Text: append(text, why)}
	}
	text = append(text, t.chairLines(w)...)
	if slices.Contains([]string{standing.UnratedOff, standing.UnratedRejoinBan, standing.UnratedTogether}, t.Unrated) && !t.Chairs.WithRobot() {
		text = append(text, dim(unratedText(t.Table, w)))
	}
	text = append(text, linkLines(t.Links, w, "challenge.on")...)
	if t.Fair != nil {
		text = append(text, dim(w.Say("fair.anchor", "Anchor", t.Fair.Anchor.Short())))
	}
	if len(t.Links) == 0 {
		text = append(text, chat.Line{{Text: w.Say("challenge.code") + " ", Style: chat.Dim}, {Text: t.Typed, Style: chat.Code}})
	}
	return chat.Screen{
		Text: text, Share: when(t.Chairs.IsOpen(), string(t.ID)), Buttons: t.challengeButtons(w), Picture: t.boardPicture(w),
	}
}

// challengeButtons are what the readers may answer: in public all of it, in
// private what the one who reads can do.
func (t TableMessage) challengeButtons(w *words.Tongue) [][]chat.Button {
	id, game, reader := string(t.ID), t.Match.Game, t.Message.Place.User
	public, seated := reader == "", reader != "" && slices.ContainsFunc(t.Chairs, func(c match.Chair) bool { return c.User == reader })
	hosts := public || reader == t.Chairs[0].User
	asked, _ := t.Chairs.Asked()
	var no []chat.Button
	for _, reason := range match.DeclineReasons() {
		no = append(no, only(t.chairs().asked(), button(w.Say("decline."+reason), "decline "+id+" "+reason)))
	}
	no = append(no, row(when(!public, button(w.Say("button.block", "Name", t.hostName(w)), "block "+id)))...)
	host := t.chairs().usersOf(0, t.Chairs[0].User)
	accept := only(t.chairs().asked(), primary(w.Say("button.accept"), "accept "+id))
	if t.Chairs.IsOpen() {
		accept.For = &chat.Readers{Not: t.chairs().seated()}
	}
	return nonEmpty(row(
		when(!seated, accept),
		button(w.Say("button.rules"), rulesLine(game, game.Topic(engine.PublicView{}))),
		when(hosts, only(host, button(w.Say("button.withdraw"), "decline "+id))),
		when(seated && !hosts, button(w.Say("button.get-up"), "decline "+id)),
	),
		when(t.Chairs.HasCompany() && hosts, fillButtons(id, host, w)),
		when(public && len(asked) > 0 || slices.Contains(asked, reader), no))
}

// fillButtons let the host give the chairs that are left to computer players, of one level
// or another.
func fillButtons(id string, host []chat.UserID, w *words.Tongue) []chat.Button {
	return each(robot.Levels(), func(l robot.Level) chat.Button {
		return only(host, button(w.Say("button.fill", "Name", levelName(l, w)), "fill "+id+" "+terms.LevelWord(l)))
	})
}

// chairs are those of a table, with all users that who sits there, or shall, is.
type chairs struct {
	match.Chairs
	linked [][]chat.UserID
}

func (t TableMessage) chairs() chairs { return chairs{t.Chairs, t.Linked} }

// seated are all users that those are who sit at the table.
func (c chairs) seated() []chat.UserID {
	return c.users(func(c match.Chair) chat.UserID { return c.User })
}

// asked are all users that those are whom chairs are kept for.
func (c chairs) asked() []chat.UserID {
	return c.users(func(c match.Chair) chat.UserID { return c.For })
}

// users are all users that those are whom the chairs have.
func (c chairs) users(of func(match.Chair) chat.UserID) (all []chat.UserID) {
	for s, chair := range c.Chairs {
		if user := of(chair); user != "" {
			all = append(all, c.usersOf(s, user)...)
		}
	}
	return all
}

// usersOf are all users that the one in the seat's chair is.
func (c chairs) usersOf(s int, user chat.UserID) []chat.UserID {
	users := []chat.UserID{user}
	if s < len(c.linked) {
		users = append(users, c.linked[s]...)
	}
	slices.Sort(users)
	return slices.Compact(users)
}

// only is the button for those alone who can do anything with it.
func only(readers []chat.UserID, b chat.Button) chat.Button {
	b.For = &chat.Readers{Only: readers}
	return b
}

// chairLines tell who sits at a table that waits for more than one.
func (t View) chairLines(w *words.Tongue) []chat.Line {
	if t.Match.Game.ForTwo() {
		return nil
	}
	var lines []chat.Line
	names, free := introduced(t, w), w.Say("challenge.chair.free")
	for s, c := range t.Chairs {
		style, text := chat.Plain, ""
		switch {
		case c.Taken():
			text = w.Say("challenge.chair.taken", "Name", names[s])
		case c.For != "":
			style, text = chat.Dim, w.Say("challenge.chair.asked", "Name", names[s])
		case c.No != "":
			style, text = chat.Strong, w.Say("closed."+c.No, "Guest", speech.ShownName(c.Guest, w))+" "+free
		default:
			style, text = chat.Dim, free
		}
		lines = append(lines, styled(seatMark(s)+" "+text, style))
	}
	return lines
}

// Offer is a challenge as it is sent on: who seeks somebody, and for what, to be accepted.
func (t View) Offer(w *words.Tongue) *chat.Screen {
	s := page(w, []chat.Line{title(w.Say("challenge.open", "Name", t.hostName(w))), plain(DescribeSetup(t.Match.Game, t.Setup, w))},
		row(primary(w.Say("button.accept"), "accept "+string(t.ID)), button(w.Say("button.rules"), rulesLine(t.Match.Game, t.Match.Game.Topic(engine.PublicView{})))))
	s.Share = string(t.ID)
	return s
}

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

// panel is the table as the message's reader sees it, who sits there.
func (t TableMessage) panel() Panel {
	return Panel{t.View, t.Message.Seat, t.Confirm, t.NeverCut, t.Chosen}
}

// panelScreen is the private message of one player: what the board says, the
// hand, and what may be done.
func (t TableMessage) panelScreen(w *words.Tongue) chat.Screen {
	if t.Stage == match.Finished {
		s := t.boardScreen(w)
		s.Protect, s.Panel, s.Ended, s.Followed = true, true, true, t.Next != ""
		s.Text, s.Caption = t.panel().withResult(s.Text, w), t.panel().withResult(s.Caption, w)
		if t.Felt { // there is room for all that the picture says
			s.Caption = nil
		}
		return s
	}
	p, deal := t.panel(), t.Match.Deal.View(t.Message.Seat)
	helps := coach{t, deal}
	s := chat.Screen{Protect: true, Panel: true, Picture: t.panelPicture(w), Choice: p.Choice(w), Buttons: nonEmpty(append(p.buttons(deal, w), helps.button(w))...)}
	told := helps.lines(w)
	s.Text = slices.Concat(p.withResult(t.publicText(w), w), t.waitLines(w), []chat.Line{nil}, p.consentLines(w), p.handLines(deal, w), told)
	if s.Picture != nil {
		s.Caption = append(t.panelCaption(w), told...)
	}
	if s.Felt = t.panelFelt(s, w); s.Felt != nil {
		s.Felt.Coach = told
	}
	return s
}

// withResult puts below the title what the reader of a panel got of the deal before, until
// the first trick of the next.
func (t Panel) withResult(lines []chat.Line, w *words.Tongue) []chat.Line {
	last := lastPlayed(t.Table)
	if len(lines) == 0 || last < 0 || t.Stage == match.Playing && len(t.Public().Tricks) > 0 {
		return lines
	}
	outcome := render.Outcome(t.Match.Done[last].Score, t.Seat, t.Names(w), w)
	told := w.Say("bill.told", "Number", finishedNumber(t.Table, last, w), "Outcome", outcome)
	return slices.Insert(slices.Clone(lines), 1, strong(told))
}

func (t TableMessage) overButtons(w *words.Tongue) [][]chat.Button {
	return [][]chat.Button{row(
		when(t.Next == "" && !t.Chairs.HasErased(), only(t.chairs().seated(), primary(w.Say("button.rematch"), "rematch "+string(t.ID)))),
		when(len(t.Match.Done) > 0, button(w.Say("button.replay"), "replay "+match.DealID(t.ID, 1))),
		button(w.Say("button.leaderboard"), "leaderboard "+t.Match.Game.ID))}
}

// HandButton leads to the cards, wherever it is pressed.
func HandButton(id chat.TableID, w *words.Tongue) chat.Button {
	return primary(w.Say("button.hand"), "hand "+string(id))
}

// Retired is what a message says whose place another has taken.
func Retired(w *words.Tongue) chat.Screen {
	return chat.Screen{Lang: w.Tag(), Text: []chat.Line{dim(w.Say("board.retired"))}, Ended: true, Retired: true}
}

// boardPicture is what everybody may see of the table; nil for words alone, and of a
// challenge that is over.
func (t TableMessage) boardPicture(w *words.Tongue) *chat.Picture {
	if t.Pictures.Studio == nil || t.Stage == match.Closed {
		return nil
	}
	return pictureOf(t.Pictures.Studio.Board(t.scene(w), w, t.Pictures.TwoColours))
}

// panelPicture is a seat's hand, with the table where no board shows it or as
// long as a deal's end is to be looked at; nil for words alone. Only who may read
// the panel may see it.
func (t TableMessage) panelPicture(w *words.Tongue) *chat.Picture {
	if t.Pictures.Studio == nil || t.Stage != match.Playing {
		return t.boardPicture(w)
	}
	held := t.panel().held()
	held.Unmarked = t.Pictures.Unmarked
	if tabled(t.Table) {
		return pictureOf(t.Pictures.Studio.Seat(t.scene(w), held, w, t.Pictures.TwoColours))
	}
	return pictureOf(t.Pictures.Studio.Hand(held, w, t.Pictures.TwoColours))
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

// When is a time as its reader is told, in their own zone, which is named.
func When(at time.Time, live bool, zone *time.Location, name string, w *words.Tongue) chat.Span {
	return chat.Span{Text: w.Say("time.there", "Date", speech.DateText(at.In(zone), live, w), "City", speech.ZoneName(name, w)), At: at}
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

// Where a picture is seen the text is brief, so that picture and buttons are in
// sight together: it says which table this is, what the picture doesn't say, and
// what there is to do.

// begun is what came after the deal whose end the picture shows, as long as it does:
// deals that weren't played, and what was said in the new one.
func (t View) begun(names []string, w *words.Tongue) []chat.Line {
	if lastEnding(t.Table) == nil {
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
	var lines []chat.Line
	switch shown {
	case render.WholeTable, render.Strip:
		lines = append(t.begun(names, w), render.Beside(deal, names, w)...)
	case render.NoTable:
		lines = append(render.Agreed(deal, names, w), render.Fallen(deal, names, w)...)
	}
	if deal.Waiting == seat.Bit() {
		return lines // the heading of the hand says so
	}
	return append(lines, render.Waiting(deal, names, w)...)
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

// panelCaption is the text beside the picture of a player's hand: what there is to do
// always, and why not all cards can be chosen the picture says.
func (t TableMessage) panelCaption(w *words.Tongue) []chat.Line {
	names, p := t.Names(w), t.panel()
	v := t.Match.Deal.View(p.Seat)
	asks := when(t.Waiting().Has(p.Seat), p.handHeading(v, w))
	return slices.Concat(p.withResult(t.heading(names, false, w), w), t.untold(names, p.Seat, w), t.waitLines(w), []chat.Line{nil}, p.consentLines(w),
		nonEmpty(restLine(p, w), asks, lastLine(p, v, w), p.aheadLine(w), laidLine(v, w)))
}
