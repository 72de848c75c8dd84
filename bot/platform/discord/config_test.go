package discord_test

import (
	"slices"
	"strings"
	"testing"

	"tarockbot/bot/platform/discord/discordtest"
	"tarockbot/bot/platform/platformtest"
)

// TestConfig: the server's settings are one message of selects, each of which
// counts at once; who doesn't manage the server changes nothing.
func TestConfig(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		w := newWorld(t)
		anna := w.anna
		anna.Manages = true
		if word := w.mustSay(w.bert, "config"); !strings.Contains(word, "administer") {
			t.Errorf("a member is told %q", word)
		}
		w.mustSay(anna, "config")
		for _, tt := range []struct{ setting, value, shows string }{
			{" lang ", "de", "Deutsch"},
			{" rules ", "strohmandeln/forty", "forty cards"},
			{" option ", "simple=throw-in", "Without simple games"},
			{" pace ", "7d", "7 days"},
			{" channels ", discordtest.Channel, "https://discord.com/channels/" + discordtest.Guild + "/" + discordtest.Channel},
			{" tables ", "5", ": 5"},
			{" who ", "admins", "administrators alone"},
			{" threads ", "on", "thread for each match: yes"},
		} {
			page := settings(t, anna)
			control, value, ok := sets(page, tt.setting, tt.value)
			if !ok {
				t.Fatalf("no%s%s in %+v", tt.setting, tt.value, page)
			}
			w.presses(anna, control, value)
			w.wait(tt.shows, func() bool {
				m, ok := anna.Panel()
				return ok && strings.Contains(strings.NewReplacer(`\`, "", "*", "").Replace(m.Text()), tt.shows)
			})
		}
		if n := len(anna.Private()); n != 1 {
			t.Errorf("the settings are %d messages", n)
		}
		anna.Manages = false
		control, value, _ := sets(settings(t, anna), " lang ", "en")
		if word := w.presses(anna, control, value); !strings.Contains(word, "administer") {
			t.Errorf("who doesn't manage the server any more is told %q", word)
		}
	})
}

// sets is the select of the setting, and what chooses the value there.
func sets(page []platformtest.Control, setting, value string) (control platformtest.Control, chooses string, ok bool) {
	for _, c := range page {
		for _, v := range slices.Concat(c.Values, c.Fixed) {
			switch {
			case strings.Contains(c.ID, setting): // of channels: the values are they themselves
				return c, value, true
			case strings.HasSuffix(v, setting+value):
				return c, v, true
			}
		}
	}
	return platformtest.Control{}, "", false
}

// settings are the selects of the page.
func settings(t *testing.T, who *discordtest.Person) []platformtest.Control {
	t.Helper()
	m, ok := who.Panel()
	if !ok {
		t.Fatal("there is no page")
	}
	return discordtest.ControlsOf(m)
}
