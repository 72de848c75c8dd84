package telegram

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"sync"
	"time"

	tg "github.com/go-telegram/bot"

	"tarockbot/bot/support/retry"
)

// updatesWanted are the kinds of updates that the bot reads.
var updatesWanted = []string{"message", "callback_query", "inline_query", "my_chat_member"}

const (
	defaultPoll  = 50 * time.Second       // Telegram's maximum
	pollPatience = 10 * time.Second       // added to a poll's timeout
	leastPoll    = time.Second            // of an empty poll, also if the server doesn't wait for updates
	grace        = 100 * time.Millisecond // a poll's wait for updates of the previous poll
	stuckPause   = 250 * time.Millisecond // the same, if no update is new
	lastWord     = 3 * time.Second        // for the final confirmation

	// Several conflicts close together mean that another program polls. One alone may be
	// the end of this program's previous request. A program that has polled alone for
	// conflictTime stays, and tolerates another program for the same time.
	maxConflicts = 3
	conflictGap  = time.Minute
	conflictTime = 2 * time.Minute
)

// poller fetches updates and hands them to the intake.
type poller struct {
	client  *client
	config  Config
	in      *intake
	tracker *tracker
}

// poll fetches updates until ctx ends, or until another try is useless.
func (p *poller) poll(ctx context.Context) error {
	if err := p.client.retryUntilDone(ctx, "webhook not removed", p.client.deleteWebhook); err != nil {
		return err
	}
	defer p.confirmLast(ctx)
	trouble := outage{config: p.config, pause: retries()}
	for ctx.Err() == nil {
		offset, known := p.tracker.offset()
		began := time.Now()
		wait := p.config.Poll
		if !p.client.online.Load() { // the end of the outage shall be noticed at once
			wait = 0
		}
		batch, err := p.client.getUpdates(ctx, offset, wait)
		if err != nil {
			p.client.online.Store(false)
			if err := trouble.waitBeforeRetry(ctx, err); err != nil {
				return err
			}
			continue
		}
		trouble.isOver()
		fresh := p.acceptAll(ctx, batch)
		p.tracker.confirmed(offset, known)
		switch {
		case len(batch) == 0:
			retry.Sleep(ctx, min(leastPoll, p.config.Poll)-time.Since(began))
		case fresh == 0:
			p.tracker.wait(ctx, stuckPause, false)
		default:
			p.tracker.wait(ctx, grace, true)
		}
	}
	return nil
}

// acceptAll hands the batch to the intake and returns the number of new updates.
func (p *poller) acceptAll(ctx context.Context, batch []json.RawMessage) (fresh int) {
	for _, raw := range batch {
		id, ok := updateID(raw)
		if ok && !p.tracker.begin(id) {
			continue
		}
		fresh++
		p.in.accept(ctx, raw, func(err error) {
			if ok {
				p.tracker.settle(id, err == nil)
			}
		})
	}
	return fresh
}

// confirmLast confirms the updates settled since the last poll, so that Telegram doesn't send them to the
// next process.
func (p *poller) confirmLast(ctx context.Context) {
	p.in.queues.Idle(context.Background())
	offset, _ := p.tracker.offset()
	if offset == 0 || ctx.Err() == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lastWord)
	defer cancel()
	if _, err := p.client.getUpdates(ctx, offset, 0); err != nil {
		p.client.log.Debug("telegram: last updates not confirmed", "err", err)
	}
}

// deleteWebhook ends Telegram's calls, so that updates can be polled. Waiting updates stay.
func (c *client) deleteWebhook(ctx context.Context) error {
	return errorOf(c.api.DeleteWebhook(ctx, &tg.DeleteWebhookParams{}))
}

// getUpdates requests updates from offset on, and confirms earlier ones; 0 confirms none.
func (c *client) getUpdates(ctx context.Context, offset int64, wait time.Duration) (batch []json.RawMessage, err error) {
	ctx, cancel := context.WithTimeout(ctx, wait+pollPatience)
	defer cancel()
	params := map[string]any{"offset": offset, "timeout": int(wait.Seconds()), "allowed_updates": updatesWanted}
	err = c.call(ctx, "getUpdates", params, &batch)
	return batch, err
}

