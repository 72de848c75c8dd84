package double

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"

	"tarockbot/bot/chat"
)

// Notes holds a platform's notes in memory, for tests without a bot. The zero value is ready.
type Notes struct {
	mu   sync.Mutex
	kept map[string][]byte
	err  error // see Fail
}

var _ chat.Notes = (*Notes)(nil)

// Read returns the data stored under the key, or nil.
func (n *Notes) Read(_ context.Context, key string) ([]byte, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.kept[key], n.err
}

// Write stores the data under the key.
func (n *Notes) Write(_ context.Context, key string, data []byte) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.err == nil {
		n.put(key, data)
	}
	return n.err
}

// Claim stores the data if the key is free, and reports whether it was.
func (n *Notes) Claim(_ context.Context, key string, data []byte) (bool, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.err != nil || n.kept[key] != nil {
		return false, n.err
	}
	n.put(key, data)
	return true, nil
}

// put stores the data. The lock must be held.
func (n *Notes) put(key string, data []byte) {
	if n.kept == nil {
		n.kept = make(map[string][]byte)
	}
	n.kept[key] = data
}

// Fail makes Read, Write and Claim return the error. A nil error ends that.
func (n *Notes) Fail(err error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.err = err
}

// Keys returns the used keys with the prefix, in any order.
func (n *Notes) Keys(prefix string) []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.DeleteFunc(slices.Collect(maps.Keys(n.kept)), func(key string) bool { return !strings.HasPrefix(key, prefix) })
}
