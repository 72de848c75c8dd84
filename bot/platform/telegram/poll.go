package telegram

import (
	"context"
	"encoding/json"
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
	confirmTime  = 3 * time.Second        // for the final confirmation
)

// poller fetches updates and hands them to the intake.
type poller struct {
	client  *client
	in      *intake
	tracker *tracker
	outage  outage
	timeout time.Duration // of a poll without updates
}

// poll fetches updates until ctx ends, or until another try is useless.
func (p *poller) poll(ctx context.Context) error {
	if err := p.client.retryUntilDone(ctx, "webhook not removed", p.client.deleteWebhook); err != nil {
		return err
	}
	defer p.confirmLast(ctx)
	for ctx.Err() == nil {
		offset, known := p.tracker.offset()
		began := time.Now()
		wait := p.timeout
		if !p.client.online.Load() { // the end of the outage shall be noticed at once
			wait = 0
		}
		batch, err := p.client.getUpdates(ctx, offset, wait)
		if err != nil {
			p.client.online.Store(false)
			if err := p.outage.waitBeforeRetry(ctx, err); err != nil {
				return err
			}
			continue
		}
		p.outage.end()
		fresh := p.acceptAll(ctx, batch)
		p.tracker.confirmed(offset, known)
		switch {
		case len(batch) == 0:
			retry.Sleep(ctx, min(leastPoll, p.timeout)-time.Since(began))
		case fresh == 0:
			p.tracker.waitForOne(ctx, stuckPause)
		default:
			p.tracker.waitForAll(ctx, grace)
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
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), confirmTime)
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
