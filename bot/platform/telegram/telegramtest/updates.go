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

// Updates holds the unconfirmed updates. The bot polls them, or the server calls the bot's webhook.
type Updates struct {
	*shared
	disorder      *disorder // nil without FailAtRandom
	queue         []update
	next          int64          // the next update's id
	wanted        []string       // the kinds that are queued; nil means all
	confirmed     map[int64]bool // by id
	poll          *pendingPoll   // the latest one, perhaps answered; nil without one
	noLongPolling bool           // see DisableLongPolling
	hook          *hook          // nil without a webhook
	proxy         string         // the address of calls to the webhook; see Proxy
	caller        *http.Client   // for calls to the webhook
}

// update is an unconfirmed update.
type update struct {
	id   int64
	body map[string]any
}

func newUpdate(id int64, kind string, body any) update {
	return update{id, map[string]any{"update_id": id, kind: body}}
}

// push queues an update and returns its id, or 0 if the bot doesn't want the kind. The lock must be held.
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

// Push queues an update and returns its id, or 0 if the bot doesn't want the kind.
func (us *Updates) Push(kind string, body any) int64 {
	return double.Locked(us, func() int64 { return us.push(kind, body) })
}

// Again queues an update a second time, as if the bot had never confirmed it.
func (us *Updates) Again(id int64, kind string, body any) {
	us.Do(func() { us.queue = append(us.queue, newUpdate(id, kind, body)) })
}

// Restart sets the id of the next update. Telegram chooses a new one after a week without updates.
func (us *Updates) Restart(next int64) { us.Do(func() { us.next = next }) }

// Confirmed reports whether the bot has confirmed the update.
func (us *Updates) Confirmed(id int64) bool {
	return double.Locked(us, func() bool { return us.confirmed[id] })
}

// AllConfirmed reports whether the bot has confirmed all updates.
func (us *Updates) AllConfirmed() bool {
	return double.Locked(us, func() bool { return len(us.queue) == 0 })
}

// pendingPoll is a call of getUpdates that may wait for updates.
type pendingPoll struct {
	ended         chan struct{} // closed by the next call, or by setWebhook
	answersAtOnce bool
}

// roundTrip is the duration of a call of getUpdates without long polling.
const roundTrip = 10 * time.Millisecond

// DisableLongPolling makes getUpdates answer at once without updates, as servers without long polling do.
func (us *Updates) DisableLongPolling() { us.Do(func() { us.noLongPolling = true }) }

// getUpdates implements long polling: the offset confirms all updates before it, and a second call ends the first.
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

// beginPoll ends the pending poll, confirms the updates before the offset, and returns the new poll. It returns nil if
// the bot has a webhook.
func (us *Updates) beginPoll(params parameters) *pendingPoll {
	us.Lock()
	defer us.Unlock()
	if us.hook != nil {
		return nil
	}
	us.endPoll()
	us.poll = &pendingPoll{make(chan struct{}), us.noLongPolling}
	us.want(params["allowed_updates"])
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

// endPoll ends the pending poll if there is one. The lock must be held.
func (us *Updates) endPoll() {
	if us.poll != nil {
		close(us.poll.ended)
		us.poll = nil
	}
}

// want sets the kinds of updates that are queued from now on, from a JSON array. An empty one changes nothing. The
// lock must be held.
func (us *Updates) want(allowed string) {
	var kinds []string
	if json.Unmarshal([]byte(allowed), &kinds) == nil && len(kinds) > 0 {
		us.wanted = kinds
	}
}

// maxBatch is the largest number of updates in an answer.
const maxBatch = 100

// batch returns the updates for an answer now, and a channel that is closed at the next change.
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
