package tables

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"sync"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/bot/match"
	"tarockbot/bot/support/metrics"
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

// What alarms wake.
const (
	WakeTable  = "table"  // a clock, or the time of a table's own
	WakePerson = "person" // who wanted to be called again
	WakeAway   = "away"   // who was away for some days
	WakeShow   = "show"   // whose tables don't show yet what they have changed
)

// Timeline is what an alarm's time is measured on.
type Timeline string

// Alarm is when something has to be looked at. Alarms are documents in an index ordered
// by time, so that those due are found without the others. A thing has at most one alarm
// of its kind, and keeps its key: both change in one commit. An alarm may fire early: its
// handler does what is due by then, and sets the next alarm.
type Alarm struct {
	Line Timeline
	At   time.Duration // on the line
	What string        // it wakes: whose handler is called
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
	return AlarmKey(fmt.Sprintf("%s|%s|%s", timeKey(a.Line, a.At), a.What, a.ID))
}

// timeKey begins the keys of alarms at that time. A part of a millisecond rounds up, for
// an alarm that fires too early fires twice.
func timeKey(line Timeline, at time.Duration) string {
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

// Time is when the alarm fires, on its line. One whose key can't be read fires now, which
// tells the operator of it.
func (k AlarmKey) Time() time.Duration {
	a, _ := k.Parse()
	return a.At
}

// Replaces says whether the alarm must take the place of the set one. One that fires before
// may stay, for setting costs a write: its handler looks again then. An overdue one is
// replaced: it fires at once, and keeping it would save nothing.
func (a Alarm) Replaces(set AlarmKey, now func(Timeline) time.Duration) bool {
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

// ShowDocs let all tables of the person be shown anew as soon as they are stored, and at the next start if
// the process is killed before. Each change of theirs has its own alarm, which goes once it has fired.
func ShowDocs(now time.Time, id chat.PersonID, change string) []storage.Doc {
	return MoveDocs("", Alarm{Wall, SinceEpoch(now), WakeShow, string(id) + "." + change}.Key())
}

// PersonOf is whose alarm has that id.
func PersonOf(id string) string {
	person, _, _ := strings.Cut(id, ".")
	return person
}

// Schedule knows when the next alarm on each line fires: nobody reads the store before.
type Schedule struct {
	mu      sync.Mutex
	next    map[Timeline]time.Duration
	Earlier chan struct{} // holds one thing once an alarm was set that fires before all others on its line
}

// NewSchedule knows of no alarm.
func NewSchedule() *Schedule {
	return &Schedule{next: map[Timeline]time.Duration{Wall: match.Never, Run: match.Never}, Earlier: make(chan struct{}, 1)}
}

// Reset forgets the line's alarms: the caller reads them from the store.
func (s *Schedule) Reset(l Timeline) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.next[l] = match.Never
}

// At notes that an alarm fires at the time on the line.
func (s *Schedule) At(l Timeline, at time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if at >= s.next[l] {
		return
	}
	s.next[l] = at
	select {
	case s.Earlier <- struct{}{}:
	default:
	}
}

// Until is how long it takes, from now on the line, until an alarm of the line fires.
func (s *Schedule) Until(l Timeline, now time.Duration) time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	return max(s.next[l]-now, 0)
}

// Stored notes the alarms among what has been stored.
func (s *Schedule) Stored(docs []storage.Doc) {
	for _, doc := range docs {
		if doc.Key.Kind == KindAlarm && doc.Data != nil {
			l, _, _ := strings.Cut(doc.Key.ID, "|")
			s.At(Timeline(l), AlarmKey(doc.Key.ID).Time())
		}
	}
}

// Handler does what is due with the thing, and sets its next alarm. It returns ErrNothing
// if there is none of that id.
type Handler func(ctx context.Context, id string) error

// ErrNothing says that an alarm's thing doesn't exist.
var ErrNothing = errors.New("bot: alarm of nothing")

// Alarms fire what is due.
type Alarms struct {
	Store    *documents.Store
	Log      *slog.Logger
	Metrics  *metrics.Metrics
	Clock    *Clock
	Schedule *Schedule
	Handlers map[string]Handler // by what the alarms are of
	// Fired is when alarms fired a short while ago: a time.Duration of the bot's running time
	// by AlarmKey. One whose handler failed would fire all the time.
	Fired sync.Map
}

const (
	// FireGroup is how many alarms fire at once; their commits share the disk.
	FireGroup = 32
	fireAgain = 10 * time.Minute // until an alarm that failed fires again
	readAgain = 5 * time.Second  // until alarms that could not be read are looked for again
)

