package bot

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strconv"
	"strings"
	"sync"
	"time"

	"tarockbot/storage"
)

// timeline is what an alarm's time is measured on.
type timeline string

const (
	wall timeline = "wall" // the time of day: since 1970
	run  timeline = "run"  // how long the bot has run; see clock
)

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

// ringer does what is due with the thing of the id, and sets its next alarm. It
// returns errNoThing if there is none of that id.
type ringer func(ctx context.Context, id string) error

// errNoThing says that an alarm's thing doesn't exist.
var errNoThing = errors.New("bot: alarm of nothing")

// ringers are the handlers of alarms, by what they are of.
func (b *Bot) ringers() map[string]ringer {
	return map[string]ringer{
		"table":  b.ringTable,
		"person": b.ringPerson,
		"away":   b.ringAway,
	}
}

const (
	ringGroup = 32               // alarms that ring at once; their commits share the disk
	ringAgain = 10 * time.Minute // until one that failed rings again
	readAgain = 5 * time.Second  // until alarms that could not be read are looked for again
)

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

// ringAll rings all alarms that are due on the lines, and notes when the next are.
func (b *Bot) ringAll(ctx context.Context, lines ...timeline) {
	rang, runs := 0, b.runFor()
	b.rung.prune(runs)
	for _, l := range lines {
		b.schedule.reset(l)
		for ctx.Err() == nil {
			due, next, err := b.dueAlarms(ctx, l, runs)
			if err != nil {
				b.schedule.at(l, b.nowOn(l)+readAgain)
				if ctx.Err() == nil {
					b.cfg.Log.Error("alarms not read", "err", err)
				}
				return
			}
			b.ringThese(ctx, due)
			if rang += len(due); len(due) < ringGroup {
				b.schedule.at(l, next)
				break
			}
		}
	}
	b.cfg.Metrics.Due(rang)
}

// dueAlarms are the first alarms on the line whose time has come, as many as ring
// at once, and when the next one's comes if these are all; runs is how long the bot
// has run.
func (b *Bot) dueAlarms(ctx context.Context, l timeline, runs time.Duration) (due []alarmKey, next time.Duration, err error) {
	now, next := runs, never
	if l == wall {
		now = b.nowOn(wall)
	}
	reached := timeKey(l, now) + "|\xff"
	for doc, err := range b.store.Scan(ctx, kindAlarm, string(l), string(l)+"|\xff") {
		if err != nil {
			return nil, 0, fmt.Errorf("bot: alarms: %w", err)
		}
		k := alarmKey(doc.Key.ID)
		if string(k) > reached {
			return due, min(next, k.time()), nil
		}
		if ok, wait := b.rung.admit(k, runs); ok {
			due = append(due, k)
		} else {
			next = min(next, now+wait)
		}
		if len(due) == ringGroup {
			break
		}
	}
	return due, next, nil
}

// ringThese rings the alarms at the same time.
func (b *Bot) ringThese(ctx context.Context, due []alarmKey) {
	var all sync.WaitGroup
	for _, k := range due {
		all.Go(func() {
			if err := b.ringOne(ctx, k); err != nil && ctx.Err() == nil {
				b.cfg.Log.Error("alarm rang for nothing", "alarm", string(k), "err", err)
			}
		})
	}
	all.Wait()
}

// ringOne rings an alarm. That of something that doesn't exist is taken away.
func (b *Bot) ringOne(ctx context.Context, k alarmKey) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = b.fault("alarm", r)
		}
	}()
	a, err := k.parse()
	if err != nil {
		return err
	}
	ring, ok := b.ringers()[a.what]
	if !ok {
		return fmt.Errorf("bot: alarm of an unknown kind %q", a.what)
	}
	b.cfg.Metrics.Rang(a.what, b.nowOn(a.line)-a.at)
	err = ring(ctx, a.id)
	if errors.Is(err, errNoThing) {
		err = b.store.Commit(ctx, moveDocs(k, "")...)
	}
	return err
}
