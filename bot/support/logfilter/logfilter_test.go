package logfilter_test

import (
	"errors"
	"io"
	"log/slog"
	"os"

	"tarockbot/bot/support/logfilter"
)

func ExampleNew() {
	noTime := &slog.HandlerOptions{ReplaceAttr: func(groups []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey && groups == nil {
			return slog.Attr{}
		}
		return a
	}}
	isEOF := func(err error) bool { return errors.Is(err, io.EOF) }
	log := logfilter.New(slog.New(slog.NewTextHandler(os.Stdout, noTime)), isEOF)
	below := log.With("chat", 1).WithGroup("post")

	log.Warn("no error")
	log.Warn("expected", "err", io.EOF, "later", 2)
	below.Warn("expected", "first", io.ErrClosedPipe, "err", errors.Join(io.EOF))
	below.Warn("another", "err", io.ErrClosedPipe)
	// Output:
	// level=WARN msg="no error"
	// level=WARN msg=another chat=1 post.err="io: read/write on closed pipe"
}
