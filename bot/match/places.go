package match

import (
	"cmp"
	"slices"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/engine"
)

// Message is one message that shows the table.
type Message struct {
	Place chat.Place  `json:"place"`
	Space chat.ChatID `json:"space,omitempty"` // the server or group of a board other than the first; see Table.Space
	Seat  engine.Seat `json:"seat"`            // the panel's seat; Nobody for a board
	Ref   chat.Ref    `json:"ref,omitempty"`
	Old   chat.Ref    `json:"old,omitempty"` // the message that this one replaces, to be retired
	Shown int64       `json:"shown"`         // the revision it shows
	// Repost: somebody asked for the message, so it is posted again and the old one retired. The flag is cleared
	// once the new reference is stored.
	Repost bool `json:"repost,omitempty"`
	// Lost: nobody can be reached in the place. Nothing is sent until somebody acts there.
	Lost bool `json:"lost,omitempty"`
	// Gone is the bot's running time when the place was found to be lost, in milliseconds.
	Gone int64 `json:"gone,omitempty"`
	// Last is the last revision that is shown to a reader who no longer belongs to the table; 0 for none.
	Last int64 `json:"last,omitempty"`
}

// Behind reports whether the message shows an older revision than it should.
func (m Message) Behind(t *Table) bool {
	return m.Shown < t.Rev && (m.Last == 0 || m.Shown < m.Last)
}

// Messages are the messages that show a table.
type Messages []Message

// In returns the message in the place; nil if there is none.
func (ms Messages) In(p chat.Place) *Message {
	for i := range ms {
		if ms[i].Place == p {
			return &ms[i]
		}
	}
	return nil
}

// Add adds a message for the seat, or gives it the one that the place already has.
func (ms *Messages) Add(p chat.Place, seat engine.Seat) {
	if m := ms.In(p); m != nil {
		m.Seat, m.Last = seat, 0
		return
	}
	*ms = append(*ms, Message{Place: p, Seat: seat})
}

// Places are where a table is shown: boards in chats, and panels in private.
type Places struct{ t *Table }

// Places returns the table's places.
func (t *Table) Places() Places { return Places{t} }

// AddBoard adds a board in the chat, which belongs to the space.
func (p Places) AddBoard(at, space chat.ChatID) {
	place := chat.Place{Chat: at}
	p.t.Messages.Add(place, engine.Nobody)
	if m := p.t.Messages.In(place); at != p.t.Chat {
		m.Space = space
	}
}

// AddPanels gives each identity of the person a panel, and reports whether one was new.
func (p Places) AddPanels(who Participant) (given bool) {
	for _, x := range who.Identities() {
		if at := (chat.Place{User: x.User}); p.t.Messages.In(at) == nil {
			p.t.Messages.Add(at, p.t.Chairs.SeatOf(who))
			given = true
		}
	}
	return given
}

// MovePanel gives the person a panel where they act now. The old one stays and is kept up to date.
func (p Places) MovePanel(who Participant, user chat.UserID) {
	if p.ActedElsewhere(who, user) {
		s := p.t.Chairs.SeatOf(who)
		p.t.Chairs[s].Via, p.t.Chairs[s].AcknowledgedCall = user, p.t.Chairs[s].Call
		if p.t.Stage == Playing {
			p.t.Messages.Add(chat.Place{User: user}, s)
		}
	}
}

// MoveChat moves the table's messages to the chat's new id. It adds new messages in place of the old chat's, which
// can no longer be changed, unless the table is over and was shown.
func (p Places) MoveChat(from, to chat.ChatID) {
	p.t.Chat, p.t.Space = p.t.Chat.MovedFrom(from, to), p.t.Space.MovedFrom(from, to)
	var messages []Message
	for _, m := range p.t.Messages {
		place := chat.Place{Chat: m.Place.Chat.MovedFrom(from, to), User: m.Place.User}
		switch {
		case place == m.Place:
			messages = append(messages, m)
		case p.t.Messages.In(place) != nil: // already shown there
		case p.t.IsActive() || m.Shown < p.t.Rev:
			messages = append(messages, Message{Place: place, Space: m.Space.MovedFrom(from, to), Seat: m.Seat})
		}
	}
	p.t.Messages = messages
}

// ActedElsewhere reports whether the person last acted in their seat of a match through another identity than the user.
func (p Places) ActedElsewhere(who Participant, user chat.UserID) bool {
	s, begun := p.t.Chairs.SeatOf(who), p.t.Stage.HasBegun()
	return begun && s != engine.Nobody && user != cmp.Or(p.t.Chairs[s].Via, p.t.Chairs[s].User)
}

// SpaceOf returns the message's server or group; "" for a private message.
func (p Places) SpaceOf(m Message) chat.ChatID {
	if m.Place.Chat != "" && m.Place.Chat == p.t.Chat {
		return p.t.Space
	}
	return m.Space
}

// Scopes returns the servers and groups whose leaderboards count the match: everywhere it had a board, the first one
// first.
func (p Places) Scopes() []chat.ChatID {
	all := []chat.ChatID{p.t.Space}
	for _, m := range p.t.Messages {
		all = append(all, m.Space)
	}
	return slices.DeleteFunc(all, func(x chat.ChatID) bool { return x == "" })
}

// goneSince returns the running time since when the seat's player can't be reached, privately or in a chat of the
// same network; Never if they can.
func (p Places) goneSince(seat engine.Seat) (since time.Duration) {
	network := ""
	for _, m := range p.t.Messages {
		if m.Seat == seat {
			network = m.Place.Platform()
		}
	}
	if network == "" {
		return Never
	}
	for _, m := range p.t.Messages {
		switch {
		case m.Seat != seat && (m.Place.Chat == "" || m.Place.Platform() != network):
		case !m.Lost:
			return Never
		default:
			since = max(since, time.Duration(m.Gone)*time.Millisecond)
		}
	}
	return since
}

// Dismiss detaches the user's private message: it shows one farewell and is not updated again.
func (p Places) Dismiss(user chat.UserID) {
	if m := p.t.Messages.In(chat.Place{User: user}); m != nil {
		m.Last = p.t.Rev + 1
	}
}

// dismissAll detaches the messages that satisfy such: each shows one farewell and is not updated again.
func (p Places) dismissAll(such func(Message) bool) {
	for i := range p.t.Messages {
		if m := &p.t.Messages[i]; such(*m) {
			m.Seat, m.Last = engine.Nobody, p.t.Rev+1
		}
	}
}
