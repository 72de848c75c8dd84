// Package calls makes a platform's calls: it notifies users that others wait for them, at most once per call, also
// across restarts.
//
// A new message notifies by itself; see [Calls.Post]. Edits notify nobody. Therefore a call by an edit posts a ping, a
// short message of its own, and deletes it once the call is over; see [Calls.Update].
//
// The calls of a channel are recorded in a note before the request to the network. A process that dies in between may
// lose a call, but its successor never repeats one. If the network recognizes a repeated ping, the successor sends it
// again.
package calls

import (
	"context"
	"errors"
	"maps"
	"sync"
	"time"

	"tarockbot/bot/chat"
)

// Calls makes a platform's calls. Its methods may be used concurrently.
type Calls struct {
	notes       chat.Notes
	now         func() time.Time
	dedupWindow time.Duration // see New

	mu       sync.Mutex
	channels map[string]*channelCalls
}

// New returns the calls of a platform. The network posts pings with the same key only once within dedupWindow; 0 if it
// has no such keys.
func New(notes chat.Notes, now func() time.Time, dedupWindow time.Duration) *Calls {
	return &Calls{notes: notes, now: now, dedupWindow: dedupWindow, channels: make(map[string]*channelCalls)}
}

// Pinger posts and deletes the pings of one channel.
type Pinger interface {
	// Ping posts a ping for the call and returns the id of its message. Pings with the same key are the same. After any
	// error except RetryAfter, Migrated, ErrBlocked, ErrGone and ErrUnsent the ping may have been posted.
	Ping(ctx context.Context, call chat.Call, key string) (ping string, err error)
	// Delete deletes the ping. After an error it is called again later; a ping that can never be deleted is no error.
	Delete(ctx context.Context, ping string) error
}

// Post calls post to send a new message. loud is true if the message must notify. message identifies it within its
// channel. If the network certainly didn't get the message, Post restores the record, so the call can be made later.
func (c *Calls) Post(ctx context.Context, channel, message string, call *chat.Call, post func(loud bool) error) error {
	if call == nil || call.Quiet {
		return post(false)
	}
	k, err := c.acquire(ctx, channel)
	if err != nil {
		return err
	}
	defer k.release()
	before := k.records[message]
	if call.Number <= before.Made[call.Thread] {
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

// Update deletes the ping of the message's last call, and pings if another call is due. If the deletion fails, it
// returns RetryAfter and makes no call; the next process tries the deletion again.
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
	case call != nil && !call.Quiet:
		return k.ping(ctx, message, *call, pinger)
	default: // a restart may repeat the deletion
		return k.deletePing(ctx, message, pinger)
	}
}

// Forget drops the channel from memory. It returns once nothing is being written: a call in progress doesn't write the
// note again that the caller deletes.
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

// maxChannels bounds the channels in memory.
const maxChannels = 10_000

// acquire locks the channel's calls and loads them if needed. The caller must release them.
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

// ref returns the channel's calls and counts the reference. When memory is full it evicts all channels without
// references.
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

// isUnsent reports whether the network certainly hasn't got the message, or has refused it.
func isUnsent(err error) bool {
	return errors.As(err, new(chat.RetryAfter)) || errors.As(err, new(chat.Migrated)) ||
		errors.Is(err, chat.ErrBlocked) || errors.Is(err, chat.ErrGone) || errors.Is(err, chat.ErrUnsent)
}
