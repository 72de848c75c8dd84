package bot

import (
	"fmt"
	"maps"
	"strconv"
	"strings"
	"sync"
	"time"

	"tarockbot/storage"
)

const (
	wall timeline = "wall" // the time of day: since 1970
	run  timeline = "run"  // how long the bot has run; see clock
)

// The kinds of documents of tables, and of what rings.
const (
	kindTable = "table" // a challenge or match; small, without finished deals
	kindBrief = "brief" // what is known of a table without reading it
	kindAlarm = "alarm" // when something has to be looked at; see alarm
)

// timeline is what an alarm's time is measured on.
type timeline string

// alarm is when something has to be looked at. Alarms are documents in an index
// ordered by time, so that those due are found without a look at the others. A
// thing has at most one alarm of its kind, and keeps its key: both change in one
// commit. An alarm may ring early. Who is rung looks at the thing, does what is
// due by then, and sets the next alarm.
type alarm struct {
	line timeline
	at   time.Duration // on the line
	what string        // kind of the thing: whose ringer is called
	id   string        // of the thing
}

// alarmKey is the id of an alarm's document: "run|00000000000001234567|table|x7k2p4qa",
// in milliseconds. "" is none.
type alarmKey string

// key is the alarm's key; "" if there is none.
func (a alarm) key() alarmKey {
	if a.line == "" {
		return ""
	}
	return alarmKey(fmt.Sprintf("%s|%s|%s", timeKey(a.line, a.at), a.what, a.id))
}

// timeKey is what the keys of alarms at that time begin with. A part of a
// millisecond rounds up, for an alarm that rings too early rings twice.
func timeKey(line timeline, at time.Duration) string {
	return fmt.Sprintf("%s|%020d", line, (max(at, 0)+time.Millisecond-1)/time.Millisecond)
}

// parse is the alarm that has the key.
func (k alarmKey) parse() (alarm, error) {
	parts := strings.SplitN(string(k), "|", 4)
	if len(parts) < 4 {
		return alarm{}, fmt.Errorf("bot: alarm %q: not a key", string(k))
	}
	ms, err := strconv.ParseInt(parts[1], 10, 64)
	if err != nil {
		return alarm{}, fmt.Errorf("bot: alarm %q: %w", string(k), err)
	}
	return alarm{timeline(parts[0]), time.Duration(ms) * time.Millisecond, parts[2], parts[3]}, nil
}

// time is when the alarm that has the key rings, on its line; one whose key can't
// be read rings now, and is told of.
func (k alarmKey) time() time.Duration {
	a, _ := k.parse()
	return a.at
}

// sets says whether the alarm must take the place of that which is set. One that
// rings before may stay, for setting costs a write: it looks again then. One
// that should have rung by now on its line is about to, and stays for nothing.
func (a alarm) sets(set alarmKey, now func(timeline) time.Duration) bool {
	next := a.key()
	if set == "" || set == next {
		return set != next
	}
	was, err := set.parse()
	if err != nil || a.line != "" && was.line != a.line {
		return true
	}
	return was.at <= now(was.line) || next != "" && next < set
}

// moveDocs put an alarm in the place of another. Each may be none.
func moveDocs(from, to alarmKey) (docs []storage.Doc) {
	if from == to {
		return nil
	}
	if from != "" {
		docs = append(docs, storage.Doc{Key: storage.Key{Kind: kindAlarm, ID: string(from)}, Version: 1})
	}
	if to != "" {
		docs = append(docs, storage.Doc{Key: storage.Key{Kind: kindAlarm, ID: string(to)}, Data: []byte{}})
	}
	return docs
}

// sinceEpoch is a time of day on the line wall.
func sinceEpoch(t time.Time) time.Duration { return time.Duration(t.UnixNano()) }

// ringAgain is how long it takes until an alarm that failed rings again.
const ringAgain = 10 * time.Minute

// rung are the alarms that have rung lately, with the bot's running time then. One
// whose ringer failed would ring all the time.
type rung struct {
	mu sync.Mutex
	at map[alarmKey]time.Duration
}

// admit says whether the alarm may ring now, and notes that it does. One that may
// not has to wait that long.
func (r *rung) admit(k alarmKey, now time.Duration) (ok bool, wait time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if at, has := r.at[k]; has {
		return false, at + ringAgain - now
	}
	if r.at == nil {
		r.at = make(map[alarmKey]time.Duration)
	}
	r.at[k] = now
	return true, 0
}

// prune lets those ring again that rang long ago.
func (r *rung) prune(now time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	maps.DeleteFunc(r.at, func(_ alarmKey, at time.Duration) bool { return now-at >= ringAgain })
}