// outage counts what has recently kept the poller from updates.
type outage struct {
	config      Config
	pause       retry.Backoff
	since       time.Time // when the first poll succeeded; zero before that
	conflicts   int       // less than conflictGap apart
	first, last time.Time // of these conflicts
}

// waitBeforeRetry waits before the next try. It returns an error if there must be none.
func (t *outage) waitBeforeRetry(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	wait := t.pause.Next()
	switch conflict := errors.Is(err, tg.ErrorConflict); {
	case badToken(err):
		return ErrToken
	case conflict && t.countConflict():
		return ErrConflict
	case conflict && t.hasPriority():
		t.pause.Reset() // the other program shall have no time to act
		wait = firstRetry
	}
	if refused, is := errors.AsType[*apiAnswer](err); is {
		wait = max(wait, time.Duration(refused.Parameters.RetryAfter)*time.Second)
	}
	t.config.Log.Warn("telegram: no updates", "err", err, "again", wait)
	retry.Sleep(ctx, wait)
	return nil
}

func (t *outage) isOver() {
	t.pause.Reset()
	if t.since.IsZero() {
		t.since = t.config.Now()
	}
}

// countConflict counts a conflict and reports whether this program must stop. The program that started
// later stops; the earlier one stops only if the conflict lasts.
func (t *outage) countConflict() bool {
	now := t.config.Now()
	if now.Sub(t.last) >= conflictGap {
		t.conflicts, t.first = 0, now
	}
	t.conflicts, t.last = t.conflicts+1, now
	if t.hasPriority() {
		return now.Sub(t.first) >= conflictTime
	}
	return t.conflicts >= maxConflicts
}

// hasPriority reports whether this program was there before the other, or has the lease.
func (t *outage) hasPriority() bool {
	return t.config.Leased || !t.since.IsZero() && t.first.Sub(t.since) >= conflictTime
}

// tracker knows which updates may be confirmed: in order of arrival, those before the first unsettled one.
type tracker struct {
	mu      sync.Mutex
	order   []int64        // unconfirmed updates in order of arrival
	past    []int64        // settled, and part of the next confirmation; a poll may still bring them
	settled map[int64]bool // by update in order or past, unless it must come again
	next    int64          // the next offset; 0 if all is confirmed
	changed chan struct{}  // closed and renewed when an update is settled
}

func newTracker() *tracker {
	return &tracker{settled: make(map[int64]bool), changed: make(chan struct{})}
}

// begin records an update. It returns false if the update is known and needn't come again.
func (t *tracker) begin(id int64) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if _, known := t.settled[id]; known {
		return false
	}
	if t.settled[id] = false; !slices.Contains(t.order, id) {
		t.order = append(t.order, id)
	}
	return true
}

// settle records that the update is settled, or that it must come again.
func (t *tracker) settle(id int64, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !ok {
		delete(t.settled, id) // begin accepts it when it comes again
		return
	}
	t.settled[id] = true
	for len(t.order) > 0 && t.settled[t.order[0]] {
		t.next = t.order[0] + 1
		t.past = append(t.past, t.order[0])
		t.order = t.order[1:]
	}
	close(t.changed)
	t.changed = make(chan struct{})
}

// offset returns the offset that confirms the first known updates of past; 0 confirms nothing. Telegram
// may renumber updates after an idle week, so a received offset isn't sent again.
func (t *tracker) offset() (offset int64, known int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.next, len(t.past)
}

// confirmed records that Telegram has received the offset. Its updates don't come again, and are
// forgotten.
func (t *tracker) confirmed(offset int64, known int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, id := range t.past[:known] {
		delete(t.settled, id)
	}
	t.past = t.past[known:]
	if t.next == offset {
		t.next = 0
	}
}

// wait waits until one update is settled, or all, at most for the time most.
func (t *tracker) wait(ctx context.Context, most time.Duration, all bool) {
	ctx, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	for some := false; ctx.Err() == nil; some = true {
		t.mu.Lock()
		open, changed := len(t.order), t.changed
		t.mu.Unlock()
		if all && open == 0 || !all && some {
			return
		}
		select {
		case <-changed:
		case <-ctx.Done():
		}
	}
}
