package calls

import (
	"maps"
	"slices"
	"time"

	"tarockbot/bot/chat"
)

// record is the note of one message's calls. It is replaced, never changed.
type record struct {
	At   time.Time      `json:"at"`             // of the last call
	Made map[string]int `json:"made,omitempty"` // the number of the last call, by thread
	// Pending is the thread whose last call may or may not have been sent; "" for none.
	Pending string `json:"open,omitempty"`
	WordID  string `json:"word,omitempty"` // the word beside the message; "" for none
}

// withCall returns the record of the message once the call is made.
func (r record) withCall(call chat.Call, now time.Time) record {
	made := map[string]int{}
	maps.Copy(made, r.Made)
	made[call.Thread] = call.Number
	return record{At: now, Made: made, WordID: r.WordID}
}

// isDone reports whether the call has been made, or may have been made and can no longer
// be repeated safely.
func (r record) isDone(call chat.Call, now time.Time, dedupWindow time.Duration) bool {
	last := r.Made[call.Thread]
	age := now.Sub(r.At)
	pending := r.Pending == call.Thread && age >= 0 && age < dedupWindow
	return call.Number < last || call.Number == last && !pending
}

// maxRecords bounds the records of one channel.
const maxRecords = 50

// evictOldest deletes the record with the oldest call if there are too many.
func evictOldest(records map[string]record) {
	if len(records) <= maxRecords {
		return
	}
	delete(records, slices.MinFunc(slices.Collect(maps.Keys(records)), func(a, b string) int {
		return records[a].At.Compare(records[b].At)
	}))
}
