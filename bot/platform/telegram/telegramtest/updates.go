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

// update is one that isn't confirmed yet.
type update struct {
	id   int64
	body map[string]any
}

// Updates are what the bot is told, as far as it hasn't confirmed it. It polls them, or is
// called by its webhook.
type Updates struct {
	*base
	faults  *faults
	queue   []update
	next    int64
	wanted  map[string]bool // kinds; nil: all
	heard   map[int64]bool  // confirmed
	polling *poller         // nil: nobody polls
	hasty   bool            // see AnswersAtOnce
	hook    *hook           // nil: there is none
	proxy   string          // where calls to the webhook go; see Proxy
	caller  *http.Client    // makes them
}

// poller is a request for updates that waits.
type poller struct {
	stopped chan struct{}
	hasty   bool
}

// push queues an update. The lock must be held.
func (us *Updates) push(kind string, body any) int64 {
	if us.wanted != nil && !us.wanted[kind] {
		return 0
	}
	id := us.next
	us.next++
	us.queue = append(us.queue, update{id, map[string]any{"update_id": id, kind: body}})
	us.Signal()
	return id
}

// Push queues an update with that content and returns its number.
func (us *Updates) Push(kind string, body any) int64 {
	return double.Locked(us, func() int64 { return us.push(kind, body) })
}

// Again queues an update a second time, as if it had never been confirmed.
func (us *Updates) Again(id int64, kind string, body any) {
	us.Do(func() { us.queue = append(us.queue, update{id, map[string]any{"update_id": id, kind: body}}) })
}

// Restart lets the numbers of updates begin anew, as after an idle week.
func (us *Updates) Restart(next int64) { us.Do(func() { us.next = next }) }

// Confirmed reports whether the bot has confirmed the update.
func (us *Updates) Confirmed(id int64) bool {
	return double.Locked(us, func() bool { return us.heard[id] })
}

// AllConfirmed reports whether nothing waits.
func (us *Updates) AllConfirmed() bool {
	return double.Locked(us, func() bool { return len(us.queue) == 0 })
}

// maxBatch is how many updates one answer holds.
const maxBatch = 100

// getUpdates implements long polling: the offset confirms all updates before it, and a second poller ends
// the first.
func (us *Updates) getUpdates(ctx context.Context, params map[string]string) *reply {
	me := us.enterPoll(params)
	if me == nil {
		return refuse(http.StatusConflict, "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first")
	}
	wait := time.Duration(number(params, "timeout")) * time.Second
	waiting, enough := context.WithTimeout(ctx, wait)
	defer enough()
	for {
		batch, changed := us.batch(number(params, "limit"))
		if me.hasty {
			retry.Sleep(ctx, roundTrip)
		}
		if len(batch) > 0 || wait == 0 || me.hasty {
			return result(slices.Concat([]any{}, batch))
		}
		select {
		case <-changed:
		case <-waiting.Done():
			return result([]any{})
		case <-me.stopped:
			return refuse(http.StatusConflict, "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running")
		}
	}
}

// enterPoll confirms and ends the other poller; nil if a webhook is set.
func (us *Updates) enterPoll(params map[string]string) *poller {
	us.Lock()
	defer us.Unlock()
	if us.hook != nil {
		return nil
	}
	if us.polling != nil {
		close(us.polling.stopped)
	}
	us.polling = &poller{make(chan struct{}), us.hasty}
	us.want(params["allowed_updates"])
	if offset := number(params, "offset"); offset > 0 {
		us.queue = slices.DeleteFunc(us.queue, func(u update) bool {
			if u.id < offset {
				us.heard[u.id] = true
			}
			return u.id < offset
		})
		us.Signal()
	}
	return us.polling
}

// want notes which kinds of updates the bot wants from now on. The lock must
// be held.
func (us *Updates) want(allowed string) {
	var kinds []string
	if json.Unmarshal([]byte(allowed), &kinds) != nil || len(kinds) == 0 {
		return
	}
	us.wanted = make(map[string]bool)
	for _, k := range kinds {
		us.wanted[k] = true
	}
}

// roundTrip is how long an answer takes that waits for nothing.
const roundTrip = 10 * time.Millisecond

// AnswersAtOnce lets a poll wait for nothing, as servers do that don't know of that.
func (us *Updates) AnswersAtOnce() { us.Do(func() { us.hasty = true }) }

// batch returns what an answer holds now, and what to wait for if that is nothing.
func (us *Updates) batch(limit int64) (batch []any, changed <-chan struct{}) {
	changed = us.Next()
	us.Lock()
	defer us.Unlock()
	if limit <= 0 || limit > maxBatch {
		limit = maxBatch
	}
	due := us.faults.scripted(us.queue)
	for _, u := range due[:min(limit, int64(len(due)))] {
		batch = append(batch, u.body)
	}
	return batch, changed
}
