package telegram

import (
	"context"
	"encoding/json"
	"time"

	tg "github.com/go-telegram/bot"

	"tarockbot/bot/support/retry"
)

var updatesWanted = []string{"message", "callback_query", "inline_query", "my_chat_member"}

const (
	defaultPoll  = 50 * time.Second       // Telegram's maximum
	pollPatience = 10 * time.Second       // added to a poll's timeout
	leastPoll    = time.Second            // duration of an empty poll
	grace        = 100 * time.Millisecond // wait for the previous poll's updates
	stuckPause   = 250 * time.Millisecond // as grace, but without new updates
	confirmTime  = 3 * time.Second
)

type poller struct {
	client  *client
	in      *intake
	tracker *tracker
	outage  outage
	timeout time.Duration
}

func (p *poller) poll(ctx context.Context) error {
	if err := p.client.retryUntilDone(ctx, "webhook not removed", p.client.deleteWebhook); err != nil {
		return err
	}
	defer p.confirmLast(ctx)
	for ctx.Err() == nil {
		offset, known := p.tracker.offset()
		began := time.Now()
		wait := p.timeout
		if !p.client.online.Load() { // notices the outage's end at once
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

// confirmLast confirms settled updates, so that the next process doesn't get them.
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

func (c *client) deleteWebhook(ctx context.Context) error {
	return errorOf(c.api.DeleteWebhook(ctx, &tg.DeleteWebhookParams{}))
}

// getUpdates confirms updates before offset; 0 confirms none.
func (c *client) getUpdates(ctx context.Context, offset int64, wait time.Duration) (batch []json.RawMessage, err error) {
	ctx, cancel := context.WithTimeout(ctx, wait+pollPatience)
	defer cancel()
	params := map[string]any{"offset": offset, "timeout": int(wait.Seconds()), "allowed_updates": updatesWanted}
	err = c.call(ctx, "getUpdates", params, &batch)
	return batch, err
}
