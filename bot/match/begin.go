package match

import (
	"cmp"

	"tarockbot/bot/chat"
	"tarockbot/engine"
	"tarockbot/engine/card"
)

// Touch records a player's act.
func (t *Table) Touch(f Facts) {
	t.Touched, t.TouchedRunningMillis = f.Now(), f.RunningTime().Milliseconds()
}

// Create starts a new table's clocks and calls.
func (t *Table) Create(f Facts) {
	t.Rev, t.Created = 1, f.Now()
	t.Touch(f)
	if t.Stage != Open {
		t.Clocks().setTimers(f, 0, 0)
	}
	t.Calls().raise(f, situation{}, 0)
}

// Begin starts the match with the cards drawn. It returns false if they don't decide the dealer.
func (t *Table) Begin(drawn []card.Card) bool {
	first, ok := engine.CutForDeal(drawn)
	if !ok {
		return false
	}
	t.Stage, t.Drawn, t.Setup.First = Playing, drawn, first
	t.Match.Setup = t.Setup.Setup
	for s, c := range t.Chairs {
		if !c.Robot { // the private message becomes the panel
			t.Messages.Add(chat.Place{User: cmp.Or(c.LastActUser, c.User)}, engine.Seat(s))
		}
	}
	return true
}

// Rematch returns the next table. host is new, because the last one may have left.
func (t *Table) Rematch(id chat.TableID, host chat.PersonID) *Table {
	next := &Table{
		ID: id, Lang: t.Lang, Chat: t.Chat, Space: t.Space, Thread: t.Thread, Host: host, Setup: t.Setup,
		Match: engine.Match{Game: t.Match.Game, Setup: t.Setup.Setup},
	}
	for _, c := range t.Chairs {
		chair := Chair{Person: c.Person, User: c.User, LastActUser: c.LastActUser, Name: c.Name, Step: 1}
		if c.Robot {
			chair = RobotChair(c.ComputerLevel())
			chair.Step = 1
		}
		next.Chairs = append(next.Chairs, chair)
	}
	if next.Chat != "" {
		next.Places().AddBoard(next.Chat, next.Space)
	}
	for _, m := range t.Messages {
		if m.Place.Chat != "" {
			next.Places().AddBoard(m.Place.Chat, m.Space)
		}
	}
	t.Next = id
	return next
}
