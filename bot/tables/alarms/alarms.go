// Package alarms counts running time and fires alarms. An [Alarm] is a stored document that names a time and
// a thing. At that time a [Runner] calls the handler for the thing. Alarms are measured by the time of day or by
// running time; see [Clock]. Start reading at Alarm, then Runner.
package alarms

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/storage"
)

// KindAlarm is the kind of documents that are one alarm each. The key holds all of it.
const KindAlarm = "alarm"

// Timeline is what an alarm's time is measured by.
type Timeline string

// The timelines.
const (
	WallTime    Timeline = "wall" // time of day, since 1970
	RunningTime Timeline = "run"  // how long the bot has run; see Clock
)

// What alarms wake.
const (
	WakeTable  = "table"  // a table's clock, or a time of its own
	WakePerson = "person" // a person's calls are due
	WakeAway   = "away"   // a person's days off end
	WakeShow   = "show"   // a person's tables must be shown again
)

// Alarm is a time at which a handler looks at a thing. Alarms are documents ordered by time, so due alarms come
// first. A thing has at most one alarm of its kind and stores the alarm's key; both change in one commit. An alarm may
// fire early: its handler does what is due by then and sets the next alarm.
type Alarm struct {
	Timeline Timeline
	At       time.Duration // on the timeline
	What     string        // names the handler: one of Wake…
	ID       string        // of the thing
}

// Key is the id of an alarm's document, with the time in milliseconds: "run|00000000000001234567|table|x7k2p4qa".
// It is empty if there is no alarm.
type Key string

// Handler handles an alarm of the thing and sets its next alarm. If it returns ErrDrop the alarm is deleted.
type Handler func(ctx context.Context, id string) error

// ErrDrop is the error of a handler whose alarm has no further use: its thing doesn't exist, or nothing is left to do.
var ErrDrop = errors.New("bot: alarm of nothing")

// Key returns the alarm's key; empty for the zero alarm.
func (a Alarm) Key() Key {
	if a.Timeline == "" {
		return ""
	}
	return Key(fmt.Sprintf("%s|%s|%s", timeKey(a.Timeline, a.At), a.What, a.ID))
}

// timeKey returns the start of the keys of alarms at that time. It rounds up to milliseconds, because an alarm
// that fires too early fires twice.
func timeKey(l Timeline, at time.Duration) string {
	return fmt.Sprintf("%s|%020d", l, (max(at, 0)+time.Millisecond-1)/time.Millisecond)
}

// Parse returns the alarm with the key.
func (k Key) Parse() (Alarm, error) {
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

// Time returns when the alarm fires, on its timeline. An unreadable key fires now, which logs an error.
func (k Key) Time() time.Duration {
	a, _ := k.Parse()
	return a.At
}

// Replaces reports whether the alarm must replace the stored one. An earlier alarm may stay, which saves a
// write: its handler sets the next. An overdue alarm is always replaced.
func (a Alarm) Replaces(stored Key, now func(Timeline) time.Duration) bool {
	next := a.Key()
	if stored == "" || stored == next {
		return stored != next
	}
	was, err := stored.Parse()
	if err != nil || a.Timeline != "" && was.Timeline != a.Timeline {
		return true
	}
	return was.At <= now(was.Timeline) || next != "" && next < stored
}

// MoveDocs returns the documents that replace one alarm by another. Either key may be empty.
func MoveDocs(from, to Key) (docs []storage.Doc) {
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

// SinceEpoch returns the time of day as a time on the timeline WallTime.
func SinceEpoch(t time.Time) time.Duration { return time.Duration(t.UnixNano()) }

// AtTime returns the person's alarm at the time of day; the zero Alarm at the zero time.
func AtTime(at time.Time, what string, id chat.PersonID) Alarm {
	if at.IsZero() {
		return Alarm{}
	}
	return Alarm{WallTime, SinceEpoch(at), what, string(id)}
}

// ShowDocs returns an alarm that redraws the person's tables, even after a crash. change makes its key unique.
func ShowDocs(now time.Time, id chat.PersonID, change string) []storage.Doc {
	return MoveDocs("", Alarm{WallTime, SinceEpoch(now), WakeShow, string(id) + "." + change}.Key())
}

// PersonIn returns the person in the id of an alarm that isn't a table's: "PERSON", or "PERSON.CHANGE".
func PersonIn(id string) chat.PersonID {
	person, _, _ := strings.Cut(id, ".")
	return chat.PersonID(person)
}

// Holders returns the holders of the clock and of alarms.
func Holders(store *documents.Store) []documents.Holder {
	erase := func(ctx context.Context, x *documents.Erasure) error {
		return store.Erase(ctx, KindAlarm, "", "", func(doc storage.Doc) bool {
			a, err := Key(doc.Key.ID).Parse()
			return err == nil && a.What != WakeTable && PersonIn(a.ID) == x.Person
		})
	}
	const isBots = "it is about the bot, not a person"
	return []documents.Holder{
		{Kind: KindClock, Form: documents.CheckForm[storedClock], NotErased: isBots, NotDisclosed: isBots},
		{Kind: KindAlarm, Erase: erase, NotDisclosed: "it holds a time at which the bot reads disclosed documents"},
	}
}
