package screens

import (
	"slices"
	"sync"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/engine"
	"tarockbot/render/describe"
	"tarockbot/render/plan"
	"tarockbot/render/words"
)

// Board shows a table publicly, from the match's start.
type Board struct {
	*match.Table
	SharedTableData
}

// SharedTableData is the data of a table's board and panels.
type SharedTableData struct {
	Texts    *sync.Map // by language: []chat.Line
	Awaited  AwaitedPlayers
	Linked   [][]chat.UserID // by chair: all users of its player
	Pictures Pictures
}

// Screen shows the running deal or the match's outcome.
func (p Board) Screen(w *words.Tongue) *chat.Screen {
	t := textOf(p.Table, w)
	return t.screen(p.screen(t))
}

func (p Board) screen(t tableText) chat.Screen {
	s := chat.Screen{Text: t.boardText(p.Texts), Picture: p.Pictures.boardOf(p.Table, t.w)}
	if p.Stage == match.Finished {
		s.Buttons = [][]chat.Button{row(
			when(p.Next == "" && !p.Chairs.HasErased(), p.forPlayers(primary(t.w.Say("button.rematch"), lineOf("rematch", p.ID)))),
			when(len(p.Match.Done) > 0, button(t.w.Say("button.replay"), lineOf("replay", match.DealID(p.ID, 1)))),
			button(t.w.Say("button.leaderboard"), lineOf("leaderboard", p.Match.Game.ID)))}
		if s.Picture != nil {
			s.Caption = slices.Concat(t.captionHeading(), t.unplayedDeals(), t.outcome())
		}
		return s
	}
	waits := p.Awaited.lines(t)
	s.Playing, s.Thread, s.Text = true, p.Thread, slices.Concat(s.Text, waits)
	s.Buttons = [][]chat.Button{{p.forPlayers(HandButton(p.ID, t.w)), rulesButton(p.Table, t.w)}}
	if s.Picture != nil {
		s.Caption = slices.Concat(t.captionHeading(), t.boardCaption(), waits)
	}
	return s
}

func (p Board) forPlayers(b chat.Button) chat.Button {
	return restrictTo(accountsOf(p.Chairs, p.Linked, playerOf), b)
}

// Text beside a picture is brief, so that both fit on one display. It adds facts that the picture lacks.

func (t tableText) boardCaption() []chat.Line {
	if t.Match.Deal == nil {
		return nil
	}
	deal := t.PublicView()
	return slices.Concat(t.sinceLastDeal(), describe.Caption(deal, t.names, t.w), describe.Waiting(deal, t.names, t.w))
}

func (t tableText) panelCaption(seat engine.Seat) []chat.Line {
	deal, shown := t.PublicView(), plan.NoTable
	if panelShowsTable(t.Table) {
		shown = sceneOf(t.Table, t.w).BesideHand()
	}
	var lines []chat.Line
	switch shown {
	case plan.WholeTable, plan.Strip:
		lines = append(t.sinceLastDeal(), describe.Caption(deal, t.names, t.w)...)
	case plan.NoTable:
		lines = append(describe.Bidding(deal, t.names, t.w), describe.Tricks(deal, t.names, t.w)...)
	}
	others := deal.Waiting != seat.Bit() // if only the player is waited for, the hand's heading says so
	return append(lines, when(others, describe.Waiting(deal, t.names, t.w))...)
}
