package tables

import (
	"slices"
	"sync"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/engine"
)

// Snapshot is a table at one moment. It never changes, so screens are made from it without the table's lock.
type Snapshot struct {
	*match.Table
	// Texts caches what all readers see of the table, by language.
	Texts  *sync.Map
	drafts map[engine.Seat]draft // read-only
}

// newSnapshot returns a snapshot of a table that nobody else uses yet. It asks for all prompts first, because a
// deal caches them without a lock.
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

// Locked is a table that nobody else reads, changes or shows until Unlock. Any use after Unlock panics.
type Locked struct{ *entry }

// Unlock unlocks the table.
func (l *Locked) Unlock() {
	l.mu.Unlock()
	l.entry = nil
}

// Snapshot returns the table as it is now.
func (l *Locked) Snapshot() Snapshot { return l.now }

// Table returns the table as it is now, read-only. A Change changes it.
func (l *Locked) Table() *match.Table { return l.now.Table }

// Change returns a change without an input, for Tables.Commit.
func (l *Locked) Change() *Change { return &Change{Table: l.now.Clone()} }

// SetMessages records what the messages show, only in memory.
func (l *Locked) SetMessages(set func(*match.Message)) {
	t := *l.now.Table
	t.Messages = slices.Clone(t.Messages)
	for i := range t.Messages {
		set(&t.Messages[i])
	}
	l.now.Table = &t
}

// SetUnstored records that a message's reference is only in memory, until the next commit.
func (l *Locked) SetUnstored() { l.unstored = true }

// IsUnstored reports whether a message's reference is only in memory.
func (l *Locked) IsUnstored() bool { return l.unstored }

// TakePrepared returns the place's screen if it was made during the commit, and discards it.
func (l *Locked) TakePrepared(place chat.Place) (s chat.Screen, ok bool) {
	s, ok = l.prepared[place]
	delete(l.prepared, place)
	return s, ok
}

// DiscardPrepared discards the place's prepared screen, because it may be out of date when it is needed.
func (l *Locked) DiscardPrepared(place chat.Place) { delete(l.prepared, place) }

// DiscardAllPrepared discards all prepared screens, because more than the table has changed.
func (l *Locked) DiscardAllPrepared() { l.prepared = nil }
