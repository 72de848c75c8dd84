package local

import (
	"context"
	"encoding/json"
	"strings"

	"tarockbot/bot/chat"
)

var _ chat.Remembers = (*Platform)(nil)

// Recall implements chat.Remembers. What proves that the name is somebody's stays
// untold.
func (p *Platform) Recall(user chat.UserID, notes map[string][]byte) map[string]any {
	key := strings.TrimPrefix(string(user), "local:")
	var o ownerNote
	data, ok := notes[noteKey(key)]
	if !ok || json.Unmarshal(data, &o) != nil {
		return nil
	}
	return map[string]any{"name": o.Name, "host": string(notes[noteHost]) == key}
}

// Forget implements chat.Remembers. The browser keeps its token, which is nobody's
// then.
func (p *Platform) Forget(_ context.Context, user chat.UserID, _ map[string][]byte) []string {
	p.hub.forget(user)
	p.warnOfAdmin(user, "an administrator's name is free: whoever takes it administers")
	return nil
}

// forget ends the person's side of the page.
func (h *hub) forget(user chat.UserID) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if p := h.persons[user]; p != nil {
		for _, s := range p.streams {
			close(s.yield)
		}
		delete(h.persons, user)
	}
}
