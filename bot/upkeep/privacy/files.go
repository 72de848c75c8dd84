package privacy

import (
	"context"
	"fmt"
	"time"

	"tarockbot/bot/chat"
)

const (
	maxFiles = 2           // made at once; making one takes several times its size in memory
	fileWait = time.Second // how long a request waits for other files
)

// Files limits how many files are made at once: exports of all data, and of a history.
type Files chan struct{}

// NewFiles returns the limiter. No file is being made.
func NewFiles() Files { return make(Files, maxFiles) }

// Begin waits until a file may be made. The caller calls free once it is made. Errors: a refusal, or the end of ctx.
func (f Files) Begin(ctx context.Context) (free func(), err error) {
	select {
	case f <- struct{}{}:
		return func() { <-f }, nil
	case <-time.After(fileWait):
		return nil, chat.Refuse("files-busy")
	case <-ctx.Done():
		return nil, fmt.Errorf("bot: file: %w", ctx.Err())
	}
}
