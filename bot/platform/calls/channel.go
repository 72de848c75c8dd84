package calls

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"tarockbot/bot/chat"
)

// channelCalls are the calls of one channel.
//
// Lock order: turn, then writing. A Post or Update holds turn. writing is held only while the channel's note is stored,
// so that Forget needn't wait for the network. Calls.mu guards refs and is held alone.
type channelCalls struct {
	calls   *Calls
	channel string
	refs    int // evicted only at 0

	turn    sync.Mutex
	loaded  bool
	records map[string]record // by message

	writing   sync.Mutex
	forgotten atomic.Bool // the note must not be written
}

func (k *channelCalls) release() {
	k.turn.Unlock()
	k.calls.mu.Lock()
	k.refs--
	k.calls.mu.Unlock()
}

const deleteRetry = 5 * time.Second

func (k *channelCalls) deletePing(ctx context.Context, message string, pinger Pinger) error {
	r := k.records[message]
	if r.Ping == "" {
		return nil
	}
	err := pinger.Delete(ctx, r.Ping)
	switch {
	case errors.As(err, new(chat.RetryAfter)):
		return err
	case err != nil:
		return errors.Join(chat.RetryAfter{Wait: deleteRetry}, err)
	}
	r.Ping = ""
	k.records[message] = r
	return nil
}

func (k *channelCalls) ping(ctx context.Context, message string, call chat.Call, pinger Pinger) error {
	if err := k.deletePing(ctx, message, pinger); err != nil {
		return err
	}
	before := k.records[message]
	repeats := before.Pending == call.Subject && before.Made[call.Subject] == call.Number
	after, err := k.recordPing(ctx, message, call, repeats)
	if err != nil {
		return err
	}
	ping, err := pinger.Ping(ctx, call, k.channel+" "+call.Subject+" "+strconv.Itoa(call.Number))
	switch {
	case err == nil:
		after.Ping, after.Pending = ping, ""
		return k.store(context.WithoutCancel(ctx), message, after)
	case isUnsent(err) && !repeats:
		return errors.Join(err, k.store(context.WithoutCancel(ctx), message, before))
	case after.Pending != "": // repeatable: the network recognizes duplicates
		return err
	}
	return nil // the ping may have been posted, and mustn't be repeated
}

func (k *channelCalls) recordPing(ctx context.Context, message string, call chat.Call, repeats bool) (record, error) {
	before := k.records[message]
	if repeats {
		return before, nil
	}
	after := before.withCall(call, k.calls.now())
	if k.calls.dedupWindow > 0 {
		after.Pending = call.Subject
	}
	return after, k.store(ctx, message, after)
}

// load treats an unreadable note as empty.
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

// store keeps a forgotten channel's record only in memory.
func (k *channelCalls) store(ctx context.Context, message string, now record) error {
	records := maps.Clone(k.records)
	records[message] = now
	evict(records, message)
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

// record is a note's entry for one message. Made is never changed, because copies share it.
type record struct {
	At   time.Time      `json:"at"`             // of the last call
	Made map[string]int `json:"made,omitempty"` // last number by thread
	// Pending is the thread whose last call may have been sent.
	Pending string `json:"open,omitempty"`
	Ping    string `json:"word,omitempty"` // id; "" for none
	// wanted means that the last Update or Post had a call. It isn't stored.
	wanted bool
}

func (r record) withCall(call chat.Call, now time.Time) record {
	made := map[string]int{}
	maps.Copy(made, r.Made)
	made[call.Subject] = call.Number
	return record{At: now, Made: made, Ping: r.Ping, wanted: true}
}

// isDone reports whether the call was made, or may have been and can't be repeated safely.
func (r record) isDone(call chat.Call, now time.Time, dedupWindow time.Duration) bool {
	last := r.Made[call.Subject]
	age := now.Sub(r.At)
	pending := r.Pending == call.Subject && age >= 0 && age < dedupWindow
	return call.Number < last || call.Number == last && !pending
}

// maxRecords bounds the records of one channel. Beyond it calls may be repeated.
const maxRecords = 50

// evict deletes a surplus record: one without a call if possible, else the oldest.
func evict(records map[string]record, message string) {
	if len(records) <= maxRecords {
		return
	}
	all := slices.DeleteFunc(slices.Collect(maps.Keys(records)), func(x string) bool { return x == message })
	if idle := slices.DeleteFunc(slices.Clone(all), func(x string) bool { return records[x].isOpen() }); len(idle) > 0 {
		all = idle
	}
	delete(records, slices.MinFunc(all, func(a, b string) int { return records[a].At.Compare(records[b].At) }))
}

func (r record) isOpen() bool { return r.wanted || r.Ping != "" || r.Pending != "" }
