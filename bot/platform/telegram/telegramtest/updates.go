package telegramtest

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"time"

	"tarockbot/bot/platform/double"
	"tarockbot/bot/support/retry"
)

// Updates holds unconfirmed updates, for polls or the webhook.
type Updates struct {
	*shared
	disorder      *disorder
	queue         []update
	next          int64
	wanted        []string // nil means all
	confirmed     map[int64]bool
	poll          *pendingPoll // latest, perhaps answered
	noLongPolling bool
	hook          *hook
	proxy         string
	caller        *http.Client
}

type update struct {
	id   int64
	body map[string]any
}

func newUpdate(id int64, kind string, body any) update {
	return update{id, map[string]any{"update_id": id, kind: body}}
}

func (us *Updates) push(kind string, body any) int64 {
	if us.wanted != nil && !slices.Contains(us.wanted, kind) {
		return 0
	}
	id := us.next
	us.next++
	us.queue = append(us.queue, newUpdate(id, kind, body))
	us.Signal()
	return id
}

// Push queues an update and returns its id, or 0 for an unwanted kind.
func (us *Updates) Push(kind string, body any) int64 {
	return double.Locked(us, func() int64 { return us.push(kind, body) })
}

// Redeliver queues an update a second time.
func (us *Updates) Redeliver(id int64, kind string, body any) {
	us.Do(func() { us.queue = append(us.queue, newUpdate(id, kind, body)) })
}

// Restart sets the next id, as Telegram does after a week without updates.
func (us *Updates) Restart(next int64) { us.Do(func() { us.next = next }) }

// Confirmed reports whether the bot has confirmed the update.
func (us *Updates) Confirmed(id int64) bool {
	return double.Locked(us, func() bool { return us.confirmed[id] })
}

// AllConfirmed reports whether no update awaits its confirmation.
func (us *Updates) AllConfirmed() bool {
	return double.Locked(us, func() bool { return len(us.queue) == 0 })
}

type pendingPoll struct {
	ended         chan struct{}
	answersAtOnce bool
}

const roundTrip = 10 * time.Millisecond

// DisableLongPolling makes getUpdates answer at once.
func (us *Updates) DisableLongPolling() { us.Do(func() { us.noLongPolling = true }) }

// getUpdates confirms the updates before the offset, and ends an earlier poll.
func (us *Updates) getUpdates(ctx context.Context, params parameters) *reply {
	poll := us.beginPoll(params)
	if poll == nil {
		return refuse(http.StatusConflict, "Conflict: can't use getUpdates method while webhook is active; "+
			"use deleteWebhook to delete the webhook first")
	}
	wait := time.Duration(params.number("timeout")) * time.Second
	if poll.answersAtOnce {
		wait = 0
		retry.Sleep(ctx, roundTrip)
	}
	waiting, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	for {
		batch, changed := us.batch(params.number("limit"))
		if len(batch) > 0 || wait == 0 {
			return result(slices.Concat([]any{}, batch))
		}
		select {
		case <-changed:
		case <-waiting.Done():
			return result([]any{})
		case <-poll.ended:
			return refuse(http.StatusConflict, "Conflict: terminated by other getUpdates request; "+
				"make sure that only one bot instance is running")
		}
	}
}

func (us *Updates) beginPoll(params parameters) *pendingPoll {
	us.Lock()
	defer us.Unlock()
	if us.hook != nil {
		return nil
	}
	us.endPoll()
	us.poll = &pendingPoll{make(chan struct{}), us.noLongPolling}
	us.setWanted(params["allowed_updates"])
	if offset := params.number("offset"); offset > 0 {
		us.queue = slices.DeleteFunc(us.queue, func(u update) bool {
			if u.id < offset {
				us.confirmed[u.id] = true
			}
			return u.id < offset
		})
		us.Signal()
	}
	return us.poll
}

func (us *Updates) endPoll() {
	if us.poll != nil {
		close(us.poll.ended)
		us.poll = nil
	}
}

// setWanted changes nothing if the array is empty.
func (us *Updates) setWanted(allowed string) {
	var kinds []string
	if json.Unmarshal([]byte(allowed), &kinds) == nil && len(kinds) > 0 {
		us.wanted = kinds
	}
}

const maxBatch = 100

func (us *Updates) batch(limit int64) (batch []any, changed <-chan struct{}) {
	changed = us.Next()
	us.Lock()
	defer us.Unlock()
	if limit <= 0 || limit > maxBatch {
		limit = maxBatch
	}
	due := us.disorder.distort(us.queue)
	for _, u := range due[:min(limit, int64(len(due)))] {
		batch = append(batch, u.body)
	}
	return batch, changed
}
