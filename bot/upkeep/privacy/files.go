package privacy

import (
	"context"
	"fmt"
	"time"

	"tarockbot/bot/chat"
)

const (
	maxFiles = 2 // each takes several times its size in memory
	fileWait = time.Second
)

// FileLimiter limits how many files are made at once.
type FileLimiter chan struct{}

// NewFileLimiter returns an idle limiter.
func NewFileLimiter() FileLimiter { return make(FileLimiter, maxFiles) }

// Begin waits until a file may be made. The caller calls free afterwards. Errors: a refusal, or the end of ctx.
func (f FileLimiter) Begin(ctx context.Context) (free func(), err error) {
	select {
	case f <- struct{}{}:
		return func() { <-f }, nil
	case <-time.After(fileWait):
		return nil, chat.Refuse("files-busy")
	case <-ctx.Done():
		return nil, fmt.Errorf("bot: file: %w", ctx.Err())
	}
}
