// Package calls notifies users that others wait for them, at most once per call, also across restarts.
//
// A new message notifies by itself; see [Calls.Post]. An edit doesn't, so [Calls.Update] posts a ping, and deletes it
// once the call is over.
//
// A note records a call before the network request. A process that dies in between may lose the call; its successor
// repeats a ping only if the network recognizes duplicates.
package calls

import (
	"context"
	"errors"
	"maps"
	"sync"
	"time"

	"tarockbot/bot/chat"
)

// Calls makes a platform's calls. It is safe for concurrent use.
type Calls struct {
	notes       chat.Notes
	now         func() time.Time
	dedupWindow time.Duration

	mu       sync.Mutex
	channels map[string]*channelCalls
}

// New returns a platform's calls. The network posts pings with the same key only once within dedupWindow; 0 means
// that it recognizes no duplicates.
func New(notes chat.Notes, now func() time.Time, dedupWindow time.Duration) *Calls {
	return &Calls{notes: notes, now: now, dedupWindow: dedupWindow, channels: make(map[string]*channelCalls)}
}

// Pinger posts and deletes a channel's pings.
type Pinger interface {
	// Ping returns the ping's id. After any error except RetryAfter, Migrated, ErrBlocked, ErrGone and ErrUnsent the
	// ping may have been posted.
	Ping(ctx context.Context, call chat.Call, key string) (ping string, err error)
	// Delete is retried after an error. A ping that can never be deleted is no error.
	Delete(ctx context.Context, ping string) error
}

// Post calls post to send a new message, loud if it must notify. If the network certainly didn't get the message, the
// call can be made later.
func (c *Calls) Post(ctx context.Context, channel, message string, call *chat.Call, post func(loud bool) error) error {
	if call == nil || call.Suppressed {
		return post(false)
	}
	k, err := c.acquire(ctx, channel)
	if err != nil {
		return err
	}
	defer k.release()
	before := k.records[message]
	if call.Number <= before.Made[call.Subject] {
		before.wanted = true
		k.records[message] = before
		return post(false)
	}
	if err := k.store(ctx, message, before.withCall(*call, c.now())); err != nil {
		return err
	}
	err = post(true)
	if isUnsent(err) {
		err = errors.Join(err, k.store(context.WithoutCancel(ctx), message, before))
	}
	return err
}

// Update deletes the message's last ping, and pings if another call is due. If the deletion fails, it returns
// RetryAfter and doesn't ping.
func (c *Calls) Update(ctx context.Context, channel, message string, call *chat.Call, pinger Pinger) error {
	k, err := c.acquire(ctx, channel)
	if err != nil {
		return err
	}
	defer k.release()
	before, known := k.records[message]
	before.wanted = call != nil
	if known {
		k.records[message] = before
	}
	switch {
	case call != nil && before.isDone(*call, c.now(), c.dedupWindow):
		return nil
	case call != nil && !call.Suppressed:
		return k.ping(ctx, message, *call, pinger)
	default: // a restart may repeat the deletion
		return k.deletePing(ctx, message, pinger)
	}
}

// Forget drops the channel from memory. It waits for writes, so that none follows the caller's deletion of the note.
func (c *Calls) Forget(channel string) {
	c.mu.Lock()
	k := c.channels[channel]
	delete(c.channels, channel)
	c.mu.Unlock()
	if k != nil {
		k.writing.Lock()
		k.forgotten.Store(true)
		k.writing.Unlock()
	}
}

const maxChannels = 10_000

// acquire locks the channel's calls until release.
func (c *Calls) acquire(ctx context.Context, channel string) (*channelCalls, error) {
	for {
		k := c.ref(channel)
		k.turn.Lock()
		if k.forgotten.Load() {
			k.release()
			continue
		}
		if err := k.load(ctx); err != nil {
			k.release()
			return nil, err
		}
		return k, nil
	}
}

// ref counts a reference. When memory is full it evicts unreferenced channels.
func (c *Calls) ref(channel string) *channelCalls {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.channels) >= maxChannels {
		maps.DeleteFunc(c.channels, func(_ string, k *channelCalls) bool { return k.refs == 0 })
	}
	k, ok := c.channels[channel]
	if !ok {
		k = &channelCalls{calls: c, channel: channel}
		c.channels[channel] = k
	}
	k.refs++
	return k
}

func isUnsent(err error) bool {
	return errors.As(err, new(chat.RetryAfter)) || errors.As(err, new(chat.Migrated)) ||
		errors.Is(err, chat.ErrBlocked) || errors.Is(err, chat.ErrGone) || errors.Is(err, chat.ErrUnsent)
}
