package web

import (
	"encoding/json"
	"slices"
	"strings"

	"tarockbot/bot/chat"
)

// presence maps a seat to whether its player has the page open.
type presence map[int]bool

// emptyPresence is the event for users without other players of the page at their tables.
const emptyPresence = "event: there\ndata: {}\n\n"

// presenceEvent omits users of other networks.
func (h *hub) presenceEvent(user chat.UserID) string {
	h.mu.Lock()
	defer h.mu.Unlock()
	p, tables := h.persons[user], make(map[chat.Ref]presence)
	if p == nil {
		return emptyPresence
	}
	for _, m := range p.panels.messages {
		if others := h.presenceOf(m.players, user); len(others) > 0 && !m.hidden {
			tables[m.ref] = others
		}
	}
	data, _ := json.Marshal(tables)
	return "event: there\ndata: " + string(data) + "\n\n"
}

// The lock must be held.
func (h *hub) presenceOf(sits []chat.UserID, except chat.UserID) presence {
	others := make(presence)
	for seat, user := range sits {
		if strings.HasPrefix(string(user), userPrefix) && user != except {
			p := h.persons[user]
			others[seat] = p != nil && len(p.streams) > 0
		}
	}
	return others
}

// The lock must be held.
func (h *hub) wakeTablemates(user chat.UserID) {
	for other, p := range h.persons {
		if other != user && p.sitsWith(user) {
			p.wake()
		}
	}
}

func (p *person) sitsWith(user chat.UserID) bool {
	return slices.ContainsFunc(p.panels.messages, func(m *message) bool { return slices.Contains(m.players, user) })
}
