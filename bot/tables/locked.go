package tables

import (
	"slices"
	"sync"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/engine"
)

// Snapshot is a table at one moment. It never changes, so screens are made of it without the
// table's lock.
type Snapshot struct {
	*match.Table
	// Texts are what everybody reads of the table, by language: each is made once.
	Texts  *sync.Map
	drafts map[engine.Seat]draft // never changed
}

// newSnapshot is one of a table that nobody else has yet: its deal remembers what it is asked first.
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

// ChosenFor returns the seat's half-made choice of what it is asked now.
func (s Snapshot) ChosenFor(seat engine.Seat) []string {
	if d := s.drafts[seat]; d.version > 0 && d.Step == s.Chairs[seat].Step {
		return d.Chosen
	}
	return nil
}

// Locked is a table that nobody else reads, changes or shows until Unlock. Any use after that
// panics.
type Locked struct{ *entry }

// Unlock gives the table back.
func (l *Locked) Unlock() {
	l.mu.Unlock()
	l.entry = nil
}

// Snapshot returns the table as it is now.
func (l *Locked) Snapshot() Snapshot { return l.now }

// Table returns the table as it is now, to be read. What changes it is a Change.
func (l *Locked) Table() *match.Table { return l.now.Table }

// Change begins a change that nobody asks for. Tables.Commit ends it.
func (l *Locked) Change() *Change { return &Change{Table: l.now.Clone()} }

// SetMessages notes, in memory alone, what the messages show.
func (l *Locked) SetMessages(set func(*match.Message)) {
	t := *l.now.Table
	t.Messages = slices.Clone(t.Messages)
	for i := range t.Messages {
		set(&t.Messages[i])
	}
	l.now.Table = &t
}

// SetUnstored notes that a message's reference is in memory alone, until the next commit.
func (l *Locked) SetUnstored() { l.unstored = true }

// IsUnstored says whether a message's reference is in memory alone.
func (l *Locked) IsUnstored() bool { return l.unstored }

// TakePrepared returns the place's screen if it was made while the table was being stored. Each
// is taken once.
func (l *Locked) TakePrepared(place chat.Place) (s chat.Screen, ok bool) {
	s, ok = l.prepared[place]
	delete(l.prepared, place)
	return s, ok
}

// DropPrepared forgets all prepared screens: more than the table has changed.
func (l *Locked) DropPrepared() { l.prepared = nil }

// HoldsScreens says whether the screens wait for the computer's move.
func (l *Locked) HoldsScreens() bool { return l.hold != nil }
