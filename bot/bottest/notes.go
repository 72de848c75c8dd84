package bottest

import (
	"context"
	"strings"
	"sync"

	"tarockbot/bot/chat"
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
