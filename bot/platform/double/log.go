package double

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
)

// Log stores log output. The zero value is ready.
type Log struct {
	writes Changes
	text   bytes.Buffer
}

func (l *Log) Write(p []byte) (int, error) {
	l.writes.Lock()
	defer l.writes.Unlock()
	l.writes.Signal()
	return l.text.Write(p)
}

func (l *Log) String() string { return Locked(&l.writes, l.text.String) }

// Await waits until the log contains the text.
func (l *Log) Await(ctx context.Context, text string) error {
	return l.writes.Wait(ctx, func() bool { return strings.Contains(l.String(), text) })
}

// Logger logs all levels to l.
func (l *Log) Logger() *slog.Logger {
	return slog.New(slog.NewTextHandler(l, &slog.HandlerOptions{Level: slog.LevelDebug}))
}
