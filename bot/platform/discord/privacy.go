package discord

import (
	"context"
	"encoding/json"

	"tarockbot/bot/chat"
)

// directIn returns the person's direct channel in notes.
func directIn(user chat.UserID, notes map[string][]byte) (known direct) {
	if data, ok := notes[directNote+bare(user)]; ok {
		_ = json.Unmarshal(data, &known) // an unreadable note counts as none
	}
	return known
}

// Recall implements chat.Remembers.
func (p *Platform) Recall(user chat.UserID, notes map[string][]byte) map[string]any {
	known := directIn(user, notes)
	if known == (direct{}) {
		return nil
	}
	return map[string]any{"directChannel": known.Channel, "closed": known.Closed}
}

// NamesIn returns the user's names in other notes: the direct channel's id, which belongs to one person.
func NamesIn(user chat.UserID, notes map[string][]byte) []string {
	if known := directIn(user, notes); known.Channel != "" {
		return []string{known.Channel}
	}
	return nil
}

// Forget implements chat.Remembers.
func (p *Platform) Forget(_ context.Context, user chat.UserID, notes map[string][]byte) []string {
	p.people.directs.Delete(bare(user))
	p.people.names.Delete(bare(user))
	p.posts.layouts.lines.Forget(bare(user))
	names := NamesIn(user, notes)
	for _, channel := range names {
		p.calls.Forget(channel)
	}
	return names
}
