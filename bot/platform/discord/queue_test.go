package discord

import (
	"log/slog"
	"sync"
	"testing"
)

// Jobs may begin while somebody waits for the end of those before: Leave ends no events of servers.
func TestJobsBeginWhileIdleWaits(t *testing.T) {
	q := newQueues(slog.New(slog.DiscardHandler))
	for range 2000 {
		var both sync.WaitGroup
		both.Go(func() { q.idle(t.Context()) })
		both.Go(func() { q.enqueue("person", "a job", func() {}) })
		both.Wait()
	}
	q.wait()
}
