// Package calls makes a platform's calls: the words by which the network tells a
// person that they are waited for. A platform that can repeat or delete words says
// so by its [Caller]; begin with [Calls.Post] and [Calls.Update].
package calls

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"tarockbot/bot/chat"
)

// Calls makes a platform's calls, each at most once, wherever the process ends: what is
// about to be called is noted first. The notes are by channel, as the platform names it.
type Calls struct {
	notes chat.Notes
	now   func() time.Time
	again time.Duration // for how long a word that is sent twice under one key stands there once

	mu       sync.Mutex
	channels map[string]*called
}

// New makes what makes a platform's calls. Again is for how long the network recognises
// the key of a word and doesn't post it twice; 0 if it has no keys.
func New(notes chat.Notes, now func() time.Time, again time.Duration) *Calls {
	return &Calls{notes: notes, now: now, again: again, channels: make(map[string]*called)}
}

// Caller posts and deletes the words that call, in one channel.
type Caller interface {
	// Say posts the call's words and returns which message they are. The same key
	// is the same word. After an error other than RetryAfter, Migrated, ErrBlocked,
	// ErrGone and ErrUnsent of package chat they may have been posted.
	Say(ctx context.Context, call chat.Call, key string) (word string, err error)
	// Delete deletes such a message. After an error it may still be there, and is to
	// be deleted later; one that can't ever be is no error.
	Delete(ctx context.Context, word string) error
}

// called is what has been called in one channel.
type called struct {
	*Calls
	channel string
	users   int // of this value; it is kept as long as there are any
	using   sync.Mutex
	loaded  bool
	by      map[string]callsBy // by the message, as the platform calls it

	noting sync.Mutex  // held for no longer than a note is written
	gone   atomic.Bool // forgotten: nothing of it is noted any more, and another takes its place
}

// callsBy are the calls that one message has made, as they are noted. It is never
// changed, but replaced.
type callsBy struct {
	At   time.Time      `json:"at"`             // of the last
	Made map[string]int `json:"made,omitempty"` // the number of the last, by thread
	// Open is the thread whose last call may have been sent, or not; "" for none.
	Open string `json:"open,omitempty"`
	Word string `json:"word,omitempty"` // the message that calls, beside the one it is about
}

// Bounds of what is kept: channels in memory, and messages of one channel.
const (
	maxCalled  = 10_000
	maxCalling = 50
)

// Post posts a message that calls by itself, if the call is to be made: then
// loudly. About names it in its channel.
func (c *Calls) Post(ctx context.Context, channel, about string, call *chat.Call, post func(loud bool) error) error {
	if call == nil || call.Quiet {
		return post(false)
	}
	k, err := c.open(ctx, channel)
	defer k.close()
	if err != nil {
		return err
	}
	before := k.by[about]
	if call.Number <= before.Made[call.Thread] {
		return post(false)
	}
	if err := k.store(ctx, about, before.with(*call, c.now())); err != nil {
		return err
	}
	err = post(true)
	if unsent(err) {
		err = errors.Join(err, k.store(context.WithoutCancel(ctx), about, before))
	}
	return err
}

// Update makes the call of a message that shows something new, in the place of the one
// beside it, and takes that away when nobody is called. While it can't be taken away the
// error asks to be called again, and no other call is made: also in the next process.
func (c *Calls) Update(ctx context.Context, channel, about string, call *chat.Call, caller Caller) error {
	k, err := c.open(ctx, channel)
	defer k.close()
	if err != nil {
		return err
	}
	before := k.by[about]
	switch {
	case call != nil && before.has(*call, c.now(), c.again):
		return nil
	case call != nil && !call.Quiet:
		return k.call(ctx, about, *call, caller)
	default: // deleted once more after a restart, at worst
		return k.remove(ctx, about, caller)
	}
}

// unsayAgain is when a word is deleted that couldn't be, if the network doesn't say.
const unsayAgain = 5 * time.Second

// remove deletes the word beside the message, if there is one.
func (k *called) remove(ctx context.Context, about string, caller Caller) error {
	by := k.by[about]
	if by.Word == "" {
		return nil
	}
	err := caller.Delete(ctx, by.Word)
	switch {
	case errors.As(err, new(chat.RetryAfter)):
		return err
	case err != nil:
		return errors.Join(chat.RetryAfter{Wait: unsayAgain}, err)
	}
	by.Word = ""
	k.by[about] = by
	return nil
}

