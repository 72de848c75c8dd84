package match

import (
	"tarockbot/bot/chat"
	"tarockbot/engine"
)

// Message is one message that shows the table.
type Message struct {
	Place chat.Place  `json:"place"`
	Space chat.ChatID `json:"space,omitempty"` // the server or group of a board that isn't the first; see Table.Space
	Seat  engine.Seat `json:"seat"`            // whose panel; Nobody for the board
	Ref   chat.Ref    `json:"ref,omitempty"`
	Old   chat.Ref    `json:"old,omitempty"` // the message whose place it has taken, to be retired
	Shown int64       `json:"shown"`         // the revision it shows
	// Repost says that somebody has asked for it: it is posted anew, and the one
	// before retired. It is over once the new one's reference is stored.
	Repost bool `json:"repost,omitempty"`
	// Lost says that nobody can be reached in the place: the table is suspended
	// there. Nothing is sent until somebody is heard of in the place.
	Lost bool `json:"lost,omitempty"`
	// Gone is how long the bot had run when that was found out, in milliseconds.
	Gone int64 `json:"gone,omitempty"`
	// Last is the last revision that is shown, if its reader doesn't belong to
	// the table any more: it tells them so. 0 for none.
	Last int64 `json:"last,omitempty"`
}

// Messages are those that show a table.
type Messages []Message

// In is the message in the place; nil if there is none (any more).
func (ms Messages) In(p chat.Place) *Message {
	for i := range ms {
		if ms[i].Place == p {
			return &ms[i]
		}
	}
	return nil
}

// Add makes one more message, unless the place has one for the seat already.
func (ms *Messages) Add(p chat.Place, seat engine.Seat) {
	if m := ms.In(p); m != nil {
		m.Seat, m.Last = seat, 0
		return
	}
	*ms = append(*ms, Message{Place: p, Seat: seat})
}

// Behind says that the message doesn't show all that it is to show.
func (m Message) Behind(t *Table) bool {
	return m.Shown < t.Rev && (m.Last == 0 || m.Shown < m.Last)
}

// dismiss lets the message's reader belong to the table no more, from the
// revision on.
func (m *Message) dismiss(rev int64) { m.Seat, m.Last = engine.Nobody, rev }
