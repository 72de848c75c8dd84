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
const emptyPresence = "event: presence\ndata: {}\n\n"

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
	return "event: presence\ndata: " + string(data) + "\n\n"
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

// emptyOnline is the event for users who are alone on the page.
const emptyOnline = "event: online\ndata: null\n\n"

const maxOnline = 12 // names

// onlineEvent names the others who have the page open.
func (h *hub) onlineEvent(user chat.UserID) string {
	h.mu.Lock()
	defer h.mu.Unlock()
	var names []string
	for other, p := range h.persons {
		if other != user && len(p.streams) > 0 {
			names = append(names, p.name)
		}
	}
	slices.Sort(names)
	data, _ := json.Marshal(names[:min(len(names), maxOnline)])
	return "event: online\ndata: " + string(data) + "\n\n"
}
