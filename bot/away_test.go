package bot_test

import (
	"strings"
	"sync"
	"testing"
	"time"
)

const day = 24 * time.Hour

func TestTwoAwayInputsLeaveOneAlarm(t *testing.T) {
	t.Parallel()
	store := newGate(ofKind("person"))
	w := startWorld(t, store)
	w.mustSay("anna", "help")
	store.armed.Store(true)
	var first sync.WaitGroup
	first.Go(func() { w.says("anna", "away 3") })
	<-store.reached
	w.mustSay("anna", "away 20")
	close(store.open)
	first.Wait()
	if alarms := strings.Join(keys(w.documents("alarm")), " "); strings.Count(alarms, "away") != 1 {
		t.Errorf("the alarms are %q, want one for away", alarms)
	}
}
