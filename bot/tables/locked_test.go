package tables

import (
	"testing"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
)

func memoryWithTable() (*Memory, chat.Place) {
	m, place := newMemory(inFlight{}), chat.Place{Chat: "fake:club"}
	l := m.lock("abc")
	defer l.Unlock()
	l.now, l.loaded = newSnapshot(&match.Table{ID: "abc", Messages: match.Messages{{Place: place}}}, nil), true
	return m, place
}

func TestSnapshotNeverChanges(t *testing.T) {
	t.Parallel()
	m, place := memoryWithTable()
	l := m.Open("abc")
	l.setDraft(0, draft{version: 1})
	read := l.Snapshot()
	l.SetMessages(func(m *match.Message) { m.Ref = "1" })
	l.setDraft(0, draft{version: 2})
	l.Unlock()
	if m := read.Messages.In(place); m.Ref != "" {
		t.Errorf("the snapshot's message has become %+v", m)
	}
	if d := read.drafts[0]; d.version != 1 {
		t.Errorf("the snapshot's draft has become %+v", d)
	}
	if l = m.Open("abc"); l.Table().Messages.In(place).Ref != "1" || l.now.drafts[0].version != 2 {
		t.Errorf("the table has become %+v", l.now)
	}
	l.Unlock()
}

func TestUseAfterUnlock(t *testing.T) {
	t.Parallel()
	for name, use := range map[string]func(*Locked){
		"Unlock":             (*Locked).Unlock,
		"Table":              func(l *Locked) { l.Table() },
		"Snapshot":           func(l *Locked) { l.Snapshot() },
		"Change":             func(l *Locked) { l.Change() },
		"SetMessages":        func(l *Locked) { l.SetMessages(func(*match.Message) {}) },
		"SetUnstored":        (*Locked).SetUnstored,
		"IsUnstored":         func(l *Locked) { l.IsUnstored() },
		"TakePrepared":       func(l *Locked) { l.TakePrepared(chat.Place{}) },
		"DiscardPrepared":    func(l *Locked) { l.DiscardPrepared(chat.Place{}) },
		"DiscardAllPrepared": (*Locked).DiscardAllPrepared,
		"HoldsScreens":       func(l *Locked) { l.HoldsScreens() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m, _ := memoryWithTable()
			over := m.Open("abc")
			over.Unlock()
			m.Open("abc") // stays locked: without the panic, over would unlock it
			defer func() {
				if recover() == nil {
					t.Error("no panic after Unlock")
				}
			}()
			use(over)
		})
	}
}
