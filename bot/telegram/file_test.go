package telegram

import (
	"context"
	"net/http"
	"testing"

	"tarockbot/bot/chat"
	"tarockbot/bot/telegram/telegramtest"
)

// fileRig answers everything with a file.
func fileRig(t *testing.T) *rig {
	t.Helper()
	return newRig(t, func(context.Context, chat.Input) (chat.Answer, error) {
		return chat.Answer{Alert: "Here it is.", File: &chat.File{Name: "tarock.json", Type: "application/json", Data: []byte("[]")}}, nil
	})
}

// TestFileFails: a file that Telegram doesn't take is told of; one that it wants
// later comes later.
func TestFileFails(t *testing.T) {
	t.Parallel()
	r := fileRig(t)
	anna := r.someone("Anna")
	r.wait("the file", func() bool { return len(anna.Files()) == 1 })
	r.server.Fail(telegramtest.Fault{Method: "sendDocument", Times: 1, Status: http.StatusBadRequest, Text: "Bad Request: IMAGE_PROCESS_FAILED"})
	anna.Says(anna.Private(), "games")
	r.wait("the word", func() bool { _, ok := anna.Private().Last("The file couldn’t be sent"); return ok })
	r.server.Fail(telegramtest.Fault{Method: "sendDocument", Times: 1, Status: http.StatusTooManyRequests, Retry: 1, Text: "Too Many Requests: retry after 1"})
	anna.Says(anna.Private(), "games")
	r.wait("the file", func() bool { return len(anna.Files()) == 2 })
}

// TestFileToStranger: who can't be written to is shown the way, as with anything
// else that is for one pair of eyes.
func TestFileToStranger(t *testing.T) {
	t.Parallel()
	r := fileRig(t)
	group := r.server.Group("supergroup", "Stammtisch")
	bert := r.server.Person("Bert")
	bert.Says(group, "/history export")
	r.wait("the way", func() bool { _, ok := group.Last("only in private"); return ok })
	if n := len(bert.Files()); n > 0 {
		t.Errorf("%d files", n)
	}
	for _, m := range group.All() {
		if m.Document != nil {
			t.Error("a file in the group")
		}
	}
}
