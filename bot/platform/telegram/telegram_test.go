package telegram

import (
	"slices"
	"strings"
	"testing"

	"tarockbot/bot/platform/telegram/telegramtest"
)

// TestConfig: a group's settings are one message in the private chat of its
// administrators, and count in the group; others change nothing by it.
func TestConfig(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		w := newWorld(t)
		group := w.server.Group("supergroup", "Stammtisch", 7)
		anna, bert := w.server.Person("Anna"), w.server.Person("Bert")
		group.Administer(anna)
		w.start(anna, "")
		w.start(bert, "")
		anna.Home, anna.Topic = group, 7
		anna.Says(group, "/config")
		page := w.reads(anna.Private(), "Settings of this group")
		for _, tt := range []struct{ setting, value, shows string }{
			{" lang ", "de", "tables: Deutsch"},
			{" rules ", "kosakeln/bamberger", "named: Kosakeln (Bamberger)"},
			{" option ", "exchange=easy", "Exchange: Easy"},
			{" channels ", "/7", "made: https://t.me/c/"},
			{" tables ", "5", "at once: 5"},
			{" who ", "admins", "challenge: administrators alone"},
		} {
			w.tap(anna, page, w.data(page, tt.setting, tt.value))
			page = w.reads(anna.Private(), tt.shows)
		}
		group.Administer()
		w.clock.add(trusted)
		if a, err := anna.Tap(w.ctx, page, w.data(page, " lang ", "en")); err != nil || !strings.Contains(a.Text, "administer") {
			t.Errorf("who is no administrator any more is told %q, %v", a.Text, err)
		}
		if !strings.Contains(w.reads(anna.Private(), "of the tables").Text, "Deutsch") {
			t.Error("it was changed all the same")
		}
	})
}

// data is what the button says that sets the value.
func (w *world) data(m telegramtest.Message, setting, value string) string {
	w.t.Helper()
	for _, b := range slices.Concat(m.Keyboard...) {
		line, ok := w.platform.posts.lines.Expand(w.ctx, b.Data)
		if ok && strings.Contains(line, setting) && strings.HasSuffix(line, value) {
			return b.Data
		}
	}
	w.t.Fatalf("nothing sets%s%s in %+v", setting, value, m.Keyboard)
	return ""
}
