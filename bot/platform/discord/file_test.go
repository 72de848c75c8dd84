package discord_test

import (
	"context"
	"net/http"
	"testing"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/discord/discordtest"
)

func TestFileFails(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b := newBench(t, func(context.Context, chat.Input) (chat.Answer, error) {
			return chat.Answer{Alert: "Here it is.", File: &chat.File{Name: "tarock.json", Type: "application/json", Data: []byte("[]")}}, nil
		})
		b.server.Fail(discordtest.Fault{Match: `POST /webhooks.*file$`, Status: http.StatusForbidden, Code: 50013})
		if answer := b.mustSay(b.anna, "games"); answer != "Here it is." {
			t.Errorf("answered %q", answer)
		}
		b.wait("the answer", func() bool { return hasPrivateText(b.anna, "I couldn't send the file") })
		if n := len(b.anna.Files()); n > 0 {
			t.Errorf("%d files", n)
		}
		b.mustSay(b.anna, "games")
		b.wait("the file", func() bool { return len(b.anna.Files()) == 1 })
	})
}
