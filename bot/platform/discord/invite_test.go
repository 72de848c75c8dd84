package discord_test

import (
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"tarockbot/bot/platform/discord/discordtest"
)

// An operator is told once, however often the bot connects, by which links it
// is added: with the permissions that it needs and no others.
func TestInvites(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		for _, c := range []struct {
			threads     bool
			permissions int
		}{
			{false, 1<<10 + 1<<11 + 1<<15 + 1<<38},
			{true, 1<<10 + 1<<11 + 1<<15 + 1<<38 + 1<<35},
		} {
			w := prepare(t, simulated)
			w.threads = c.threads
			w.start()
			sessions := w.server.Gateway.Identified()
			w.drop()
			w.wait("a new session", func() bool { return w.server.Gateway.Identified() > sessions })
			links := regexp.MustCompile(`(server|person)="(\S+)"`).FindAllStringSubmatch(w.log.String(), -1)
			if len(links) != 2 || strings.Count(w.log.String(), "add the bot") != 1 {
				t.Fatalf("not two links in one line:\n%s", &w.log)
			}
			for _, link := range links {
				u, err := url.Parse(link[2])
				if err != nil || u.Host != "discord.com" || u.Path != "/oauth2/authorize" {
					t.Errorf("%s: %v", link[2], err)
				}
				want := url.Values{"client_id": {discordtest.App}, "integration_type": {"0"}, "scope": {"bot applications.commands"},
					"permissions": {fmt.Sprint(c.permissions)}}
				if link[1] == "person" {
					want = url.Values{"client_id": {discordtest.App}, "integration_type": {"1"}, "scope": {"applications.commands"}}
				}
				if got := u.Query().Encode(); got != want.Encode() {
					t.Errorf("%s: %s, want %s", link[1], got, want.Encode())
				}
			}
		}
	})
}
