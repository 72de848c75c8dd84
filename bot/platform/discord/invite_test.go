package discord_test

import (
	"fmt"
	"strings"
	"testing"

	"tarockbot/bot/platform/discord/discordtest"
)

func TestInvites(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		for threads, permissions := range map[bool]int{false: 1<<10 + 1<<11 + 1<<15 + 1<<38, true: 1<<10 + 1<<11 + 1<<15 + 1<<38 + 1<<35} {
			w := prepareWorld(t, simulated)
			w.threads = threads
			w.start()
			sessions := w.server.Gateway.Identified()
			w.dropConnections()
			w.wait("a new session", func() bool { return w.server.Gateway.Identified() > sessions })
			const address = "https://discord.com/oauth2/authorize?client_id=" + discordtest.App + "&integration_type="
			want := fmt.Sprintf(`server="%s0&permissions=%d&scope=bot+applications.commands" person="%[1]s1&scope=applications.commands"`, address, permissions)
			if log := w.log.String(); strings.Count(log, "add the bot") != 1 || !strings.Contains(log, want) {
				t.Errorf("threads %v: want %s once in the log\n%s", threads, want, log)
			}
		}
	})
}