// FireAll fires all alarms that are due on the lines, and notes when the next are.
func (a *Alarms) FireAll(ctx context.Context, lines ...Timeline) {
	fired, runs := 0, a.Clock.Ran()
	a.Fired.Range(func(k, at any) bool {
		if runs-at.(time.Duration) >= fireAgain {
			a.Fired.Delete(k)
		}
		return true
	})
	for _, l := range lines {
		a.Schedule.Reset(l)
		for ctx.Err() == nil {
			due, next, err := a.Due(ctx, l, runs)
			if err != nil {
				a.Schedule.At(l, a.Clock.On(l)+readAgain)
				if ctx.Err() == nil {
					a.Log.Error("alarms not read", "err", err)
				}
				return
			}
			if len(due) == 0 { // after those that were: one that has failed is among the next
				a.Schedule.At(l, next)
				break
			}
			fired += len(due)
			a.fireThese(ctx, due)
		}
	}
	a.Metrics.SetDue(fired)
}

// Due are the first alarms on the line whose time has come, as many as fire at once, and
// when the next comes if these are all; runs is how long the bot has run.
func (a *Alarms) Due(ctx context.Context, l Timeline, runs time.Duration) (due []AlarmKey, next time.Duration, err error) {
	now, next := a.Clock.On(l), match.Never
	reached := timeKey(l, now) + "|\xff"
	for doc, err := range a.Store.Scan(ctx, KindAlarm, string(l), string(l)+"|\xff") {
		if err != nil {
			return nil, 0, fmt.Errorf("bot: alarms: %w", err)
		}
		k := AlarmKey(doc.Key.ID)
		if string(k) > reached {
			return due, min(next, k.Time()), nil
		}
		if at, fired := a.Fired.LoadOrStore(k, runs); fired {
			next = min(next, now+at.(time.Duration)+fireAgain-runs)
		} else {
			due = append(due, k)
		}
		if len(due) == FireGroup {
			break
		}
	}
	return due, next, nil
}

// fireThese fires the alarms at the same time.
func (a *Alarms) fireThese(ctx context.Context, due []AlarmKey) {
	var all sync.WaitGroup
	for _, k := range due {
		all.Go(func() {
			if err := a.fireOne(ctx, k); err != nil && ctx.Err() == nil {
				a.Log.Error("what was due was not done", "alarm", string(k), "err", err)
			}
		})
	}
	all.Wait()
}

// fireOne fires an alarm. That of something that doesn't exist is taken away.
func (a *Alarms) fireOne(ctx context.Context, k AlarmKey) (err error) {
	defer chat.CatchFault(a.Log, "alarm", &err)
	due, err := k.Parse()
	if err != nil {
		return err
	}
	handle, ok := a.Handlers[due.What]
	if !ok {
		return fmt.Errorf("bot: alarm of an unknown kind %q", due.What)
	}
	a.Metrics.ObserveAlarm(due.What, a.Clock.On(due.Line)-due.At)
	err = handle(ctx, due.ID)
	if errors.Is(err, ErrNothing) {
		err = a.Store.Commit(ctx, MoveDocs(k, "")...)
	}
	return err
}

// Run looks at the clock all the time, keeps it, and does what is due.
func (a *Alarms) Run(ctx context.Context) {
	timer := time.NewTimer(Tick)
	defer timer.Stop()
	begin := a.Clock.Ran() + headStart
	a.Schedule.At(Run, begin) // the first alarm known of: it lets the first look be at once
	for {
		select {
		case <-ctx.Done():
			return
		case <-a.Schedule.Earlier:
		case <-timer.C:
		}
		timer.Reset(a.doDue(ctx, begin))
	}
}

// doDue keeps the clock, fires what is due, and returns when to look again. What is
// measured by running time waits for begin.
func (a *Alarms) doDue(ctx context.Context, begin time.Duration) time.Duration {
	wait, runs := Tick, a.Clock.Ran()
	if err := a.Clock.Checkpoint(ctx, keepClockEvery); err != nil && ctx.Err() == nil {
		a.Log.Error("running time not kept", "err", err)
	}
	for _, line := range []struct {
		Timeline
		now, begin time.Duration
	}{{Wall, a.Clock.On(Wall), 0}, {Run, runs, begin}} {
		if line.now >= line.begin && a.Schedule.Until(line.Timeline, line.now) == 0 {
			a.FireAll(ctx, line.Timeline)
		}
		wait = min(wait, max(a.Schedule.Until(line.Timeline, line.now), line.begin-line.now))
	}
	return wait
}
