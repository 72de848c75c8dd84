package screens

import (
	"slices"
	"sync"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/engine"
	"tarockbot/render"
	"tarockbot/render/words"
)

// Board is the public message of a table that is played, or was.
type Board struct {
	*match.Table
	Shared
}

// Shared is what the board and the panels of a table show alike, beside the table itself.
type Shared struct {
	Texts    *sync.Map // what everybody reads, by language: []chat.Line, made once
	Waits    Waits
	Linked   [][]chat.UserID // by chair, all users of its player
	Pictures Pictures
}

// Screen is the message.
func (p Board) Screen(w *words.Tongue) *chat.Screen {
	t := textOf(p.Table, w)
	return t.screen(p.screen(t))
}

func (p Board) screen(t tableText) chat.Screen {
	s := chat.Screen{Text: t.all(p.Texts), Picture: p.Pictures.boardOf(p.Table, t.w)}
	if p.Stage == match.Finished {
		s.Buttons = p.overButtons(t.w)
		if s.Picture != nil {
			s.Caption = slices.Concat(t.captionHeading(), t.unplayed(), t.outcome())
		}
		return s
	}
	waits := p.Waits.lines(t)
	s.Playing, s.Thread, s.Text = true, p.Thread, slices.Concat(s.Text, waits)
	s.Buttons = [][]chat.Button{{p.forPlayers(HandButton(p.ID, t.w)), rulesButton(p.Table, t.w)}}
	if s.Picture != nil {
		s.Caption = slices.Concat(t.captionHeading(), t.running(), waits)
	}
	return s
}

// forPlayers is the button for the table's players alone.
func (p Board) forPlayers(b chat.Button) chat.Button {
	return only(accountsOf(p.Chairs, p.Linked, playerOf), b)
}

func (p Board) overButtons(w *words.Tongue) [][]chat.Button {
	return [][]chat.Button{row(
		when(p.Next == "" && !p.Chairs.HasErased(), p.forPlayers(primary(w.Say("button.rematch"), "rematch "+string(p.ID)))),
		when(len(p.Match.Done) > 0, button(w.Say("button.replay"), "replay "+match.DealID(p.ID, 1))),
		button(w.Say("button.leaderboard"), "leaderboard "+p.Match.Game.ID))}
}

// rulesButton leads to the rules of what is played now.
func rulesButton(t *match.Table, w *words.Tongue) chat.Button {
	return button(w.Say("button.rules"), rulesLine(t.Match.Game, t.Match.Game.Topic(t.Public())))
}

// HandButton leads to the cards, wherever it is pressed.
func HandButton(id chat.TableID, w *words.Tongue) chat.Button {
	return primary(w.Say("button.hand"), "hand "+string(id))
}

// Where a picture is seen the text is brief, so that picture and buttons are in
// sight together: it says which table this is, what the picture doesn't say, and
// what there is to do.

// running is what the picture of a board doesn't tell of the deal that is played.
func (t tableText) running() []chat.Line {
	if t.Match.Deal == nil {
		return nil
	}
	deal := t.Public()
	return slices.Concat(t.begun(), render.Beside(deal, t.names, t.w), render.Waiting(deal, t.names, t.w))
}

// untold is what the picture of the seat's panel doesn't tell of the deal.
func (t tableText) untold(seat engine.Seat) []chat.Line {
	deal, shown := t.Public(), render.NoTable
	if tabled(t.Table) {
		shown = sceneOf(t.Table, t.w).BesideHand()
	}
	var lines []chat.Line
	switch shown {
	case render.WholeTable, render.Strip:
		lines = append(t.begun(), render.Beside(deal, t.names, t.w)...)
	case render.NoTable:
		lines = append(render.Agreed(deal, t.names, t.w), render.Fallen(deal, t.names, t.w)...)
	}
	if deal.Waiting == seat.Bit() {
		return lines // the heading of the hand says so
	}
	return append(lines, render.Waiting(deal, t.names, t.w)...)
}
