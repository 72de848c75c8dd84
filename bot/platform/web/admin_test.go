package web

import (
	"strings"
	"testing"

	"tarockbot/bot/chat"
)

func TestAdmins(t *testing.T) {
	for _, hosts := range [][]string{{}, {"tarock.example"}} {
		w := newPublicWorld(t, Config{Hosts: hosts, Admins: []string{"Änne M", "bert"}})
		w.enter("Carl")
		w.wantAdministers(Channel, map[chat.UserID]bool{
			"local:änne-m": true, "local:bert": true, "local:carl": false, "discord:bert": false, "local:": false,
		})
		w.wantAdministers("discord:g5", map[chat.UserID]bool{"local:bert": false})
	}
	if _, err := New(Config{Listener: listenAt(t, "127.0.0.1:0"), Admins: []string{"<b>"}, Notes: newWorld(t).Platform.cfg.Notes}); err == nil {
		t.Error("an impossible name is accepted")
	}
	w := newPublicWorld(t, Config{Admins: []string{"Anna", "Bert"}})
	w.claimName("192.0.2.1", "Anna")
	before := len(w.log.String())
	w.owners.warnOfAdmins(t.Context())
	if log := w.log.String()[before:]; !strings.Contains(log, "bert") || strings.Contains(log, "anna") {
		t.Errorf("the log about unclaimed names says %q", log)
	}
	w.claimName("192.0.2.2", "Bert")
	if log := w.log.String(); !strings.Contains(log, "was claimed") {
		t.Errorf("the log about a claimed name says %q", log)
	}
	w.Forget(t.Context(), userID("anna"), nil)
	if log := w.log.String(); !strings.Contains(log, "free") || !strings.Contains(log, "anna") {
		t.Errorf("the log about a released name says %q", log)
	}
}
