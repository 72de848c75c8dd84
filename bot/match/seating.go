package match

import (
	"cmp"
	"slices"

	"tarockbot/bot/chat"
	"tarockbot/bot/speech"
	"tarockbot/engine"
)

// Challenge is a table that waits for people to sit down.
type Challenge struct{ t *Table }

// Challenge is what the table is while it is open.
func (t *Table) Challenge() Challenge { return Challenge{t} }

// Sit gives the chair to somebody of that name, through the identity and from the
// chat, if they don't ask in private. No other chair is kept for them then.
func (ch Challenge) Sit(s engine.Seat, p Who, user chat.UserID, name string, at, space chat.ChatID) {
	t := ch.t
	t.Chairs[s] = Chair{Person: p.ID, User: user, Name: name}
	for other := t.Chairs.Kept(p); other != engine.Nobody; other = t.Chairs.Kept(p) {
		t.Chairs[other] = Chair{}
	}
	switch {
	case at != "":
		t.AddBoard(at, space) // everybody sees the board where they are
	case !t.Chairs.Full():
		t.Messages.Add(chat.Place{User: user}, engine.Nobody)
	}
}

// Refuse lets somebody say no, for that reason, and returns the text that tells what has
// become of that: the host withdraws the challenge so, and who sits there gets up.
func (ch Challenge) Refuse(p Who, why string) (text string, err error) {
	switch sits, kept := ch.t.Chairs.SeatOf(p), ch.t.Chairs.Kept(p); {
	case p.Is(ch.t.Host):
		ch.t.Close("withdrawn")
		return "challenge.withdrawn", nil
	case sits != engine.Nobody:
		ch.t.Dismiss(ch.t.Chairs[sits].User)
		ch.t.Chairs[sits] = Chair{}
		return "challenge.left", nil
	case kept == engine.Nobody:
		return "", chat.Refuse("open-to-all")
	default:
		ch.Decline(kept, why)
		return "challenge.declined", nil
	}
}

// Decline frees the chair that was kept for somebody who doesn't want it. The
// challenge is over if it was for nobody else.
func (ch Challenge) Decline(s engine.Seat, why string) {
	t, no := ch.t, ch.t.Chairs[s]
	t.Messages.Add(chat.Place{User: t.Chairs[0].User}, engine.Nobody) // so that the host hears of it
	for i, c := range t.Chairs {
		if i != 0 && i != int(s) && !c.Robot && c.No == "" {
			t.Chairs[s] = Chair{Guest: no.Guest, No: why, Who: no.For}
			t.Dismiss(no.For)
			return
		}
	}
	t.Guest = no.Guest
	t.Close(why)
}

// Fill gives the chairs that nobody has taken yet to computer players.
func (ch Challenge) Fill() {
	for s, c := range ch.t.Chairs {
		if !c.Taken() {
			ch.t.Chairs[s] = RobotChair()
			ch.t.Dismiss(c.For)
		}
	}
}

// Close ends a challenge. Those who sit there hear of it.
func (t *Table) Close(why string) {
	if t.Stage == Open {
		for s, c := range t.Chairs {
			if s > 0 && c.Person != "" {
				t.Messages.Add(chat.Place{User: c.User}, engine.Nobody)
			}
		}
	}
	t.Stage, t.Closed = Closed, why
}

// Dismiss lets the private message of somebody who doesn't belong to the table
// any more say so, and change no more after that.
func (t *Table) Dismiss(user chat.UserID) {
	if m := t.Messages.In(chat.Place{User: user}); m != nil {
		m.Last = t.Rev + 1
	}
}

// AddBoard gives the table a board in the chat, which belongs to the space.
func (t *Table) AddBoard(at, space chat.ChatID) {
	place := chat.Place{Chat: at}
	t.Messages.Add(place, engine.Nobody)
	if m := t.Messages.In(place); at != t.Chat {
		m.Space = space
	}
}

