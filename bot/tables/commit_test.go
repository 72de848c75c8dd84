package tables

import (
	"context"
	"crypto/rand"
	"io"
	"log/slog"
	"sync"
	"testing"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/bot/match"
	"tarockbot/bot/people"
	"tarockbot/bot/support/metrics"
	"tarockbot/bot/tables/alarms"
	"tarockbot/bot/tables/players"
	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/engine/robot"
	"tarockbot/storage"
	"tarockbot/storage/memory"
)

type network struct{ chat.Platform }

func (network) Traits() chat.Traits { return chat.Traits{} }

type noDisplay struct{}

func (noDisplay) Deliver(*Locked)                  {}
func (noDisplay) RefreshSeat(*Locked, engine.Seat) {}
func (noDisplay) Reconcile(*Locked, bool, bool)    {}
func (noDisplay) IsBehind(*match.Table) bool       { return false }

func newTables(t *testing.T, now func() time.Time) *Tables {
	t.Helper()
	log := slog.New(slog.NewTextHandler(io.Discard, nil))
	store := documents.New(memory.New(), documents.Options{Now: now, Log: log})
	clock := alarms.NewClock(store, now, log, map[string]chat.Platform{"net": network{}})
	if err := clock.Load(t.Context()); err != nil {
		t.Fatal(err)
	}
	clock.Start()
	return New(Config{
		Store: store, Log: log, Metrics: metrics.New(nil), Random: rand.Reader, Running: t.Context(),
		Facts: players.New(t.Context(), people.New(store, rand.Reader, now, nil), clock, log), AbandonedAfter: 24 * time.Hour,
	}, noDisplay{}, func(Snapshot, match.Message) chat.Screen { return chat.Screen{} }, inFlight{})
}

func (ts *Tables) storeTable(t *testing.T, table *match.Table, version int64, more ...storage.Doc) {
	t.Helper()
	doc, err := tableDoc(table, version)
	if err != nil {
		t.Fatal(err)
	}
	if err := ts.config.Store.Commit(context.Background(), append(more, doc)...); err != nil {
		t.Fatal(err)
	}
}

func tableOfComputers(t *testing.T, game engine.Game) *match.Table {
	t.Helper()
	table := &match.Table{ID: "abcd2345", Stage: match.Playing, Seed: 1, Touched: time.Now()}
	table.Setup.Setup = engine.Setup{Rules: game.Rules[0].ID, Length: 2}
	table.Match = engine.Match{Game: game, Setup: table.Setup.Setup}
	if err := table.Match.NextDeal(table.Match.Rules().Cards().Cards()); err != nil {
		t.Fatal(err)
	}
	for range game.Seats {
		table.Chairs = append(table.Chairs, match.RobotChair(robot.Strong))
	}
	return table
}

// TestConcurrentReads needs the race detector.
func TestConcurrentReads(t *testing.T) {
	t.Parallel()
	for _, game := range games.All() {
		ts, table := newTables(t, time.Now), tableOfComputers(t, game)
		ts.storeTable(t, table, 0)
		var all sync.WaitGroup
		all.Go(func() { _, _ = ts.Thinker.questionOf(t.Context(), table.ID) })
		for range 2 {
			all.Go(func() {
				s, err := ts.Snapshot(t.Context(), table.ID)
				if err != nil {
					t.Error(err)
					return
				}
				for seat := range engine.Seat(len(s.Chairs)) {
					s.Match.Deal.Prompt(seat)
					s.Match.View(seat)
				}
				s.PublicView()
			})
		}
		all.Go(func() {
			if err := ts.ShowChange(t.Context(), table.ID, func(*match.Table) bool { return true }); err != nil {
				t.Error(err)
			}
		})
		all.Wait()
	}
}

func TestReadTableQueuesComputer(t *testing.T) {
	t.Parallel()
	ts, table := newTables(t, time.Now), tableOfComputers(t, games.All()[0])
	ts.storeTable(t, table, 0)
	for range 2 {
		if _, err := ts.Table(t.Context(), table.ID); err != nil {
			t.Fatal(err)
		}
		ts.Memory.Unload(table.ID)
	}
	if n := len(ts.Thinker.queue); n != 1 {
		t.Errorf("%d tables wait for the computer, want 1", n)
	}
}

func TestNextAlarmComputedOnce(t *testing.T) {
	t.Parallel()
	for slowRead := 1; slowRead < 14; slowRead++ {
		began, clockReads, late := time.Now(), 0, time.Duration(0)
		ts := newTables(t, func() time.Time {
			if clockReads++; clockReads == slowRead {
				late = 3 * time.Millisecond
			}
			return began.Add(late)
		})
		old := alarms.Alarm{Timeline: alarms.RunningTime, At: 0, Kind: alarms.WakeTable, ID: "abcd2345"}
		table := &match.Table{ID: "abcd2345", Stage: match.Playing, Seed: 1, AlarmKey: string(old.Key())}
		table.Setup.Pace = match.LivePace
		table.Chairs = match.Chairs{{Person: "p", User: "net:u", Timer: match.Timer{LeftMillis: 100000, Platform: "net"}}, match.RobotChair(robot.Easy)}
		game, err := games.ByRules("strohmandeln/classic")
		if err != nil {
			t.Fatal(err)
		}
		table.Setup.Rules = "strohmandeln/classic"
		table.Match = engine.Match{Game: game, Setup: table.Setup.Setup}
		ts.storeTable(t, table, 0, alarms.ReplaceDocs("", old.Key())...)
		if _, err := ts.Table(t.Context(), table.ID); err != nil {
			t.Fatal(err)
		}
		clockReads = 0
		if err := (Expiry{ts}).storeNextAlarm(t.Context(), table.ID); err != nil {
			t.Errorf("3 ms pass at read %d of the clock: %v", slowRead, err)
		}
	}
}

func TestDeleteAfterConflict(t *testing.T) {
	t.Parallel()
	ts := newTables(t, time.Now)
	table := &match.Table{ID: "abcd2345", Stage: match.Closed, Seed: 1, Touched: time.Now().Add(-48 * time.Hour)}
	table.Setup.Rules = "strohmandeln/classic"
	ts.storeTable(t, table, 0)
	if _, err := ts.Table(t.Context(), table.ID); err != nil {
		t.Fatal(err)
	}
	ts.storeTable(t, table, 1)
	if err := (Expiry{ts}).deleteOver(t.Context(), table.ID); err != nil {
		t.Error(err)
	}
	if _, err := ts.Table(t.Context(), table.ID); !chat.IsRefusal(err, "no-table") {
		t.Errorf("after the deletion the error is %v", err)
	}
}
