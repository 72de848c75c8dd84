package bot_test

import (
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/storage/memory"
	"tarockbot/storage/storagetest"
)

const day = 24 * time.Hour

// TestAwayKilled: the clocks of somebody who is away stand still, also if the bot was killed before it could stop them.
func TestAwayKilled(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := &storagetest.Full{Store: memory.New(), Kind: "table"}
		w := startWorld(t, store, ticking)
		id := w.seat("spieleversum 2 1d", "anna", "bert")
		synctest.Wait()
		who, _ := w.anyMove(id, "anna", "bert")
		store.IsFull.Store(true)
		w.says(who, "away 20")
		store.IsFull.Store(false)
		if line(*w.mustSay(who, "away").Screen, "away off") == "" {
			t.Fatal("not away at all")
		}
		pass(day)
		var table stored
		w.read("table", id, &table)
		for _, c := range table.Chairs {
			if c.Name == who && c.Reminded != 0 {
				t.Errorf("%s was reminded of the time", who)
			}
		}
	})
}

// TestAwayTwiceAtOnce: of two wishes to be away at the same moment one counts after the other, and there is one alarm.
func TestAwayTwiceAtOnce(t *testing.T) {
	t.Parallel()
	store := newGate(ofKind("person"))
	w := startWorld(t, store)
	w.mustSay("anna", "help")
	store.shut.Store(true)
	var first sync.WaitGroup
	first.Go(func() { w.says("anna", "away 3") })
	<-store.reached
	w.mustSay("anna", "away 20")
	close(store.open)
	first.Wait()
	if alarms := strings.Join(keys(w.documents("alarm")), " "); strings.Count(alarms, "away") != 1 {
		t.Errorf("the alarms are %q", alarms)
	}
}
