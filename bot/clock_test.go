package bot_test

import (
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/storage/memory"
	"tarockbot/storage/storagetest"
)

const day = 24 * time.Hour

// seatPaced begins a match of the pace. It returns the match's code and the player that it waits for.
func seatPaced(w *world, pace string) (id, who string) {
	w.t.Helper()
	id = w.seat("spieleversum 2 "+pace, "anna", "bert")
	synctest.Wait()
	who, _ = w.anyMove(id, "anna", "bert")
	return id, who
}

// stopFor stops the bot, and starts it again so much later.
func stopFor(w *world, d time.Duration) {
	w.t.Helper()
	if err := w.end(); err != nil {
		w.t.Fatalf("the bot ended with %v", err)
	}
	w.jump(d)
	w.boot()
}

// TestFault44RunningTime: running time, of the bot and of a network, grows with time as it passes. It doesn't go back, nor on
// while either is away, and neither a jump of the clock by an hour nor a night of the machine counts, nor, but for a minute,
// time that there is no room to keep.
func TestFault44RunningTime(t *testing.T) {
	t.Parallel()
	const minute, look = time.Minute, 10 * time.Second
	for name, tt := range map[string]struct {
		do        func(*world, *storagetest.Full) // between two minutes
		least, to time.Duration
	}{
		"as it passes": {func(*world, *storagetest.Full) { pass(time.Hour) }, time.Hour + 2*minute, time.Hour + 2*minute},
		"forwards":     {func(w *world, _ *storagetest.Full) { w.jump(time.Hour) }, 2*minute - look, 2 * minute},
		"backwards":    {func(w *world, _ *storagetest.Full) { w.jump(-time.Hour) }, 2*minute - look, 2 * minute},
		"suspended":    {func(w *world, _ *storagetest.Full) { w.jump(8 * time.Hour) }, 2*minute - look, 2 * minute},
		"stopped":      {func(w *world, _ *storagetest.Full) { stopFor(w, 8*time.Hour) }, 2 * minute, 2 * minute},
		"killed": {func(w *world, store *storagetest.Full) { // what isn't kept yet, and a look's time
			pass(3 * time.Second)
			store.IsFull.Store(true)
			if err := w.end(); err != nil {
				t.Error(err)
			}
			store.IsFull.Store(false)
			stopFor(w, 8*time.Hour)
		}, 2*minute - 32*time.Second, 2*minute + 3*time.Second},
		"without room": {func(_ *world, store *storagetest.Full) {
			store.IsFull.Store(true)
			pass(time.Hour)
			store.IsFull.Store(false)
		}, 2 * minute, 3 * minute},
		"without the network": {func(w *world, _ *storagetest.Full) { w.net.Down.Store(true); pass(time.Hour); w.net.Down.Store(false) }, 2*minute - look, 2 * minute},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				store := &storagetest.Full{Store: memory.New()}
				w := startWorld(t, store, ticking)
				pass(minute)
				tt.do(w, store)
				pass(minute)
				if err := w.end(); err != nil {
					t.Fatal(err)
				}
				var ran struct {
					Bot       int64
					Platforms map[string]int64
				}
				w.read("clock", "running", &ran)
				on := time.Duration(ran.Platforms["fake"]) * time.Millisecond
				if on < tt.least || on > tt.to || (ran.Platforms["fake"] != ran.Bot) != (name == "without the network") {
					t.Errorf("the bot has run for %d ms, connected for %v, want %v to %v", ran.Bot, on, tt.least, tt.to)
				}
			})
		})
	}
}
