package discord

import (
	"context"
	"encoding/json"

	"tarockbot/bot/chat"
)

// Recall implements chat.Remembers.
func (p *Platform) Recall(user chat.UserID, notes map[string][]byte) map[string]any {
	known := directIn(user, notes)
	if known == (direct{}) {
		return nil
	}
	return map[string]any{"directChannel": known.Channel, "closed": known.Closed}
}

// directIn is what the notes say of the person's direct channel.
func directIn(user chat.UserID, notes map[string][]byte) (known direct) {
	if data, ok := notes["direct/"+bare(user)]; ok {
		_ = json.Unmarshal(data, &known) // what can't be read says nothing
	}
	return known
}

// Forget implements chat.Remembers.
func (p *Platform) Forget(_ context.Context, user chat.UserID, notes map[string][]byte) []string {
	p.display.directs.Delete(bare(user))
	p.names.Delete(bare(user))
	p.lines.Forget(bare(user))
	names := NamesIn(user, notes)
	for _, channel := range names {
		p.calls.Forget(channel)
	}
	return names
}

// NamesIn is what else the notes that name somebody call them. The direct channel is
// somebody's own: what it is called stands for them.
func NamesIn(user chat.UserID, notes map[string][]byte) []string {
	if known := directIn(user, notes); known.Channel != "" {
		return []string{known.Channel}
	}
	return nil
}
