package match

import (
	"cmp"
	"slices"

	"tarockbot/bot/chat"
	"tarockbot/engine"
	"tarockbot/engine/robot"
)

// Challenge is a table that waits for players.
type Challenge struct{ t *Table }

// Challenge returns the open table as a challenge.
func (t *Table) Challenge() Challenge { return Challenge{t} }

// Sit seats the person and frees other chairs kept for them. at is the chat; "" in private.
func (ch Challenge) Sit(s engine.Seat, p Participant, user chat.UserID, name string, at, space chat.ChatID) {
	t := ch.t
	t.Chairs[s] = Chair{Person: p.ID, User: user, Name: name}
	for other := t.Chairs.ReservedFor(p); other != engine.Nobody; other = t.Chairs.ReservedFor(p) {
		t.Chairs[other] = Chair{}
	}
	switch {
	case at != "":
		t.Places().AddBoard(at, space)
	case !t.Chairs.IsFull():
		t.Messages.Add(chat.Place{User: user}, engine.Nobody)
	}
}

// Leave withdraws, leaves or declines, by the person's role. It returns a text id.
func (ch Challenge) Leave(p Participant, why string) (text string, err error) {
	switch sits, kept := ch.t.Chairs.SeatOf(p), ch.t.Chairs.ReservedFor(p); {
	case p.Is(ch.t.Host):
		ch.t.Close(ClosedWithdrawn)
		return "challenge.withdrawn", nil
	case sits != engine.Nobody:
		ch.t.Places().Dismiss(ch.t.Chairs[sits].User)
		ch.t.Chairs[sits] = Chair{}
		return "challenge.left", nil
	case kept == engine.Nobody:
		return "", chat.RefusePublicly("open-to-all")
	default:
		ch.Decline(kept, why)
		return "challenge.declined", nil
	}
}

// Decline frees the chair, or closes the challenge if nobody else is expected.
func (ch Challenge) Decline(s engine.Seat, why string) {
	t, declined := ch.t, ch.t.Chairs[s]
	t.Messages.Add(chat.Place{User: t.Chairs[0].User}, engine.Nobody) // tells the host
	for i, c := range t.Chairs {
		if i != 0 && i != int(s) && !c.Robot && c.DeclineReason == "" {
			t.Chairs[s] = Chair{InvitedName: declined.InvitedName, DeclineReason: why, FormerUser: declined.KeptFor}
			t.Places().Dismiss(declined.KeptFor)
			return
		}
	}
	t.DeclinedBy = declined.InvitedName
	t.Close(CloseReason(why))
}

// MayChange reports whether the host is alone at the table and has asked nobody.
func (ch Challenge) MayChange() bool {
	others := ch.t.Chairs[1:]
	return ch.t.Stage == Open && !slices.ContainsFunc(others, func(c Chair) bool { return c != Chair{} })
}

// ChangeTerms changes a challenge that MayChange.
func (ch Challenge) ChangeTerms(g engine.Game, setup Setup) {
	t := ch.t
	t.Chairs = append(t.Chairs[:1:1], make([]Chair, g.Seats-1)...)
	t.Setup, t.Match = setup, engine.Match{Game: g, Setup: setup.Setup}
}

// FillWithComputers gives free chairs to computers. An empty level means the table's.
func (ch Challenge) FillWithComputers(level robot.Level) {
	for _, c := range ch.t.Chairs {
		if level == "" && c.Robot {
			level = c.ComputerLevel()
		}
	}
	level, ch.t.Setup.Stake = cmp.Or(level, DefaultLevel), 0
	for s, c := range ch.t.Chairs {
		if !c.IsTaken() {
			ch.t.Chairs[s] = RobotChair(level)
			ch.t.Places().Dismiss(c.KeptFor)
		}
	}
}
