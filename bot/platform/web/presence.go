package web

import (
	"encoding/json"
	"slices"
	"strings"

	"tarockbot/bot/chat"
)

// presence tells of some seats at a table, by seat, whether who sits there has the page open.
type presence map[int]bool

// usersAt are those who sit at the table, by seat; "" is the computer.
func usersAt(f *chat.Felt) (users []chat.UserID) {
	for _, s := range f.Seats {
		users = append(users, chat.UserID(s.User))
	}
	return users
}

// nobodyThere is the event for who sits at no table with others of the page.
const nobodyThere = "event: there\ndata: {}\n\n"

// thereEvent is the event that tells the person, by message, which of the others at their
// tables have the page open. Nothing is told of who plays elsewhere.
func (h *hub) thereEvent(user chat.UserID) string {
	h.mu.Lock()
	defer h.mu.Unlock()
	told := make(map[chat.Ref]presence)
	for _, m := range h.person(user).panels.messages {
		if others := h.companyOf(m.sits, user); len(others) > 0 && !m.away {
			told[m.ref] = others
		}
	}
	data, _ := json.Marshal(told) // such a map can always be told
	return "event: there\ndata: " + string(data) + "\n\n"
}

// companyOf are the seats of the page's people but for one. The lock must be held.
func (h *hub) companyOf(sits []chat.UserID, but chat.UserID) presence {
	others := make(presence)
	for seat, user := range sits {
		if strings.HasPrefix(string(user), userPrefix) && user != but {
			p := h.persons[user]
			others[seat] = p != nil && len(p.streams) > 0
		}
	}
	return others
}

// wakeCompany marks the streams of those who sit at a table with the user, who has come or
// gone. The lock must be held.
func (h *hub) wakeCompany(user chat.UserID) {
	for other, p := range h.persons {
		if other != user && p.sitsWith(user) {
			p.wake()
		}
	}
}

func (p *person) sitsWith(user chat.UserID) bool {
	return slices.ContainsFunc(p.panels.messages, func(m *message) bool { return slices.Contains(m.sits, user) })
}
