package bot_test

import (
	"context"
	"testing"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/bottest"
	"tarockbot/storage/memory"
)

const server = "fake:server"

type adminNetwork struct {
	*bottest.Network
	admins map[chat.UserID]bool
}

func (a adminNetwork) Administers(_ context.Context, space chat.ChatID, user chat.UserID) (bool, error) {
	if space == "asked:broken" {
		return false, context.DeadlineExceeded
	}
	return space == "asked:group" && a.admins[user], nil
}

func TestConfigAsksPlatform(t *testing.T) {
	t.Parallel()
	admins := map[chat.UserID]bool{"asked:anna": true}
	w := startWorld(t, memory.New(), func(w *world) { w.morePlatforms = []chat.Platform{adminNetwork{bottest.New("asked"), admins}} })
	answer := func(at chat.ChatID, line string) string {
		in := w.in("asked:anna", line)
		in.Chat = at
		return w.input(in).Alert
	}
	press := "config asked:group asked:group lang de"
	if got := answer("", press); got != inEnglish("config.saved") {
		t.Errorf("an administrator is told %q", got)
	}
	admins["asked:anna"] = false
	if got := answer("", press); got != inEnglish("refuse.config-admins", "Space", inEnglish("platform.space.asked")) {
		t.Errorf("a former administrator is told %q", got)
	}
	if got := answer("asked:broken", "config"); got != inEnglish("refuse.config-unknown") {
		t.Errorf("after a platform error the answer is %q", got)
	}
}
