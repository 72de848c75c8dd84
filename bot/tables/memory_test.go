package tables

import (
	"fmt"
	"testing"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
)

type inFlight map[string]bool

func (o inFlight) IsInFlight(table string) bool { return o[table] }

func (o inFlight) IsStale(string) bool { return false }

func (o inFlight) Forget(string) {}

func TestEvict(t *testing.T) {
	t.Parallel()
	m, now := newMemory(inFlight{"4": true, "9": true}), time.Now()
	for i := range maxEntries + 10 {
		l := m.lock(chat.TableID(fmt.Sprint(i)))
		l.now = newSnapshot(&match.Table{Touched: now}, nil)
		l.unstored = i == 3
		l.loaded = i != 9
		l.Unlock()
	}
	m.lock("5").Unlock()
	m.Evict(now)
	for _, tt := range []struct {
		ID    chat.TableID
		there bool
	}{{"0", false}, {"2", false}, {"3", true}, {"4", true}, {"5", true}, {"6", false}, {"7", false}, {"8", false}, {"9", true}, {"10", false}, {"11", true}} {
		if _, inMemory := m.byID[tt.ID]; inMemory != tt.there {
			t.Errorf("table %s is in memory: %v, want %v", tt.ID, inMemory, tt.there)
		}
	}
	for i := range 3 * maxEntries {
		m.lock(chat.TableID(fmt.Sprint("more", i))).Unlock()
	}
	if n := len(m.byID); n > 2*maxEntries {
		t.Errorf("%d tables are in memory", n)
	}
	m.Evict(now.Add(2 * idle))
	if n := len(m.byID); n > 4 {
		t.Errorf("%d tables are in memory after a long time", n)
	}
}
