package bot

import (
	"cmp"
	"slices"

	"tarockbot/bot/speech"
	"tarockbot/engine"
)

// taken says that somebody sits there, or the computer.
func (c chair) taken() bool { return c.Person != "" || c.Robot }

// free says that anybody may sit down there.
func (c chair) free() bool { return !c.taken() && c.For == "" }

// full says that everybody is there.
func (t *table) full() bool {
	return !slices.ContainsFunc(t.Chairs, func(c chair) bool { return !c.taken() })
}

// isOpen says that there is a chair for anybody.
func (t *table) isOpen() bool { return slices.ContainsFunc(t.Chairs, chair.free) }

// asked are those whom chairs are kept for.
func (t *table) asked() (users []UserID, names []string) {
	for _, c := range t.Chairs {
		if c.For != "" {
			users, names = append(users, c.For), append(names, speech.Isolate(c.Guest))
		}
	}
	return users, names
}

// kept is the chair that is kept for the person; Nobody if there is none.
func (t *table) kept(p who) engine.Seat {
	for s, c := range t.Chairs {
		if c.For != "" && p.has(c.For) {
			return engine.Seat(s)
		}
	}
	return engine.Nobody
}

// place is where the person sits down: on the chair kept for them, else on the
// first that is free; Nobody if there is none.
func (t *table) place(p who) engine.Seat {
	if s := t.kept(p); s != engine.Nobody {
		return s
	}
	return engine.Seat(slices.IndexFunc(t.Chairs, chair.free))
}

// company says that somebody sits there besides the host.
func (t *table) company() bool {
	return slices.ContainsFunc(t.Chairs[1:], func(c chair) bool { return c.Person != "" })
}

// sit gives the chair to somebody of that name, through the identity and from the
// chat, if they don't ask in private. No other chair is kept for them then.
func (t *table) sit(s engine.Seat, p who, user UserID, name string, at, space ChatID) {
	t.Chairs[s] = chair{Person: p.ID, User: user, Name: name}
	for other := t.kept(p); other != engine.Nobody; other = t.kept(p) {
		t.Chairs[other] = chair{}
	}
	switch {
	case at != "":
		t.addBoard(at, space) // everybody sees the board where they are
	case !t.full():
		t.addMessage(Place{User: user}, engine.Nobody)
	}
}

// decline frees the chair that was kept for somebody who doesn't want it. The
// challenge is over if it was for nobody else.
func (t *table) decline(s engine.Seat, why string) {
	no := t.Chairs[s]
	t.addMessage(Place{User: t.Chairs[0].User}, engine.Nobody) // so that the host hears of it
	for i, c := range t.Chairs {
		if i != 0 && i != int(s) && !c.Robot && c.No == "" {
			t.Chairs[s] = chair{Guest: no.Guest, No: why, Who: no.For}
			t.dismiss(no.For)
			return
		}
	}
	t.Guest = no.Guest
	t.close(why)
}

// close ends a challenge. Those who sit there hear of it.
func (t *table) close(why string) {
	if t.Stage == open {
		for s, c := range t.Chairs {
			if s > 0 && c.Person != "" {
				t.addMessage(Place{User: c.User}, engine.Nobody)
			}
		}
	}
	t.Stage, t.Closed = closed, why
}

// dismiss lets the private message of somebody who doesn't belong to the table
// any more say so, and change no more after that.
func (t *table) dismiss(user UserID) {
	if m := t.messageIn(Place{User: user}); m != nil {
		m.Last = t.Rev + 1
	}
}

// robotChair is where a computer player sits.
func robotChair() chair { return chair{Robot: true} }

// addMessage gives the table one more message, unless the place has one for
// the seat already.
func (t *table) addMessage(p Place, seat engine.Seat) {
	m := message{Place: p, Seat: seat}
	for i := range t.Messages {
		if t.Messages[i].Place == p {
			t.Messages[i].Seat, t.Messages[i].Last = seat, 0
			return
		}
	}
	t.Messages = append(t.Messages, m)
}

// addBoard gives the table a board in the chat, which belongs to the space.
func (t *table) addBoard(at, space ChatID) {
	place := Place{Chat: at}
	t.addMessage(place, engine.Nobody)
	if m := t.messageIn(place); at != t.Chat {
		m.Space = space
	}
}

// seatMessages gives everybody who plays a panel; a challenge's private
// message becomes it.
func (t *table) seatMessages() {
	for s, chair := range t.Chairs {
		if !chair.Robot {
			t.addMessage(Place{User: cmp.Or(chair.Via, chair.User)}, engine.Seat(s))
		}
	}
}

// givePanels gives each identity of the person that has none a panel, and says
// whether there was such a one.
func (t *table) givePanels(p who) (given bool) {
	for _, x := range p.identities() {
		if at := (Place{User: x.User}); t.messageIn(at) == nil {
			t.addMessage(at, t.seatOf(p))
			given = true
		}
	}
	return given
}

// moveChat moves the table's messages. Those of the old chat stay as they are,
// for nobody can change them any more; new ones take their place, but not for
// what is over and has been shown.
func (t *table) moveChat(from, to ChatID) {
	t.Chat, t.Space = from.Moved(t.Chat, to), from.Moved(t.Space, to)
	var messages []message
	for _, m := range t.Messages {
		place := Place{Chat: from.Moved(m.Place.Chat, to), User: m.Place.User}
		switch {
		case place == m.Place:
			messages = append(messages, m)
		case t.messageIn(place) != nil: // it is shown there already
		case t.live() || m.Shown < t.Rev:
			messages = append(messages, message{Place: place, Space: from.Moved(m.Space, to), Seat: m.Seat})
		}
	}
	t.Messages = messages
}

// scopes are where the table's match counts besides everywhere: wherever it has had
// its board, where it began first. In what counts they are looked up by standings.scopesOf.
func (t *table) scopes() []ChatID {
	all := []ChatID{t.Space}
	for _, m := range t.Messages {
		all = append(all, m.Space)
	}
	return slices.DeleteFunc(all, func(x ChatID) bool { return x == "" })
}
