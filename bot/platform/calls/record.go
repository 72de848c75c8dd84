package calls

import (
	"maps"
	"slices"
	"time"

	"tarockbot/bot/chat"
)

// record is what a channel's note holds of one message's calls. Its Made is shared by copies and never changed.
type record struct {
	At   time.Time      `json:"at"`             // of the last call
	Made map[string]int `json:"made,omitempty"` // the number of the last call, by thread
	// Pending is the thread whose last call may or may not have been sent; "" for none.
	Pending string `json:"open,omitempty"`
	Ping    string `json:"word,omitempty"` // the id of the message's ping; "" for none
	// wanted reports whether the last Update, or a Post since, had a call, so that this record keeps the call from being
	// made again. It isn't stored.
	wanted bool
}

// withCall returns the record of the message once the call is made.
func (r record) withCall(call chat.Call, now time.Time) record {
	made := map[string]int{}
	maps.Copy(made, r.Made)
	made[call.Thread] = call.Number
	return record{At: now, Made: made, Ping: r.Ping, wanted: true}
}

// isDone reports whether the call has been made, or may have been made and can no longer
// be repeated safely.
func (r record) isDone(call chat.Call, now time.Time, dedupWindow time.Duration) bool {
	last := r.Made[call.Thread]
	age := now.Sub(r.At)
	pending := r.Pending == call.Thread && age >= 0 && age < dedupWindow
	return call.Number < last || call.Number == last && !pending
}

// maxRecords bounds the records of one channel. A call may be made twice if more messages of one channel have a call at
// the same time, and for messages that a new process hasn't updated yet.
const maxRecords = 50

// evict deletes a record if there are too many, but not that of the message. It prefers records without a call,
// then the oldest.
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

// isOpen reports whether the message has a call.
func (r record) isOpen() bool { return r.wanted || r.Ping != "" || r.Pending != "" }
