package bot_test

import (
	"testing"
	"testing/synctest"

	"tarockbot/bot"
	"tarockbot/bot/chat"
	"tarockbot/storage"
	"tarockbot/storage/memory"
	"tarockbot/storage/storagetest"
)

func TestRatingSurvivesKill(t *testing.T) {
	t.Parallel()
	for _, applied := range []bool{false, true} {
		for killAt := range int64(4) {
			synctest.Test(t, func(t *testing.T) {
				store := &dyingStore{Flaky: &storagetest.Flaky{Store: memory.New()}, failure: storagetest.Failure{Err: storage.ErrUncertain, Applied: applied}}
				w := startWorld(t, store)
				id := w.seat("bamberger 2", "anna", "bert")
				synctest.Wait()
				store.commitsLeft.Store(killAt + 1)
				_, err := w.bot.Handle(w.ctx, w.in("bert", "leave "+id+" yes"))
				if (err != nil) != (killAt == 0) {
					t.Errorf("killed at commit %d: %v", killAt+1, err)
				}
				synctest.Wait()
				if store.commitsLeft.Load() <= 0 {
					w.restartAfterKill(store.Flaky)
				}
				var table storedTable
				w.read("table", id, &table)
				if over := table.Stage == "finished"; over != (w.audit().Matches == 1) {
					t.Errorf("applied %v, killed at commit %d: the match is over: %v, but %d matches count", applied, killAt+1, over, w.audit().Matches)
				}
				w.says("bert", "leave "+id+" yes")
				if n := w.audit().Matches; n != 1 {
					t.Errorf("applied %v, killed at commit %d: %d matches count in the end", applied, killAt+1, n)
				}
			})
		}
	}
}

func TestManyMatchesEndAtOnce(t *testing.T) {
	t.Parallel()
	w := startWorld(t, memory.New(), withLimits(bot.Limits{TablesPerChat: 50, TablesPerPerson: 50, InputsPerPerson: 1 << 20, InputsPerChat: 1 << 20}))
	var inputs []chat.Input
	people := []string{"anna", "bert", "carl", "dora"}
	for i := range 12 {
		host, guest := people[i%4], people[(i+1+i/4)%4]
		id := w.seat("bamberger 2", host, guest)
		in := w.in(guest, "leave "+id+" yes")
		inputs = append(inputs, in, in) // delivered twice
	}
	if n := w.countEffects(inputs...); n != 12 {
		t.Errorf("%d inputs were accepted, want 12", n)
	}
	if report := w.audit(); report.Matches != 12 {
		t.Errorf("%d matches count, want 12", report.Matches)
	}
}
