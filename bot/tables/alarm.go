package tables

import (
	"fmt"
	"maps"
	"strconv"
	"strings"
	"sync"
	"time"

	"tarockbot/storage"
)

// The lines that time is measured on.
const (
	Wall Timeline = "wall" // the time of day: since 1970
	Run  Timeline = "run"  // how long the bot has run; see Clock
)

// The kinds of documents of tables and alarms.
const (
	KindTable   = "table" // a challenge or match; small, without finished deals
	KindDeal    = "deal"  // one finished deal: its record
	KindSummary = "brief" // what is known of a table without reading it
	KindAlarm   = "alarm" // when something has to be looked at; see Alarm
	KindClock   = "clock" // how long the bot has run
	KindDraft   = "draft" // a half-made choice of cards
)

// Timeline is what an alarm's time is measured on.
type Timeline string

// Alarm is when something has to be looked at. Alarms are documents in an index
// ordered by time, so that those due are found without a look at the others. A
// thing has at most one alarm of its kind, and keeps its key: both change in one
// commit. An alarm may fire early. Its handler looks at the thing, does what is
// due by then, and sets the next alarm.
type Alarm struct {
	Line Timeline
	At   time.Duration // on the line
	What string        // kind of the thing: whose handler is called
	ID   string        // of the thing
}

// AlarmKey is the id of an alarm's document: "run|00000000000001234567|table|x7k2p4qa",
// in milliseconds. "" is none.
type AlarmKey string

// Key is the alarm's key; "" if there is none.
func (a Alarm) Key() AlarmKey {
	if a.Line == "" {
		return ""
	}
	return AlarmKey(fmt.Sprintf("%s|%s|%s", TimeKey(a.Line, a.At), a.What, a.ID))
}

// TimeKey is what the keys of alarms at that time begin with. A part of a
// millisecond rounds up, for an alarm that fires too early fires twice.
func TimeKey(line Timeline, at time.Duration) string {
	return fmt.Sprintf("%s|%020d", line, (max(at, 0)+time.Millisecond-1)/time.Millisecond)
}

// Parse is the alarm that has the key.
func (k AlarmKey) Parse() (Alarm, error) {
	parts := strings.SplitN(string(k), "|", 4)
	if len(parts) < 4 {
		return Alarm{}, fmt.Errorf("bot: alarm %q: not a key", string(k))
	}
	ms, err := strconv.ParseInt(parts[1], 10, 64)
	if err != nil {
		return Alarm{}, fmt.Errorf("bot: alarm %q: %w", string(k), err)
	}
	return Alarm{Timeline(parts[0]), time.Duration(ms) * time.Millisecond, parts[2], parts[3]}, nil
}

// Time is when the alarm that has the key fires, on its line. One whose key can't be
// read fires now, which tells the operator of it.
func (k AlarmKey) Time() time.Duration {
	a, _ := k.Parse()
	return a.At
}

// Sets says whether the alarm must take the place of that which is set. One that
// fires before may stay, for setting costs a write: its handler looks again then. An
// overdue one is replaced, too: it fires at once, and keeping it would save nothing.
func (a Alarm) Sets(set AlarmKey, now func(Timeline) time.Duration) bool {
	next := a.Key()
	if set == "" || set == next {
		return set != next
	}
	was, err := set.Parse()
	if err != nil || a.Line != "" && was.Line != a.Line {
		return true
	}
	return was.At <= now(was.Line) || next != "" && next < set
}

// MoveDocs put an alarm in the place of another. Each may be none.
func MoveDocs(from, to AlarmKey) (docs []storage.Doc) {
	if from == to {
		return nil
	}
	if from != "" {
		docs = append(docs, storage.Doc{Key: storage.Key{Kind: KindAlarm, ID: string(from)}, Version: 1})
	}
	if to != "" {
		docs = append(docs, storage.Doc{Key: storage.Key{Kind: KindAlarm, ID: string(to)}, Data: []byte{}})
	}
	return docs
}

// SinceEpoch is a time of day on the line wall.
func SinceEpoch(t time.Time) time.Duration { return time.Duration(t.UnixNano()) }

// fireAgain is how long it takes until an alarm that failed fires again.
const fireAgain = 10 * time.Minute

// Fired are the alarms that fired a short while ago, with the bot's running time then. One
// whose handler failed would fire all the time.
type Fired struct {
	mu sync.Mutex
	at map[AlarmKey]time.Duration
}

// Admit says whether the alarm may fire now, and notes that it does. One that may
// not has to wait that long.
func (r *Fired) Admit(k AlarmKey, now time.Duration) (ok bool, wait time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if at, has := r.at[k]; has {
		return false, at + fireAgain - now
	}
	if r.at == nil {
		r.at = make(map[AlarmKey]time.Duration)
	}
	r.at[k] = now
	return true, 0
}

// Prune lets those fire again that fired long ago.
func (r *Fired) Prune(now time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	maps.DeleteFunc(r.at, func(_ AlarmKey, at time.Duration) bool { return now-at >= fireAgain })
}
