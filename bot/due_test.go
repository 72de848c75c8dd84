package bot_test

import (
	"context"
	"encoding/json"
	"slices"
	"testing"
	"time"

	"tarockbot/bot/bottest"
)

// alarmsKept checks that the alarms of tables are those that the tables keep.
func (w *world) alarmsKept() {
	w.t.Helper()
	var want []string
	for doc, err := range w.store.Scan(w.t.Context(), "table", "", "") {
		var t struct{ Stage, Alarm string }
		if err == nil {
			err = json.Unmarshal(doc.Data, &t)
		}
		if err != nil {
			w.t.Fatal(err)
		}
		if t.Alarm != "" {
			want = append(want, t.Alarm)
		} else if t.Stage != "playing" {
			w.t.Errorf("table %s has no alarm", doc.Key.ID)
		}
	}
	slices.Sort(want)
	if got := w.alarms(); !slices.Equal(got, want) {
		w.t.Errorf("alarms\n%q\nwant\n%q", got, want)
	}
}

// TestAlarmsMigrated: tables from before there were alarms have one, at the right
// time.
func TestAlarmsMigrated(t *testing.T) {
	t.Parallel()
	w := startUnversioned(t)
	w.alarmsKept()
	w.pass(25 * time.Hour)
	if err := w.bot.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.alarmsKept()
	w.refuses("anna", "rematch 5grgnes4", "no-table")
	ctx, cancel := context.WithTimeout(w.ctx, patience)
	defer cancel()
	expired := func(p bottest.Post) bool { return contains(said("closed.expired"))(p.Screen) } // another table's may be the last
	if err := w.net.Wait(ctx, func() bool { return slices.ContainsFunc(w.net.Posts(public), expired) }); err != nil {
		t.Error(err)
	}
}
