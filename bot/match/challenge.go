package match

import (
	"cmp"

	"tarockbot/bot/chat"
	"tarockbot/engine"
	"tarockbot/engine/robot"
)

// Challenge is a table that waits for players.
type Challenge struct{ t *Table }

// Challenge returns the open table as a challenge.
func (t *Table) Challenge() Challenge { return Challenge{t} }

// Sit gives the chair to the person, through the identity. Other chairs kept for them become free. at is the chat
// from which they sat down; "" in private.
func (ch Challenge) Sit(s engine.Seat, p Participant, user chat.UserID, name string, at, space chat.ChatID) {
	t := ch.t
	t.Chairs[s] = Chair{Person: p.ID, User: user, Name: name}
	for other := t.Chairs.ReservedFor(p); other != engine.Nobody; other = t.Chairs.ReservedFor(p) {
		t.Chairs[other] = Chair{}
	}
	switch {
	case at != "":
		t.Places().AddBoard(at, space) // the board is shown in every player's chat
	case !t.Chairs.Full():
		t.Messages.Add(chat.Place{User: user}, engine.Nobody)
	}
}

// Refuse lets the person decline. The host withdraws the challenge; a seated player leaves the chair; an invited
// player declines with reason why. It returns the id of the text that reports the result.
func (ch Challenge) Refuse(p Participant, why string) (text string, err error) {
	switch sits, kept := ch.t.Chairs.SeatOf(p), ch.t.Chairs.ReservedFor(p); {
	case p.Is(ch.t.Host):
		ch.t.Close(ClosedWithdrawn)
		return "challenge.withdrawn", nil
	case sits != engine.Nobody:
		ch.t.Places().Dismiss(ch.t.Chairs[sits].User)
		ch.t.Chairs[sits] = Chair{}
		return "challenge.left", nil
	case kept == engine.Nobody:
		return "", chat.RefuseOpenly("open-to-all")
	default:
		ch.Decline(kept, why)
		return "challenge.declined", nil
	}
}

// Decline frees the chair of an invited player who declines. It closes the challenge if nobody else is expected.
func (ch Challenge) Decline(s engine.Seat, why string) {
	t, no := ch.t, ch.t.Chairs[s]
	t.Messages.Add(chat.Place{User: t.Chairs[0].User}, engine.Nobody) // tells the host
	for i, c := range t.Chairs {
		if i != 0 && i != int(s) && !c.Robot && c.DeclineReason == "" {
			t.Chairs[s] = Chair{InvitedName: no.InvitedName, DeclineReason: why, FormerUser: no.KeptFor}
			t.Places().Dismiss(no.KeptFor)
			return
		}
	}
	t.DeclinedBy = no.InvitedName
	t.Close(CloseReason(why))
}

// Fill gives all free chairs to computer players of the level; if level is empty, of the level already at the table.
func (ch Challenge) Fill(level robot.Level) {
	for _, c := range ch.t.Chairs {
		if level == "" && c.Robot {
			level = c.ComputerLevel()
		}
	}
	level, ch.t.Setup.Stake = cmp.Or(level, UsualLevel), 0
	for s, c := range ch.t.Chairs {
		if !c.Taken() {
			ch.t.Chairs[s] = RobotChair(level)
			ch.t.Places().Dismiss(c.KeptFor)
		}
	}
}
