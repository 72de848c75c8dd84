package screens

import (
	"slices"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/displayname"
	"tarockbot/bot/match"
	"tarockbot/bot/match/terms"
	"tarockbot/bot/people/standing"
	"tarockbot/bot/support/seq"
	"tarockbot/engine/robot"
	"tarockbot/render/words"
)

// Challenge shows a table whose match hasn't begun.
type Challenge struct {
	*match.Table
	Reader     chat.UserID     // "" in public
	Linked     [][]chat.UserID // by chair: all users of its player or guest
	Links      []PlatformLink  // links that accept an open challenge
	AcceptLine string          // if there are no links
	Pictures   Pictures
}

// Screen shows the offer or why it was closed.
func (p Challenge) Screen(w *words.Tongue) *chat.Screen {
	t, text := textOf(p.Table, w), ShareableChallenge(p.Table, w).Text
	if asked := p.Chairs.Seats(match.Chair.IsInvited); asked != 0 {
		text[0] = title(w.Say("challenge.to", "Name", hostName(p.Table, w), "Guest", NamesOf(asked, unmarkedNames(p.Table, w))))
	}
	if p.Stage == match.Closed {
		why := strong(w.Say("closed."+string(p.Closed), "Guest", displayname.Of(p.DeclinedBy, w)))
		return t.screen(chat.Screen{Dismissable: true, Text: append(text, why)})
	}
	text = append(text, chairLines(p.Table, w)...)
	shownReasons := []standing.UnratedReason{standing.UnratedOff, standing.UnratedRejoinBan, standing.UnratedSharedDevice}
	if slices.Contains(shownReasons, standing.UnratedReason(p.Unrated)) && !p.Chairs.HasRobot() {
		text = append(text, dim(unratedText(p.Unrated, w)))
	}
	text = append(text, linkLines(p.Links, w, "challenge.on")...)
	if p.Fair != nil {
		text = append(text, dim(w.Say("fair.anchor", "Anchor", p.Fair.Anchor.Short())))
	}
	if len(p.Links) == 0 {
		text = append(text, chat.Line{{Text: w.Say("challenge.code") + " ", Style: chat.Dim}, {Text: p.AcceptLine, Style: chat.Code}})
	}
	return t.screen(chat.Screen{
		Text: text, ShareCode: when(p.Chairs.IsOpen(), string(p.ID)), Buttons: p.buttons(w), Picture: p.Pictures.boardOf(p.Table, w),
	})
}

func (p Challenge) buttons(w *words.Tongue) [][]chat.Button {
	return nonEmpty(p.joinRow(w), p.fillRow(w), p.declineRow(w))
}

func (p Challenge) joinRow(w *words.Tongue) []chat.Button {
	seated := p.Reader != "" && slices.ContainsFunc(p.Chairs, func(c match.Chair) bool { return c.User == p.Reader })
	accept := restrictTo(p.guests(), primary(w.Say("button.accept"), lineOf("accept", p.ID)))
	if p.Chairs.IsOpen() {
		accept.For = &chat.Readers{Except: accountsOf(p.Chairs, p.Linked, playerOf)}
	}
	return row(
		when(!seated, accept),
		rulesButton(p.Table, w),
		when(p.forHost(), p.byHost(button(w.Say("button.withdraw"), lineOf("decline", p.ID)))),
		when(p.forHost() && p.Challenge().MayChange(), p.byHost(button(w.Say("button.change"), lineOf("change", p.ID)))),
		when(seated && !p.forHost(), button(w.Say("button.get-up"), lineOf("decline", p.ID))))
}

func (p Challenge) fillRow(w *words.Tongue) []chat.Button {
	return when(p.Chairs.HasCompany() && p.forHost(), seq.Map(robot.Levels(), func(l robot.Level) chat.Button {
		return p.byHost(button(w.Say("button.fill", "Name", levelName(l, w)), lineOf("fill", p.ID, terms.LevelWord(l))))
	}))
}

func (p Challenge) declineRow(w *words.Tongue) (buttons []chat.Button) {
	asked, _ := p.Chairs.Invited()
	if forGuest := p.Reader == "" && len(asked) > 0 || slices.Contains(asked, p.Reader); !forGuest {
		return nil
	}
	for _, reason := range match.DeclineReasons() {
		buttons = append(buttons, restrictTo(p.guests(), button(w.Say("decline."+reason), lineOf("decline", p.ID, reason))))
	}
	block := button(w.Say("button.block", "Name", hostName(p.Table, w)), lineOf("block", p.ID))
	return append(buttons, row(when(p.Reader != "", block))...)
}

func (p Challenge) forHost() bool { return p.Reader == "" || p.Reader == p.Chairs[0].User }

func (p Challenge) byHost(b chat.Button) chat.Button {
	return restrictTo(accountsOf(p.Chairs[:1], p.Linked, playerOf), b)
}

func (p Challenge) guests() []chat.UserID { return accountsOf(p.Chairs, p.Linked, guestOf) }

func chairLines(t *match.Table, w *words.Tongue) []chat.Line {
	if t.Match.Game.IsForTwo() {
		return nil
	}
	var lines []chat.Line
	names, free := namesWithLevels(t, w), w.Say("challenge.chair.free")
	for s, c := range t.Chairs {
		style, text := chat.Plain, ""
		switch {
		case c.IsTaken():
			text = w.Say("challenge.chair.taken", "Name", names[s])
		case c.KeptFor != "":
			style, text = chat.Dim, w.Say("challenge.chair.asked", "Name", names[s])
		case c.DeclineReason != "":
			style, text = chat.Strong, w.Say("closed."+c.DeclineReason, "Guest", displayname.Of(c.InvitedName, w))+" "+free
		default:
			style, text = chat.Dim, free
		}
		lines = append(lines, styled(seatMark(s)+" "+text, style))
	}
	return lines
}

// ShareableChallenge returns a challenge for forwarding.
func ShareableChallenge(t *match.Table, w *words.Tongue) *chat.Screen {
	s := page(w, []chat.Line{title(w.Say("challenge.open", "Name", hostName(t, w))), plain(describeSetup(t.Match.Game, t.Setup, w))},
		row(primary(w.Say("button.accept"), lineOf("accept", t.ID)), rulesButton(t, w)))
	s.ShareCode = string(t.ID)
	return s
}
