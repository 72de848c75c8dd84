package alarms

import (
	"bytes"
	"context"
	"errors"
	"iter"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/storage"
	"tarockbot/storage/memory"
	"tarockbot/storage/storagetest"
)

type network struct {
	chat.Platform
	down bool
}

func (n *network) Traits() chat.Traits {
	if n.down {
		return chat.Traits{Connection: chat.Disconnected}
	}
	return chat.Traits{}
}

type world struct {
	*Clock
	t     *testing.T
	below *storagetest.Full
	now   time.Time
	net   network
	log   bytes.Buffer
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{t: t, below: &storagetest.Full{Store: memory.New()}, now: time.Unix(1_800_000_000, 0)}
	w.restart()
	return w
}

func (w *world) restart() {
	w.t.Helper()
	log := slog.New(slog.NewTextHandler(&w.log, nil))
	store := documents.New(w.below, documents.Options{})
	w.Clock = NewClock(store, func() time.Time { return w.now }, log, map[string]chat.Platform{"net": &w.net})
	if err := w.Load(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
	w.Start()
}

func (w *world) pass(d time.Duration) {
	for ; d > 0; d -= Tick {
		w.now = w.now.Add(min(d, Tick))
		w.Advance()
		if err := w.checkpoint(w.t.Context(), checkpointEvery); err != nil && !w.below.IsFull.Load() {
			w.t.Error(err)
		}
	}
}

func (w *world) checkTimes(bot, net time.Duration) {
	w.t.Helper()
	if gotBot, gotNet := w.RunningTime(), w.ConnectedTime("net"); gotBot != bot || gotNet != net {
		w.t.Errorf("the bot has run %v, and the network %v; want %v and %v", gotBot, gotNet, bot, net)
	}
}

func TestFault44RunningTime(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.pass(time.Minute)
	w.checkTimes(time.Minute, time.Minute)
	w.net.down = true
	w.pass(Tick) // the clock notices the outage
	if !w.IsDown("net") {
		t.Error("the network isn't down")
	}
	w.pass(20 * time.Second)
	w.net.down = false
	w.pass(Tick) // the clock notices the connection
	w.checkTimes(90*time.Second, time.Minute)
	w.now = w.now.Add(maxGap + time.Second) // the machine was suspended
	w.checkTimes(90*time.Second, time.Minute)
	w.now = w.now.Add(-time.Hour) // the clock was set
	w.checkTimes(90*time.Second, time.Minute)
	w.pass(Tick)
	w.checkTimes(95*time.Second, 65*time.Second)
	if got := w.TimeOn(WallTime); got != SinceEpoch(w.now) || w.TimeOn(RunningTime) != w.RunningTime() {
		t.Errorf("WallTime is %v", got)
	}
}

func TestStoredTime(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.pass(10 * time.Second)
	w.Stop(t.Context())
	w.pass(time.Minute) // stopped
	w.checkTimes(10*time.Second, 10*time.Second)
	w.restart()
	w.pass(checkpointEvery + Tick)
	w.restart() // after a crash
	w.checkTimes(40*time.Second, 40*time.Second)
	w.below.IsFull.Store(true)
	w.pass(time.Hour)
	w.checkTimes(40*time.Second+maxUnstored, 40*time.Second+maxUnstored)
	w.Stop(t.Context())
	if !strings.Contains(w.log.String(), "running time not stored") {
		t.Errorf("the log is %s", &w.log)
	}
}

func TestRedrawPlan(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, step := range []struct {
		name string
		do   func()
		want Redraw
		lost bool
	}{
		{"at first", func() {}, RedrawNone, false},
		{"a while later", func() { w.pass(time.Minute) }, RedrawNone, false},
		{"the machine slept for less than a minute", func() { w.now = w.now.Add(30 * time.Second) }, RedrawLive, false},
		{"the machine slept once more", func() { w.now = w.now.Add(30 * time.Second) }, RedrawAll, false},
		{"nothing has happened since", func() {}, RedrawNone, false},
		{"the network is down", func() { w.net.down = true; w.pass(Tick) }, RedrawNone, false},
		{"the network has been down for long", func() { w.pass(lostAfter) }, RedrawOther, true},
		{"the network is still down", func() { w.pass(lostAfter) }, RedrawNone, true},
		{"the network is back", func() { w.net.down = false; w.pass(Tick) }, RedrawAll, false},
		{"the network was down for a moment", func() { w.net.down = true; w.pass(Tick); w.net.down = false; w.pass(Tick) }, RedrawLive, false},
		{"the machine slept, but not all can be redrawn", func() { w.now = w.now.Add(time.Hour) }, RedrawAll, false},
		{"the redraw is repeated", func() { w.Shown.Revert("net") }, RedrawAll, false},
		{"after a restart", func() { w.Stop(t.Context()); w.restart() }, RedrawNone, false},
	} {
		step.do()
		w.Advance()
		if got := w.Shown.Plan("net", w.now); got != step.want || w.Shown.IsLost("net") != step.lost {
			t.Errorf("%s: redraw %d, lost %v; want %d, %v", step.name, got, w.Shown.IsLost("net"), step.want, step.lost)
		}
		if !strings.HasSuffix(step.name, "not all can be redrawn") {
			w.Shown.Confirm("net")
		}
	}
}

func TestRunFiresDueAlarms(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r, start, fired := newRunner(memory.New(), time.Now), time.Now(), make(chan string)
		if err := r.Clock.Load(t.Context()); err != nil {
			t.Fatal(err)
		}
		r.Clock.Start()
		r.Handlers = map[string]Handler{
			WakeTable:  func(_ context.Context, id string) error { fired <- id; return ErrDrop },
			WakePerson: func(context.Context, string) error { panic("a fault") },
		}
		storeAlarm := func(l Timeline, at time.Duration, what, id string) {
			if l == WallTime {
				at += SinceEpoch(start)
			}
			docs := ReplaceDocs("", Alarm{l, at, what, id}.Key())
			if err := r.Store.Commit(t.Context(), docs...); err != nil {
				t.Error(err)
			}
			r.Schedule.Stored(docs)
		}
		storeAlarm(RunningTime, time.Second, WakeTable, "before the start")
		storeAlarm(WallTime, 2*time.Minute, WakeTable, "by the time of day")
		storeAlarm(WallTime, time.Second, WakePerson, "one that panics")
		storeAlarm(WallTime, time.Second, "gone", "of an unknown kind")
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() { r.Run(ctx); close(done) }()
		for _, want := range []struct {
			id string
			at time.Duration
		}{{"before the start", headStart}, {"stored meanwhile", time.Minute}, {"by the time of day", 2 * time.Minute}} {
			if id := <-fired; id != want.id || time.Since(start) != want.at {
				t.Errorf("%q fired after %v, want %q after %v", id, time.Since(start), want.id, want.at)
			}
			if want.at == headStart {
				storeAlarm(RunningTime, time.Minute, WakeTable, "stored meanwhile")
			}
		}
		stop()
		<-done
	})
}

