package double

import (
	"bytes"
	"context"
	"log/slog"
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

// Log stores log output, which can be read at any time. The zero value is ready.
type Log struct {
	writes Changes // guards the text
	text   bytes.Buffer
}

// Write appends to the log and wakes all callers of Await.
func (l *Log) Write(p []byte) (int, error) {
	l.writes.Lock()
	defer l.writes.Unlock()
	l.writes.Signal()
	return l.text.Write(p)
}

// String returns the log so far.
func (l *Log) String() string { return Locked(&l.writes, l.text.String) }

// Await waits until the log contains the text. The error wraps the context's cause.
func (l *Log) Await(ctx context.Context, text string) error {
	return l.writes.Wait(ctx, func() bool { return strings.Contains(l.String(), text) })
}

// Logger returns a logger that writes all levels to the log.
func (l *Log) Logger() *slog.Logger {
	return slog.New(slog.NewTextHandler(l, &slog.HandlerOptions{Level: slog.LevelDebug}))
}
