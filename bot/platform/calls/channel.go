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

// channelCalls are the calls of one channel. turn is held during one Post or Update.
// Calls.mu guards channels and refs. writing is held only while a note is written, so that
// Forget can wait for it.
type channelCalls struct {
	calls   *Calls
	channel string
	refs    int // the channel isn't evicted while there are any
	turn    sync.Mutex
	loaded  bool
	records map[string]record // by message, as the platform calls it

	writing   sync.Mutex
	forgotten atomic.Bool // nothing is written any more; a new value takes this one's place
}

// release ends the turn.
func (k *channelCalls) release() {
	k.turn.Unlock()
	k.calls.mu.Lock()
	k.refs--
	k.calls.mu.Unlock()
}

// deleteRetry is the wait before the next deletion, unless the network names another.
const deleteRetry = 5 * time.Second

// remove deletes the word beside the message, if there is one.
func (k *channelCalls) remove(ctx context.Context, about string, caller Caller) error {
	r := k.records[about]
	if r.WordID == "" {
		return nil
	}
	err := caller.Delete(ctx, r.WordID)
	switch {
	case errors.As(err, new(chat.RetryAfter)):
		return err
	case err != nil:
		return errors.Join(chat.RetryAfter{Wait: deleteRetry}, err)
	}
	r.WordID = ""
	k.records[about] = r
	return nil
}

// call deletes the previous word and posts the call's.
func (k *channelCalls) call(ctx context.Context, about string, call chat.Call, caller Caller) error {
	if err := k.remove(ctx, about, caller); err != nil {
		return err
	}
	before := k.records[about]
	after := before
	retries := before.Pending == call.Thread && before.Made[call.Thread] == call.Number
	if !retries {
		after = before.withCall(call, k.calls.now())
		if k.calls.dedupWindow > 0 {
			after.Pending = call.Thread
		}
		if err := k.store(ctx, about, after); err != nil {
			return err
		}
	}
	word, err := caller.Say(ctx, call, k.channel+" "+call.Thread+" "+strconv.Itoa(call.Number))
	switch {
	case unsent(err) && !retries:
		return errors.Join(err, k.store(context.WithoutCancel(ctx), about, before))
	case err != nil && after.Pending != "":
		return err
	case err != nil:
		return nil // the words may have been posted, and mustn't be repeated
	}
	after.WordID, after.Pending = word, ""
	return k.store(context.WithoutCancel(ctx), about, after)
}

// load reads the channel's note once. An unreadable note counts as empty.
func (k *channelCalls) load(ctx context.Context) error {
	if k.loaded {
		return nil
	}
	data, err := k.calls.notes.Read(ctx, "calls/"+k.channel)
	if err != nil {
		return err
	}
	_ = json.Unmarshal(data, &k.records)
	if k.records == nil {
		k.records = make(map[string]record)
	}
	k.loaded = true
	return nil
}

// store writes the message's record. A forgotten channel keeps it only in memory.
func (k *channelCalls) store(ctx context.Context, about string, now record) error {
	records := maps.Clone(k.records)
	records[about] = now
	evict(records, about)
	data, err := json.Marshal(records)
	k.writing.Lock()
	defer k.writing.Unlock()
	if err == nil && !k.forgotten.Load() {
		err = k.calls.notes.Write(ctx, "calls/"+k.channel, data)
	}
	if err == nil {
		k.records = records
	}
	return err
}
