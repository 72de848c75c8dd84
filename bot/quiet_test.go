package bot_test

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/storage"
	"tarockbot/storage/memory"
)

func TestInputWhileAlarmIsStored(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := newGate(func(d storage.Doc) bool { return d.Key.Kind == "alarm" && strings.Contains(d.Key.ID, "|person|") })
		defer close(g.open)
		w := startWorld(t, g, withTickingClock) // 9:00 in Vienna
		w.mustSay("bert", "settings quiet 8-20")
		g.armed.Store(true)
		w.mustSay("anna", "challenge @bert bamberger 2")
		id := w.awaitChallenge()
		<-g.reached
		w.mustSay("bert", "accept "+id)
	})
}

func TestSettingsChangedAtEndOfQuietHours(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := newGate(func(d storage.Doc) bool {
			return d.Key.Kind == "alarm" && d.Data == nil && strings.Contains(d.Key.ID, "|person|")
		})
		w := startWorld(t, g, withTickingClock) // 9:00 in Vienna
		w.mustSay("bert", "settings quiet 22-7")
		id := w.seat("bamberger 2", "anna", "bert")
		pass(14 * time.Hour)
		playToGuestsTurn(w, id, "anna", "bert")
		synctest.Wait()
		g.armed.Store(true)
		<-g.reached // in the morning
		w.mustSay("bert", "settings confirm on")
		close(g.open)
		synctest.Wait()
		for key := range w.documents("alarm") {
			if strings.Contains(key, "|person|") {
				t.Errorf("the alarm %s is left", key)
			}
		}
		if log := w.log.String(); strings.Contains(log, "level=ERROR") {
			t.Errorf("in the log:\n%s", log)
		}
	})
}

func playToGuestsTurn(w *world, id, host, guest string) {
	w.t.Helper()
	for range 100 {
		if guestMoves := offeredMove(w.hand(guest, id)) != ""; guestMoves && offeredMove(w.hand(host, id)) == "" {
			return
		} else if guestMoves {
			w.mustSay(guest, offeredMove(w.hand(guest, id)))
		}
		if m := offeredMove(w.hand(host, id)); m != "" {
			w.mustSay(host, m)
		}
	}
	w.t.Fatal("the guest never has the turn")
}

func TestHoldingBackWritesNothing(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := startWorld(t, memory.New(), withTickingClock)
		id := w.seat("bamberger 2", "anna", "bert")
		playToGuestsTurn(w, id, "anna", "bert")
		synctest.Wait()
		before := dumpDocuments(t, w.store, "clock", "owed")
		pass(115 * time.Second)
		if marks := keys(w.documents("owed")); !slices.Equal(marks, []string{id}) {
			t.Errorf("marked: %v, want %s", marks, id)
		}
		pass(2 * time.Minute)
		if hand, _ := w.net.Last(private("bert")); hand.Screen.Call == nil || hand.Screen.Call.Suppressed {
			t.Error("bert wasn't notified")
		}
		if marks := keys(w.documents("owed")); len(marks) != 0 {
			t.Errorf("still marked: %v", marks)
		}
		if after := dumpDocuments(t, w.store, "clock", "owed"); after != before {
			t.Errorf("the documents changed to\n%s\nfrom\n%s", after, before)
		}
	})
}