type scanCountingStore struct {
	storage.Store
	scans atomic.Int64
}

func (s *scanCountingStore) Scan(ctx context.Context, kind, from, to string) iter.Seq2[storage.Doc, error] {
	s.scans.Add(1)
	return s.Store.Scan(ctx, kind, from, to)
}

func TestIdleRunnerDoesNotScan(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		below := &scanCountingStore{Store: memory.New()}
		r := newRunner(below, time.Now)
		r.Clock.Start()
		ctx, stop := context.WithTimeout(t.Context(), 24*time.Hour)
		defer stop()
		var firstScans atomic.Int64
		time.AfterFunc(10*time.Second, func() { firstScans.Store(below.scans.Load()) })
		r.Run(ctx)
		if n := below.scans.Load(); firstScans.Load() == 0 || n != firstScans.Load() {
			t.Errorf("the store was scanned %d times in ten seconds, and %d times in a day", firstScans.Load(), n)
		}
	})
}

type unreadableStore struct{ storage.Store }

func (unreadableStore) Scan(context.Context, string, string, string) iter.Seq2[storage.Doc, error] {
	return func(yield func(storage.Doc, error) bool) { yield(storage.Doc{}, errors.New("unreadable")) }
}

func TestUnreadableAlarms(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	log := slog.New(slog.NewTextHandler(&w.log, nil))
	r := &Runner{Store: documents.New(unreadableStore{w.below}, documents.Options{}), Log: log, Schedule: NewSchedule(), Clock: w.Clock}
	r.FireAll(t.Context(), WallTime)
	if wait := r.Schedule.until(WallTime, w.TimeOn(WallTime)); wait != readAgain || !strings.Contains(w.log.String(), "alarms not read") {
		t.Errorf("read again after %v; the log is %s", wait, &w.log)
	}
}

func TestHoldersErase(t *testing.T) {
	t.Parallel()
	store := documents.New(memory.New(), documents.Options{})
	at := time.Unix(1000, 0)
	docs := ReplaceDocs("", PersonAlarm(at, WakePerson, "anna").Key())
	docs = append(docs, RedrawDocs(at, "anna", "1")...)
	docs = append(docs, RedrawDocs(at, "annabell", "1")...)
	docs = append(docs, ReplaceDocs("", Alarm{WallTime, SinceEpoch(at), WakeTable, "anna"}.Key())...)
	if err := store.Commit(t.Context(), docs...); err != nil {
		t.Fatal(err)
	}
	for _, h := range Holders(store) {
		if h.Erase != nil {
			if err := h.Erase(t.Context(), &documents.Erasure{Identity: chat.Identity{Person: "anna"}}); err != nil {
				t.Fatal(err)
			}
		}
	}
	var remaining []string
	for doc := range store.Scan(t.Context(), KindAlarm, "", "") {
		a, _ := Key(doc.Key.ID).Parse()
		remaining = append(remaining, a.Kind+" "+a.ID)
	}
	if got := strings.Join(remaining, ", "); got != "show annabell.1, table anna" {
		t.Errorf("the remaining alarms are %q", got)
	}
	if !(PersonAlarm(time.Time{}, WakePerson, "anna") == Alarm{}) {
		t.Error("the zero time has an alarm")
	}
}
