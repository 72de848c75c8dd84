package bot_test

import (
	"encoding/json"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/storage"
	"tarockbot/storage/memory"
	"tarockbot/storage/storagetest"
)

const day = 24 * time.Hour

// seatPaced begins a match of the pace. It returns the match's code and the player that it waits for.
func (w *world) seatPaced(pace string) (id, who string) {
	w.t.Helper()
	id = w.seat("anna", "bert", "spieleversum 2 "+pace)
	synctest.Wait()
	return id, w.onTurn(id, "anna", "bert")
}

// onTurn is the first of the people who is waited for.
func (w *world) onTurn(id string, people ...string) string {
	w.t.Helper()
	for _, who := range people {
		if s := w.hand(who, id); move(s) != "" {
			return who
		}
	}
	w.t.Fatal("nobody is waited for")
	return ""
}

// stored reads the document into v.
func (w *world) stored(kind, id string, v any) {
	w.t.Helper()
	doc, err := w.store.Get(w.t.Context(), storage.Key{Kind: kind, ID: id})
	if err == nil {
		err = json.Unmarshal(doc.Data, v)
	}
	if err != nil {
		w.t.Fatal(err)
	}
}

// away stops the bot, and starts it again so much later.
func (w *world) away(d time.Duration) {
	w.t.Helper()
	if err := w.end(); err != nil {
		w.t.Fatalf("the bot ended with %v", err)
	}
	w.pass(d)
	w.boot()
}

// fill takes all room from the store, or gives it back.
func (w *world) fill(full bool) { w.store.(*storagetest.Full).IsFull.Store(full) }

// TestFault44RunningTime: running time, of the bot and of a network, grows with time as it passes. It doesn't go back, nor on
// while either is away, and neither a jump of the clock by an hour nor a night of the machine counts, nor, but for a minute,
// time that there is no room to keep.
func TestFault44RunningTime(t *testing.T) {
	t.Parallel()
	const minute, look = time.Minute, 10 * time.Second
	for name, tt := range map[string]struct {
		do        func(*world) // between two minutes
		least, to time.Duration
	}{
		"as it passes": {func(*world) { pass(time.Hour) }, time.Hour + 2*minute, time.Hour + 2*minute},
		"forwards":     {func(w *world) { w.pass(time.Hour) }, 2*minute - look, 2 * minute},
		"backwards":    {func(w *world) { w.pass(-time.Hour) }, 2*minute - look, 2 * minute},
		"suspended":    {func(w *world) { w.pass(8 * time.Hour) }, 2*minute - look, 2 * minute},
		"stopped":      {func(w *world) { w.away(8 * time.Hour) }, 2 * minute, 2 * minute},
		"killed": {func(w *world) { // what isn't kept yet, and a look's time
			pass(3 * time.Second)
			w.fill(true)
			if err := w.end(); err != nil {
				t.Error(err)
			}
			w.fill(false)
			w.away(8 * time.Hour)
		}, 2*minute - 32*time.Second, 2*minute + 3*time.Second},
		"without room":        {func(w *world) { w.fill(true); pass(time.Hour); w.fill(false) }, 2 * minute, 3 * minute},
		"without the network": {func(w *world) { w.net.Down.Store(true); pass(time.Hour); w.net.Down.Store(false) }, 2*minute - look, 2 * minute},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := startWorld(t, &storagetest.Full{Store: memory.New()}, ticking)
				pass(minute)
				tt.do(w)
				pass(minute)
				if err := w.end(); err != nil {
					t.Fatal(err)
				}
				var ran struct {
					Bot       int64
					Platforms map[string]int64
				}
				w.stored("clock", "running", &ran)
				on := time.Duration(ran.Platforms["fake"]) * time.Millisecond
				if on < tt.least || on > tt.to || (ran.Platforms["fake"] != ran.Bot) != (name == "without the network") {
					t.Errorf("the bot has run for %d ms, connected for %v, want %v to %v", ran.Bot, on, tt.least, tt.to)
				}
			})
		})
	}
}
