package match

import (
	"cmp"
	"slices"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/engine"
)

// Message shows the table in one place.
type Message struct {
	Place    chat.Place  `json:"place"`
	Space    chat.ChatID `json:"space,omitempty"` // for the first board, see Table.Space
	Seat     engine.Seat `json:"seat"`            // Nobody for a board
	Ref      chat.Ref    `json:"ref,omitempty"`
	Old      chat.Ref    `json:"old,omitempty"` // the message to retire
	ShownRev int64       `json:"shown"`         // a revision
	// Repost is cleared once the new Ref is stored.
	Repost bool `json:"repost,omitempty"`
	// Lost: nothing is sent until somebody acts there.
	Lost bool `json:"lost,omitempty"`
	// LostAtMillis is the running time of Lost, in milliseconds.
	LostAtMillis int64 `json:"gone,omitempty"`
	// LastRev is a former participant's last revision, or 0.
	LastRev int64 `json:"last,omitempty"`
}

// IsBehind reports whether the message shows an old revision.
func (m Message) IsBehind(t *Table) bool {
	return m.ShownRev < t.Rev && (m.LastRev == 0 || m.ShownRev < m.LastRev)
}

// Messages are the messages that show a table.
type Messages []Message

// In returns the place's message, or nil.
func (ms Messages) In(p chat.Place) *Message {
	for i := range ms {
		if ms[i].Place == p {
			return &ms[i]
		}
	}
	return nil
}

// Add adds a message for the seat, or reassigns the place's message.
func (ms *Messages) Add(p chat.Place, seat engine.Seat) {
	if m := ms.In(p); m != nil {
		m.Seat, m.LastRev = seat, 0
		return
	}
	*ms = append(*ms, Message{Place: p, Seat: seat})
}

// Places manages a table's boards and panels.
type Places struct{ t *Table }

// Places returns the table's places.
func (t *Table) Places() Places { return Places{t} }

// AddBoard adds a board in the chat at.
func (p Places) AddBoard(at, space chat.ChatID) {
	place := chat.Place{Chat: at}
	p.t.Messages.Add(place, engine.Nobody)
	if m := p.t.Messages.In(place); at != p.t.Chat {
		m.Space = space
	}
}

// AddPanels gives each identity a panel and reports whether one was new.
func (p Places) AddPanels(who Participant) (given bool) {
	for _, x := range who.Identities() {
		if at := (chat.Place{User: x.User}); p.t.Messages.In(at) == nil {
			p.t.Messages.Add(at, p.t.Chairs.SeatOf(who))
			given = true
		}
	}
	return given
}

// MovePanel adds a panel where the person acts. The old one stays current.
func (p Places) MovePanel(who Participant, user chat.UserID) {
	if p.ActedElsewhere(who, user) {
		s := p.t.Chairs.SeatOf(who)
		p.t.Chairs[s].LastActUser, p.t.Chairs[s].AcknowledgedCall = user, p.t.Chairs[s].Call
		if p.t.Stage == Playing {
			p.t.Messages.Add(chat.Place{User: user}, s)
		}
	}
}

// MoveChat replaces the chat's messages, because the old ones can't be edited. A finished table whose messages are
// current gets no new ones.
func (p Places) MoveChat(from, to chat.ChatID) {
	p.t.Chat, p.t.Space = p.t.Chat.AfterMove(from, to), p.t.Space.AfterMove(from, to)
	var messages []Message
	for _, m := range p.t.Messages {
		place := chat.Place{Chat: m.Place.Chat.AfterMove(from, to), User: m.Place.User}
		switch {
		case place == m.Place:
			messages = append(messages, m)
		case p.t.Messages.In(place) != nil:
		case p.t.IsActive() || m.ShownRev < p.t.Rev:
			messages = append(messages, Message{Place: place, Space: m.Space.AfterMove(from, to), Seat: m.Seat})
		}
	}
	p.t.Messages = messages
}

// ActedElsewhere reports whether the last act came through another identity.
func (p Places) ActedElsewhere(who Participant, user chat.UserID) bool {
	s, begun := p.t.Chairs.SeatOf(who), p.t.Stage.HasBegun()
	return begun && s != engine.Nobody && user != cmp.Or(p.t.Chairs[s].LastActUser, p.t.Chairs[s].User)
}

// SpaceOf returns the message's server or group; "" in private.
func (p Places) SpaceOf(m Message) chat.ChatID {
	if m.Place.Chat != "" && m.Place.Chat == p.t.Chat {
		return p.t.Space
	}
	return m.Space
}

// Scopes returns the boards' servers and groups, the first board's first.
func (p Places) Scopes() []chat.ChatID {
	all := []chat.ChatID{p.t.Space}
	for _, m := range p.t.Messages {
		all = append(all, m.Space)
	}
	return slices.DeleteFunc(all, func(x chat.ChatID) bool { return x == "" })
}

// goneSince returns the running time since which the player is unreachable, or Never. Chats on the network also reach
// them.
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
			since = max(since, time.Duration(m.LostAtMillis)*time.Millisecond)
		}
	}
	return since
}

// Dismiss makes the user's message a farewell of no seat.
func (p Places) Dismiss(user chat.UserID) {
	if m := p.t.Messages.In(chat.Place{User: user}); m != nil {
		m.LastRev = p.t.Rev + 1
	}
}

func (p Places) dismissAll(matches func(Message) bool) {
	for i := range p.t.Messages {
		if m := &p.t.Messages[i]; matches(*m) {
			m.Seat, m.LastRev = engine.Nobody, p.t.Rev+1
		}
	}
}