// seatMessages gives everybody who plays a panel; a challenge's private
// message becomes it.
func (t *Table) seatMessages() {
	for s, chair := range t.Chairs {
		if !chair.Robot {
			t.Messages.Add(chat.Place{User: cmp.Or(chair.Via, chair.User)}, engine.Seat(s))
		}
	}
}

// GivePanels gives each identity of the person that has none a panel, and says
// whether there was such a one.
func (t *Table) GivePanels(p Who) (given bool) {
	for _, x := range p.Identities() {
		if at := (chat.Place{User: x.User}); t.Messages.In(at) == nil {
			t.Messages.Add(at, t.Chairs.SeatOf(p))
			given = true
		}
	}
	return given
}

// MoveChat moves the table's messages. Those of the old chat stay as they are,
// for nobody can change them any more; new ones take their place, but not for
// what is over and has been shown.
func (t *Table) MoveChat(from, to chat.ChatID) {
	t.Chat, t.Space = from.Moved(t.Chat, to), from.Moved(t.Space, to)
	var messages []Message
	for _, m := range t.Messages {
		place := chat.Place{Chat: from.Moved(m.Place.Chat, to), User: m.Place.User}
		switch {
		case place == m.Place:
			messages = append(messages, m)
		case t.Messages.In(place) != nil: // it is shown there already
		case t.IsActive() || m.Shown < t.Rev:
			messages = append(messages, Message{Place: place, Space: from.Moved(m.Space, to), Seat: m.Seat})
		}
	}
	t.Messages = messages
}

// Scopes are where the table's match counts besides everywhere: wherever it has had
// its board, where it began first. In what counts they are looked up by standing.Standings.
func (t *Table) Scopes() []chat.ChatID {
	all := []chat.ChatID{t.Space}
	for _, m := range t.Messages {
		all = append(all, m.Space)
	}
	return slices.DeleteFunc(all, func(x chat.ChatID) bool { return x == "" })
}

// DeclineReasons are the kind ways to say no to a challenge.
func DeclineReasons() []string { return []string{"now", "rules", "shorter"} }

// dismissAll lets the readers of such messages belong to the table no more: they say so.
func (t *Table) dismissAll(such func(Message) bool) {
	for i := range t.Messages {
		if m := &t.Messages[i]; such(*m) {
			m.Seat, m.Last = engine.Nobody, t.Rev+1
		}
	}
}

// Erase takes somebody's ids and names out of the table.
func (t *Table) Erase(x chat.Identity) {
	for s := range t.Chairs {
		c := &t.Chairs[s]
		if c.User == x.User {
			c.User, c.Via, c.Name, c.Acted = "", "", speech.Deleted, ""
			t.Again = 0 // there is nobody to play it with
			t.dismissAll(func(m Message) bool { return m.Seat == engine.Seat(s) })
		}
		if c.Via == x.User {
			c.Via, c.Acted = "", ""
		}
		if c.For == x.User {
			if t.Guest == c.Guest {
				t.Guest = speech.Deleted
			}
			c.For, c.Guest = "", speech.Deleted
		}
		if c.Who == x.User {
			c.Who, c.Acted = "", ""
			c.Guest, c.Left = instead(c.Guest), instead(c.Left)
		}
	}
	t.dismissAll(func(m Message) bool { return m.Place.User == x.User })
}

// Remembers says whether the table has anything of somebody but a message that tells
// them of its end.
func (t *Table) Remembers(x chat.Identity) bool {
	return slices.ContainsFunc(t.Chairs, func(c Chair) bool {
		return slices.Contains([]chat.UserID{c.User, c.Via, c.For, c.Who}, x.User)
	}) || slices.ContainsFunc(t.Messages, func(m Message) bool { return m.Place.User == x.User && m.Last == 0 })
}

// instead is what stands for the name; "" if there is none.
func instead(name string) string {
	if name == "" {
		return ""
	}
	return speech.Deleted
}
