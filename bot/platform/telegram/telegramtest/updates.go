package telegramtest

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"time"
)

// update is one that isn't confirmed yet.
type update struct {
	id   int64
	body map[string]any
}

// poller is a request for updates that waits.
type poller struct{ stopped chan struct{} }

// delivery brings updates to the bot: what it polls, or by its webhook.
type delivery struct{ s *Server }

// delivery is the server's.
func (s *Server) delivery() delivery { return delivery{s} }

// push queues an update. The lock must be held.
func (s *Server) push(kind string, body any) int64 {
	if s.wanted != nil && !s.wanted[kind] {
		return 0
	}
	id := s.nextUp
	s.nextUp++
	s.queue = append(s.queue, update{id, map[string]any{"update_id": id, kind: body}})
	s.signal()
	return id
}

// Push queues an update with that content and returns its number.
func (s *Server) Push(kind string, body any) int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.push(kind, body)
}

// Again queues an update a second time, as if it had never been confirmed.
func (s *Server) Again(id int64, kind string, body any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.queue = append(s.queue, update{id, map[string]any{"update_id": id, kind: body}})
	s.signal()
}

// Restart lets the numbers of updates begin anew, as after an idle week.
func (s *Server) Restart(next int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.nextUp = next
}

// Waiting are the updates that are not confirmed, as JSON.
func (s *Server) Waiting() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []string
	for _, u := range s.queue {
		text, err := json.Marshal(u.body)
		if err == nil {
			all = append(all, string(text))
		}
	}
	return all
}

// Confirmed says whether the bot has confirmed the update.
func (s *Server) Confirmed(id int64) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.heard[id]
}

// AllConfirmed says whether nothing waits.
func (s *Server) AllConfirmed() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.queue) == 0
}

// maxBatch is how many updates one answer holds.
const maxBatch = 100

// getUpdates is long polling: the offset confirms all before it, and a second
// poller ends the first.
func (d delivery) getUpdates(ctx context.Context, params map[string]string) reply {
	me := d.enterPoll(params)
	if me == nil {
		return refuse(http.StatusConflict, "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first")
	}
	deadline := time.NewTimer(time.Duration(number(params, "timeout")) * time.Second)
	defer deadline.Stop()
	for {
		batch, changed := d.batch(number(params, "limit"))
		if d.isHasty() {
			deadline.Reset(roundTrip)
			<-deadline.C
		}
		if len(batch) > 0 || number(params, "timeout") == 0 || d.isHasty() {
			return result(slices.Concat([]any{}, batch))
		}
		select {
		case <-changed:
		case <-deadline.C:
			return result([]any{})
		case <-me.stopped:
			return refuse(http.StatusConflict, "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running")
		case <-ctx.Done():
			return result([]any{})
		}
	}
}

// enterPoll confirms and ends the other poller; nil if a webhook is set.
func (d delivery) enterPoll(params map[string]string) *poller {
	d.s.mu.Lock()
	defer d.s.mu.Unlock()
	if d.s.hook != nil {
		return nil
	}
	if d.s.polling != nil {
		close(d.s.polling.stopped)
	}
	d.s.polling = &poller{make(chan struct{})}
	d.want(params["allowed_updates"])
	if offset := number(params, "offset"); offset > 0 {
		d.s.queue = slices.DeleteFunc(d.s.queue, func(u update) bool {
			if u.id < offset {
				d.s.heard[u.id] = true
			}
			return u.id < offset
		})
		d.s.signal()
	}
	return d.s.polling
}

// want notes which kinds of updates the bot wants from now on. The lock must
// be held.
func (d delivery) want(allowed string) {
	var kinds []string
	if json.Unmarshal([]byte(allowed), &kinds) != nil || len(kinds) == 0 {
		return
	}
	d.s.wanted = make(map[string]bool)
	for _, k := range kinds {
		d.s.wanted[k] = true
	}
}

// roundTrip is how long an answer takes that waits for nothing.
const roundTrip = 10 * time.Millisecond

func (d delivery) isHasty() bool {
	d.s.mu.Lock()
	defer d.s.mu.Unlock()
	return d.s.hasty
}

// batch is what an answer holds now, and what to wait for if that is nothing.
func (d delivery) batch(limit int64) ([]any, <-chan struct{}) {
	d.s.mu.Lock()
	defer d.s.mu.Unlock()
	if limit <= 0 || limit > maxBatch {
		limit = maxBatch
	}
	var batch []any
	for _, u := range d.scripted(d.s.queue) {
		if int64(len(batch)) < limit {
			batch = append(batch, u.body)
		}
	}
	return batch, d.s.changed
}