// call makes the call, once the one before is taken away.
func (k *called) call(ctx context.Context, about string, call chat.Call, caller Caller) error {
	if err := k.remove(ctx, about, caller); err != nil {
		return err
	}
	before := k.by[about]
	after := before
	if before.Open != call.Thread { // else it is tried again
		after = before.with(call, k.now())
		if k.again > 0 {
			after.Open = call.Thread
		}
		if err := k.store(ctx, about, after); err != nil {
			return err
		}
	}
	word, err := caller.Say(ctx, call, k.channel+" "+call.Thread+" "+strconv.Itoa(call.Number))
	switch {
	case unsent(err) && before.Open != call.Thread:
		return errors.Join(err, k.store(context.WithoutCancel(ctx), about, before))
	case err != nil && after.Open != "":
		return err
	case err != nil:
		return nil // it may have been made: then it mustn't be made again
	}
	after.Word, after.Open = word, ""
	return k.store(context.WithoutCancel(ctx), about, after)
}

// with is what is noted when the call is made.
func (b callsBy) with(call chat.Call, now time.Time) callsBy {
	made := map[string]int{}
	maps.Copy(made, b.Made)
	made[call.Thread] = call.Number
	return callsBy{At: now, Made: made, Word: b.Word}
}

// has says that the call has been made, or may have been and can't be made once more.
func (b callsBy) has(call chat.Call, now time.Time, again time.Duration) bool {
	last := b.Made[call.Thread]
	age := now.Sub(b.At)
	open := b.Open == call.Thread && age >= 0 && age < again
	return call.Number < last || call.Number == last && !open
}

// store stores what is known of the message. Where there are too many, that which was called
// by longest ago is forgotten. Of a channel that was forgotten meanwhile nothing is kept.
func (k *called) store(ctx context.Context, about string, now callsBy) error {
	by := maps.Clone(k.by)
	by[about] = now
	if len(by) > maxCalling {
		oldest := about
		for other, o := range by {
			if o.At.Before(by[oldest].At) {
				oldest = other
			}
		}
		delete(by, oldest)
	}
	data, err := json.Marshal(by)
	k.noting.Lock()
	defer k.noting.Unlock()
	if err == nil && !k.gone.Load() {
		err = k.notes.Write(ctx, "calls/"+k.channel, data)
	}
	if err == nil {
		k.by = by
	}
	return err
}

// open is what is known of the channel, for one at a time, who closes it, also on errors.
func (c *Calls) open(ctx context.Context, channel string) (*called, error) {
	for {
		k := c.use(channel)
		k.using.Lock()
		if !k.gone.Load() {
			return k, k.load(ctx)
		}
		k.close()
	}
}

func (c *Calls) use(channel string) *called {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.channels) >= maxCalled {
		maps.DeleteFunc(c.channels, func(_ string, k *called) bool { return k.users == 0 })
	}
	k, ok := c.channels[channel]
	if !ok {
		k = &called{Calls: c, channel: channel}
		c.channels[channel] = k
	}
	k.users++
	return k
}

func (k *called) close() {
	k.using.Unlock()
	k.mu.Lock()
	k.users--
	k.mu.Unlock()
}

// Forget drops what is in memory of the channel. Its note is deleted by the bot: no
// call that is being made brings it back.
func (c *Calls) Forget(channel string) {
	c.mu.Lock()
	k := c.channels[channel]
	delete(c.channels, channel)
	c.mu.Unlock()
	if k != nil {
		k.noting.Lock()
		k.gone.Store(true)
		k.noting.Unlock()
	}
}

// load reads what the notes keep of the channel.
func (k *called) load(ctx context.Context) error {
	if k.loaded {
		return nil
	}
	data, err := k.notes.Read(ctx, "calls/"+k.channel)
	if err != nil {
		return err
	}
	_ = json.Unmarshal(data, &k.by) // what can't be read is forgotten
	if k.by == nil {
		k.by = make(map[string]callsBy)
	}
	k.loaded = true
	return nil
}

// unsent says that the network certainly hasn't got what was to be sent, or has refused it.
func unsent(err error) bool {
	return errors.As(err, new(chat.RetryAfter)) || errors.As(err, new(chat.Migrated)) ||
		errors.Is(err, chat.ErrBlocked) || errors.Is(err, chat.ErrGone) || errors.Is(err, chat.ErrUnsent)
}
