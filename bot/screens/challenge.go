package screens

import (
	"slices"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/match"
	"tarockbot/bot/match/terms"
	"tarockbot/bot/people/standing"
	"tarockbot/engine"
	"tarockbot/engine/robot"
	"tarockbot/render/words"
)

// challengeScreen is a challenge: who, what, and the answers.
func (t TableMessage) challengeScreen(w *words.Tongue) chat.Screen {
	text := t.Offer(w).Text
	if asked := t.Chairs.Seats(match.Chair.Asks); asked != 0 {
		text[0] = title(w.Say("challenge.to", "Name", t.hostName(w), "Guest", namesOf(asked, unmarkedNames(t.View, w))))
	}
	if t.Stage == match.Closed {
		why := strong(w.Say("closed."+t.Closed, "Guest", speech.DisplayName(t.DeclinedBy, w)))
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
	return c.users(func(c match.Chair) chat.UserID { return c.KeptFor })
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
		case c.KeptFor != "":
			style, text = chat.Dim, w.Say("challenge.chair.asked", "Name", names[s])
		case c.DeclineReason != "":
			style, text = chat.Strong, w.Say("closed."+c.DeclineReason, "Guest", speech.DisplayName(c.InvitedName, w))+" "+free
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
