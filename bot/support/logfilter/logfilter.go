// Package logfilter drops log records of expected errors.
package logfilter

import (
	"context"
	"log/slog"
)

// New returns a log that drops records with an expected error as attribute.
func New(log *slog.Logger, isExpected func(error) bool) *slog.Logger {
	return slog.New(handler{log.Handler(), isExpected})
}

type handler struct {
	slog.Handler
	isExpected func(error) bool
}

// Handle implements slog.Handler.
func (h handler) Handle(ctx context.Context, r slog.Record) error {
	expected := false
	r.Attrs(func(a slog.Attr) bool {
		err, is := a.Value.Any().(error)
		expected = is && h.isExpected(err)
		return !expected
	})
	if expected {
		return nil
	}
	return h.Handler.Handle(ctx, r)
}

// WithAttrs implements slog.Handler.
func (h handler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return handler{h.Handler.WithAttrs(attrs), h.isExpected}
}

// WithGroup implements slog.Handler.
func (h handler) WithGroup(name string) slog.Handler {
	return handler{h.Handler.WithGroup(name), h.isExpected}
}
