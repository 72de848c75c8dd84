package command

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

// Files limits how many export files are made at once. Its capacity is maxFiles.
type Files chan struct{}

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
