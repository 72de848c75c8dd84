package alarms

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"testing"
	"time"

	"tarockbot/bot/documents"
	"tarockbot/bot/support/metrics"
	"tarockbot/storage"
	"tarockbot/storage/memory"
)

func TestKey(t *testing.T) {
	t.Parallel()
	a := Alarm{RunningTime, 1234567*time.Millisecond - 1, WakeTable, "x7k2p4qa"}
	if k := a.Key(); k != "run|00000000000001234567|table|x7k2p4qa" || k.Time() != 1234567*time.Millisecond {
		t.Errorf("the key is %q, at %v", k, k.Time())
	}
	if later := (Alarm{RunningTime, time.Hour, WakeTable, "a"}); later.Key() < a.Key() {
		t.Errorf("%q sorts before %q", later.Key(), a.Key())
	}
	if k := (Alarm{}).Key(); k != "" {
		t.Errorf("the zero alarm's key is %q", k)
	}
	for _, k := range []Key{"", "run|1|table", "run|soon|table|a"} {
		if _, err := k.Parse(); err == nil {
			t.Errorf("%q was parsed as a key", k)
		}
	}
}

func TestReplaces(t *testing.T) {
	t.Parallel()
	now := func(Timeline) time.Duration { return 10 * time.Second }
	at := func(seconds time.Duration) Alarm { return Alarm{WallTime, seconds * time.Second, WakePerson, "p"} }
	for _, tt := range []struct {
		name         string
		next, stored Alarm
		want         bool
	}{
		{"no alarm, none stored", Alarm{}, Alarm{}, false},
		{"the first alarm", at(20), Alarm{}, true},
		{"the same alarm", at(20), at(20), false},
		{"an earlier alarm", at(20), at(30), true},
		{"a later alarm", at(30), at(20), false},
		{"a later alarm, the stored one overdue", at(30), at(5), true},
		{"no alarm, the stored one in the future", Alarm{}, at(20), false},
		{"no alarm, the stored one overdue", Alarm{}, at(5), true},
		{"an alarm on another timeline", Alarm{RunningTime, time.Hour, WakePerson, "p"}, at(20), true},
	} {
		if got := tt.next.Replaces(tt.stored.Key(), now); got != tt.want {
			t.Errorf("%s: got %v, want %v", tt.name, got, tt.want)
		}
	}
}

func newRunner(below storage.Store, now func() time.Time) *Runner {
	log, store := slog.New(slog.DiscardHandler), documents.New(below, documents.Options{})
	return &Runner{Store: store, Log: log, Metrics: metrics.New(nil), Schedule: NewSchedule(), Clock: NewClock(store, now, log, nil)}
}

func TestFireAll(t *testing.T) {
	t.Parallel()
	now, store := time.Unix(1000, 0), memory.New()
	var docs []storage.Doc
	for id, at := range map[string]time.Time{"fails": now.Add(-2 * time.Second), "over": now.Add(-time.Second), "to come": now.Add(time.Second)} {
		docs = append(docs, ReplaceDocs("", Alarm{WallTime, SinceEpoch(at), WakePerson, id}.Key())...)
	}
	if err := store.Commit(t.Context(), docs...); err != nil {
		t.Fatal(err)
	}
	var fired []string
	calls := make(chan string, 3)
	r := newRunner(store, func() time.Time { return now })
	r.Handlers = map[string]Handler{WakePerson: func(_ context.Context, id string) error {
		calls <- id
		if id == "over" {
			return ErrDrop
		}
		return errors.New("it fails")
	}}
	r.FireAll(t.Context(), WallTime)
	r.FireAll(t.Context(), WallTime)
	close(calls)
	for id := range calls {
		fired = append(fired, id)
	}
	if slices.Sort(fired); !slices.Equal(fired, []string{"fails", "over"}) {
		t.Errorf("fired %q, want fails and over", fired)
	}
	if wait := r.Schedule.until(WallTime, SinceEpoch(now)); wait != time.Second {
		t.Errorf("the next fires after %v", wait)
	}
	var remaining []string
	for doc, err := range store.Scan(t.Context(), KindAlarm, "", "") {
		if err != nil {
			t.Fatal(err)
		}
		a, _ := Key(doc.Key.ID).Parse()
		remaining = append(remaining, a.ID)
	}
	if !slices.Equal(remaining, []string{"fails", "to come"}) {
		t.Errorf("the remaining alarms are %q", remaining)
	}
}
