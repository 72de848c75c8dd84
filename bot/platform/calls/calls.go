// Package calls notifies a person that a table waits for them, at most once per call,
// also across restarts. It writes a note before the network call, so a process that dies
// in between never repeats it. Post: the message itself notifies. Update: edits notify
// nobody, so a separate word is posted beside the message and deleted later.
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

// New returns the calls of a platform. For the time of dedupWindow the network posts words
// with the same key only once. It is 0 if the network has no such keys.
func New(notes chat.Notes, now func() time.Time, dedupWindow time.Duration) *Calls {
	return &Calls{notes: notes, now: now, dedupWindow: dedupWindow, channels: make(map[string]*channelCalls)}
}

// Caller posts and deletes the words that call, in one channel.
type Caller interface {
	// Say posts the words and returns the id of their message. Calls with the same key
	// are the same words. After any error except RetryAfter, Migrated, ErrBlocked,
	// ErrGone and ErrUnsent the words may have been posted.
	Say(ctx context.Context, call chat.Call, key string) (word string, err error)
	// Delete deletes the message. After an error the caller tries again later; a
	// message that can never be deleted is no error.
	Delete(ctx context.Context, word string) error
}

// Post calls post to send a new message. loud is true if the message must notify. about
// identifies the message within its channel. If the network certainly didn't get the
// message, Post restores the note, so the call can be made later.
func (c *Calls) Post(ctx context.Context, channel, about string, call *chat.Call, post func(loud bool) error) error {
	if call == nil || call.Quiet {
		return post(false)
	}
	k, err := c.acquire(ctx, channel)
	defer k.release()
	if err != nil {
		return err
	}
	before := k.records[about]
	if call.Number <= before.Made[call.Thread] {
		before.wanted = true
		k.records[about] = before
		return post(false)
	}
	if err := k.store(ctx, about, before.withCall(*call, c.now())); err != nil {
		return err
	}
	err = post(true)
	if unsent(err) {
		err = errors.Join(err, k.store(context.WithoutCancel(ctx), about, before))
	}
	return err
}

// Update deletes the previous word beside the message and posts a new one if a call is
// due. If the deletion fails, it returns RetryAfter and makes no call, also in the next
// process.
func (c *Calls) Update(ctx context.Context, channel, about string, call *chat.Call, caller Caller) error {
	k, err := c.acquire(ctx, channel)
	defer k.release()
	if err != nil {
		return err
	}
	before, known := k.records[about]
	if before.wanted = call != nil; known {
		k.records[about] = before
	}
	switch {
	case call != nil && before.isDone(*call, c.now(), c.dedupWindow):
		return nil
	case call != nil && !call.Quiet:
		return k.call(ctx, about, *call, caller)
	default: // a restart may repeat the deletion
		return k.remove(ctx, about, caller)
	}
}

// Forget drops the channel from memory. The bot deletes the note; a call in progress
// doesn't write it again.
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

// acquire locks the channel's calls and loads them if needed. The caller must release
// them, even after an error.
func (c *Calls) acquire(ctx context.Context, channel string) (*channelCalls, error) {
	for {
		k := c.ref(channel)
		k.turn.Lock()
		if !k.forgotten.Load() {
			return k, k.load(ctx)
		}
		k.release()
	}
}

// ref returns the channel's calls and counts the reference. When memory is full it evicts
// all channels without references.
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

// unsent reports whether the network certainly hasn't got the message, or has refused it.
func unsent(err error) bool {
	return errors.As(err, new(chat.RetryAfter)) || errors.As(err, new(chat.Migrated)) ||
		errors.Is(err, chat.ErrBlocked) || errors.Is(err, chat.ErrGone) || errors.Is(err, chat.ErrUnsent)
}
