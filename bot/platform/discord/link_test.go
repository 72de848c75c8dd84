package discord_test

import (
	"strings"
	"testing"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/bottest"
	"tarockbot/bot/platform/discord/discordtest"
)

func saysTo(p *discordtest.Person, text string) bool {
	for _, m := range p.Private() {
		if strings.Contains(m.Text(), text) {
			return true
		}
	}
	return false
}

// Users of other networks are named by name or tag.
func TestFromElsewhere(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		w := prepare(t, simulated)
		w.more = []chat.Platform{bottest.New("telegram")}
		var handle chat.Handler
		w.wrap = func(h chat.Handler) chat.Handler { handle = h; return h }
		w.start()
		there := func(user chat.UserID, line string) chat.Answer {
			t.Helper()
			a, err := handle(w.ctx, chat.Input{ID: "there " + line, User: user, Name: "Anna T", Lang: "en", Line: line})
			if err != nil {
				t.Fatal(err)
			}
			return a
		}
		told := func(line, before string) string {
			for _, l := range there("telegram:carla", line).Screen.Text {
				if _, is, ok := strings.Cut(l.String(), before); ok {
					return strings.Fields(is)[0]
				}
			}
			return ""
		}
		tag := "#" + told("settings", "#")
		names := func(line string) {
			t.Helper()
			if s := w.mustSay(w.anna, line); !strings.Contains(s, "Anna T") {
				t.Errorf("%s is answered %q", line, s)
			}
		}
		names("profile name=" + tag)
		names("block name=" + tag)
		w.mustSay(w.anna, "block off name="+tag)
		w.mustSay(w.anna, "history name="+tag)
		w.mustSay(w.anna, "challenge name="+tag)
		if a := there("telegram:carla", "accept"); a.Refused {
			t.Errorf("the challenge to %s can't be accepted: %s", tag, a.Alert)
		}
		names("profile name=AnnaT")
		if word := w.mustSay(w.bert, "link "+told("link", "/tarock link code:")); !strings.Contains(word, "one person") {
			t.Errorf("the code is answered %q", word)
		}
	})
}
