package double

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
)

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
