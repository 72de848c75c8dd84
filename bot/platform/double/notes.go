package double

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"

	"tarockbot/bot/chat"
)

// Notes is a platform's key-value store in memory. The zero value is ready.
type Notes struct {
	mu   sync.Mutex
	kept map[string][]byte
	err  error
}

var _ chat.Notes = (*Notes)(nil)

// Read implements chat.Notes.
func (n *Notes) Read(_ context.Context, key string) ([]byte, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.kept[key], n.err
}

func (n *Notes) Write(_ context.Context, key string, data []byte) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.err == nil {
		n.put(key, data)
	}
	return n.err
}

// Claim implements chat.Notes.
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

// Fail makes Read, Write and Claim return err; nil ends the failure.
func (n *Notes) Fail(err error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.err = err
}

// Keys returns the keys with the prefix, unordered.
func (n *Notes) Keys(prefix string) []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.DeleteFunc(slices.Collect(maps.Keys(n.kept)), func(key string) bool { return !strings.HasPrefix(key, prefix) })
}
