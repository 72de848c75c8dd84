package discord_test

import (
	"strings"
	"testing"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/bottest"
	"tarockbot/bot/platform/discord/discordtest"
)

func hasPrivateText(p *discordtest.Person, text string) bool {
	for _, m := range p.Private() {
		if strings.Contains(m.Text(), text) {
			return true
		}
	}
	return false
}

// Commands refer to users of other networks by name or tag.
func TestUsersOfOtherNetworks(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		w := prepareWorld(t, simulated)
		w.otherPlatforms = []chat.Platform{bottest.New("telegram")}
		var handle chat.Handler
		w.wrap = func(h chat.Handler) chat.Handler { handle = h; return h }
		w.start()
		sendFromTelegram := func(user chat.UserID, line string) chat.Answer {
			t.Helper()
			a, err := handle(w.ctx, chat.Input{ID: "there " + line, User: user, Name: "Anna T", Lang: "en", Line: line})
			if err != nil {
				t.Fatal(err)
			}
			return a
		}
		wordAfter := func(line, before string) string {
			for _, l := range sendFromTelegram("telegram:carla", line).Screen.Text {
				if _, rest, ok := strings.Cut(l.String(), before); ok {
					return strings.Fields(rest)[0]
				}
			}
			return ""
		}
		tag := "#" + wordAfter("settings", "#")
		expectAnnaT := func(line string) {
			t.Helper()
			if s := w.mustSay(w.anna, line); !strings.Contains(s, "Anna T") {
				t.Errorf("%s is answered %q", line, s)
			}
		}
		expectAnnaT("profile name=" + tag)
		expectAnnaT("block name=" + tag)
		w.mustSay(w.anna, "block off name="+tag)
		w.mustSay(w.anna, "history name="+tag)
		w.mustSay(w.anna, "challenge name="+tag)
		if a := sendFromTelegram("telegram:carla", "accept"); a.Refused {
			t.Errorf("the challenge to %s can't be accepted: %s", tag, a.Alert)
		}
		expectAnnaT("profile name=AnnaT")
		if answer := w.mustSay(w.bert, "link "+wordAfter("link", "/tarock link code:")); !strings.Contains(answer, "one person") {
			t.Errorf("the code is answered %q", answer)
		}
	})
}
