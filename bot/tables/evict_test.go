package tables

import (
	"fmt"
	"testing"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/engine"
	"tarockbot/engine/games"
)

// holdCall makes the table one at which a call to somebody's turn is held back.
func holdCall(t *testing.T, l *Entry) {
	t.Helper()
	game, err := games.ByRules("kosakeln/bamberger")
	if err != nil {
		t.Fatal(err)
	}
	l.State.Stage, l.State.Match = match.Playing, engine.Match{Game: game, Setup: engine.Setup{Rules: "kosakeln/bamberger", Length: 2}}
	if err := l.State.Match.NextDeal(l.State.Match.Rules().Cards().Cards()); err != nil {
		t.Fatal(err)
	}
	l.State.Chairs = make([]match.Chair, game.Seats)
	for s := range l.State.Waiting().All() {
		l.State.Chairs[s].Call, l.HeldCalls[s] = 1, 1
	}
}

// onTheWay are the tables of which a message is being delivered.
type onTheWay map[string]bool

func (o onTheWay) IsInFlight(table string) bool { return o[table] }

func (o onTheWay) IsStale(string) bool { return false }

func (o onTheWay) Forget(string) {}

// TestEvict: of too many tables those go that were used longest ago, but none of
// which something is being shown, a message isn't stored or a call is held back.
func TestEvict(t *testing.T) {
	t.Parallel()
	ts, now := newEntries(), time.Now()
	ts.queue = onTheWay{"4": true, "9": true}
	for i := range maxEntries + 10 {
		l := ts.Lock(chat.TableID(fmt.Sprint(i)))
		l.State = &match.Table{Touched: now}
		l.RefsUnstored = i == 3
		if i == 9 {
			l.State = nil // to be read again
		}
		if i == 7 {
			holdCall(t, l)
		}
		l.mu.Unlock()
	}
	ts.Lock("5").mu.Unlock()
	ts.Evict(now)
	for _, tt := range []struct {
		ID    chat.TableID
		there bool
	}{{"0", false}, {"2", false}, {"3", true}, {"4", true}, {"5", true}, {"6", false}, {"7", true}, {"8", false}, {"9", true}, {"10", false}, {"11", true}} {
		if _, there := ts.byID[tt.ID]; there != tt.there {
			t.Errorf("table %s is in memory: %v, want %v", tt.ID, there, tt.there)
		}
	}
	for i := range 3 * maxEntries {
		ts.Lock(chat.TableID(fmt.Sprint("more", i))).mu.Unlock()
	}
	if n := len(ts.byID); n > 2*maxEntries {
		t.Errorf("%d tables are in memory", n)
	}
	ts.Evict(now.Add(2 * idle))
	if n := len(ts.byID); n > 4 {
		t.Errorf("%d tables are in memory after a long time", n)
	}
}
