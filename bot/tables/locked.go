package tables

import (
	"slices"
	"sync"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/engine"
)

// Snapshot is an immutable state of a table.
type Snapshot struct {
	*match.Table
	Texts  *sync.Map
	drafts map[engine.Seat]draft
}

// newSnapshot asks for all prompts, because a deal caches them without a lock.
func newSnapshot(t *match.Table, drafts map[engine.Seat]draft) Snapshot {
	for s := range t.Chairs {
		if t.Match.Deal != nil {
			t.Match.Deal.Prompt(engine.Seat(s))
		}
	}
	if drafts == nil {
		drafts = make(map[engine.Seat]draft)
	}
	return Snapshot{t, new(sync.Map), drafts}
}

// Locked gives exclusive access until Unlock. Any later use panics.
type Locked struct{ *entry }

// Unlock unlocks the table.
func (l *Locked) Unlock() {
	l.mu.Unlock()
	l.entry = nil
}

// Snapshot returns the table's current state.
func (l *Locked) Snapshot() Snapshot { return l.now }

// Table returns the table, read-only.
func (l *Locked) Table() *match.Table { return l.now.Table }

// Change returns a change without an input.
func (l *Locked) Change() *Change { return &Change{Table: l.now.Clone()} }

// SetMessages records in memory what the messages show.
func (l *Locked) SetMessages(set func(*match.Message)) {
	t := *l.now.Table
	t.Messages = slices.Clone(t.Messages)
	for i := range t.Messages {
		set(&t.Messages[i])
	}
	l.now.Table = &t
}

// SetUnstored keeps the table in memory until a message's reference is stored.
func (l *Locked) SetUnstored() { l.unstored = true }

// IsUnstored reports whether a reference isn't stored yet.
func (l *Locked) IsUnstored() bool { return l.unstored }

// TakePrepared removes and returns the place's prepared screen.
func (l *Locked) TakePrepared(place chat.Place) (s chat.Screen, ok bool) {
	s, ok = l.prepared[place]
	delete(l.prepared, place)
	return s, ok
}

// DiscardPrepared discards the place's prepared screen.
func (l *Locked) DiscardPrepared(place chat.Place) { delete(l.prepared, place) }

// DiscardAllPrepared discards all prepared screens.
func (l *Locked) DiscardAllPrepared() { l.prepared = nil }
