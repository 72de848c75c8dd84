package web

import (
	"encoding/json"
	"slices"
	"strings"

	"tarockbot/bot/chat"
)

// presence tells by seat whether the player has the page open.
type presence map[int]bool

// nobodyThere is for users alone at their tables.
const nobodyThere = "event: there\ndata: {}\n\n"

// thereEvent omits users of other networks.
func (h *hub) thereEvent(user chat.UserID) string {
	h.mu.Lock()
	defer h.mu.Unlock()
	p, told := h.persons[user], make(map[chat.Ref]presence)
	if p == nil {
		return nobodyThere
	}
	for _, m := range p.panels.messages {
		if others := h.companyOf(m.sits, user); len(others) > 0 && !m.away {
			told[m.ref] = others
		}
	}
	data, _ := json.Marshal(told)
	return "event: there\ndata: " + string(data) + "\n\n"
}

// The lock must be held.
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

// The lock must be held.
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
