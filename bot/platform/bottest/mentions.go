package bottest

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"tarockbot/bot"
	"tarockbot/storage"
)

// AwaitMentions waits until want accepts the list of documents that contain one of the words. It lists "KIND ID".
func AwaitMentions(ctx context.Context, t testing.TB, store storage.Store, want func([]string) bool, words ...string) {
	t.Helper()
	ticker := time.NewTicker(5 * time.Millisecond)
	defer ticker.Stop()
	for {
		found, err := documentsMentioning(ctx, store, words)
		if err != nil {
			t.Fatal(err)
		}
		if want(found) {
			return
		}
		select {
		case <-ticker.C:
		case <-ctx.Done():
			t.Fatalf("timeout: the documents %[2]q mention %[1]q", words, found)
		}
	}
}

// NoMentions reports whether found is empty.
func NoMentions(found []string) bool { return len(found) == 0 }

func documentsMentioning(ctx context.Context, store storage.Store, words []string) (found []string, err error) {
	for _, kind := range bot.Kinds() {
		for doc, err := range store.Scan(ctx, kind, "", "") {
			if err != nil {
				return nil, err
			}
			var note struct{ Data []byte }
			if kind == "note" && json.Unmarshal(doc.Data, &note) == nil {
				doc.Data = note.Data
			}
			if slices.ContainsFunc(words, func(word string) bool {
				return strings.Contains(doc.Key.ID, word) || bytes.Contains(doc.Data, []byte(word))
			}) {
				found = append(found, kind+" "+doc.Key.ID)
			}
		}
	}
	return found, nil
}
