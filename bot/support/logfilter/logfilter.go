// Package logfilter keeps log records of expected errors out of a log.
package logfilter

import (
	"context"
	"log/slog"
)

// New returns a log without the records that have an expected error among their attributes.
func New(log *slog.Logger, isExpected func(error) bool) *slog.Logger {
	return slog.New(handler{log.Handler(), isExpected})
}

// handler drops the records of expected errors.
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
