package bottest

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"sync"
	"testing"
	"time"

	"tarockbot/bot"
	"tarockbot/bot/chat"
	"tarockbot/storage"
)

// Notes are a platform's memory in tests that have no bot. The zero value is
// ready.
type Notes struct {
	mu   sync.Mutex
	kept map[string][]byte
	err  error
}

var _ chat.Notes = (*Notes)(nil)

// Read returns what is kept under the key.
func (n *Notes) Read(_ context.Context, key string) ([]byte, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.kept[key], n.err
}

// Write keeps the data.
func (n *Notes) Write(_ context.Context, key string, data []byte) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.err == nil {
		n.put(key, data)
	}
	return n.err
}

// Claim keeps the data if the key is free.
func (n *Notes) Claim(_ context.Context, key string, data []byte) (bool, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.err != nil || n.kept[key] != nil {
		return false, n.err
	}
	n.put(key, data)
	return true, nil
}

func (n *Notes) put(key string, data []byte) {
	if n.kept == nil {
		n.kept = make(map[string][]byte)
	}
	n.kept[key] = data
}

// Fail makes everything fail with the error from now on; nil ends that.
func (n *Notes) Fail(err error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.err = err
}

// Keys are the keys that begin so and under which something is kept.
func (n *Notes) Keys(prefix string) []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	var keys []string
	for k := range n.kept {
		if strings.HasPrefix(k, prefix) {
			keys = append(keys, k)
		}
	}
	return keys
}

// Naming lists the stored documents that name somebody by one of the words, in
// their key or anywhere in them, notes as the platform gave them.
func Naming(ctx context.Context, store storage.Store, words ...string) (found []string, err error) {
	for _, kind := range bot.Kinds() {
		for doc, err := range store.Scan(ctx, kind, "", "") {
			if err != nil {
				return nil, err
			}
			var note struct{ Data []byte }
			if text := doc.Data; kind == "note" && json.Unmarshal(text, &note) == nil {
				doc.Data = note.Data
			}
			for _, word := range words {
				if strings.Contains(doc.Key.ID, word) || bytes.Contains(doc.Data, []byte(word)) {
					found = append(found, kind+" "+doc.Key.ID)
					break
				}
			}
		}
	}
	return found, nil
}

// AwaitNaming waits until the documents that name somebody by one of the words are
// as the test wants them.
func AwaitNaming(ctx context.Context, t testing.TB, store storage.Store, want func([]string) bool, words ...string) {
	t.Helper()
	ticker := time.NewTicker(5 * time.Millisecond)
	defer ticker.Stop()
	for {
		found, err := Naming(ctx, store, words...)
		if err != nil {
			t.Fatal(err)
		}
		if want(found) {
			return
		}
		select {
		case <-ticker.C:
		case <-ctx.Done():
			t.Fatalf("%q are named in %q", words, found)
		}
	}
}

// Nobody wants no documents.
func Nobody(found []string) bool { return len(found) == 0 }
