// Package alarms counts running time and fires stored alarms. Start reading at [Alarm], then [Runner].
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

// KindAlarm is the document kind of alarms. Keys hold all data.
const KindAlarm = "alarm"

// Timeline measures an alarm's time.
type Timeline string

// The timelines.
const (
	WallTime    Timeline = "wall" // since 1970
	RunningTime Timeline = "run"  // see Clock
)

// The values of Alarm.Kind.
const (
	WakeTable  = "table"  // a table's clocks or lifetime
	WakePerson = "person" // a person's calls are due
	WakeAway   = "away"   // a person's days off end
	WakeShow   = "show"   // a person's tables must be shown again
)

// Alarm is a time at which a handler checks a table or person. That document stores the key of its only alarm, in the
// same commit. An alarm may fire early.
type Alarm struct {
	Timeline Timeline
	At       time.Duration
	Kind     string
	ID       string
}

// Key is the id of an alarm's document, such as "run|00000000000001234567|table|x7k2p4qa" with milliseconds. Keys sort
// by time.
type Key string

// Handler does the due work for the ID, and sets its next alarm.
type Handler func(ctx context.Context, id string) error

// ErrDrop makes the Runner delete the alarm.
var ErrDrop = errors.New("bot: alarm no longer needed")

// Key returns the alarm's key, or "".
func (a Alarm) Key() Key {
	if a.Timeline == "" {
		return ""
	}
	return Key(fmt.Sprintf("%s|%s|%s", timeKey(a.Timeline, a.At), a.Kind, a.ID))
}

// timeKey rounds up, because an alarm that fires too early fires twice.
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

// Time returns when the alarm fires. An unreadable key fires now, which logs an error.
func (k Key) Time() time.Duration {
	a, _ := k.Parse()
	return a.At
}

// Replaces reports whether the alarm must replace the stored one. A pending earlier alarm may stay.
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

// ReplaceDocs returns the documents that replace one alarm by another.
func ReplaceDocs(from, to Key) (docs []storage.Doc) {
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

// SinceEpoch returns the time on the timeline WallTime.
func SinceEpoch(t time.Time) time.Duration { return time.Duration(t.UnixNano()) }

// PersonAlarm returns the person's alarm at the time, if any.
func PersonAlarm(at time.Time, what string, id chat.PersonID) Alarm {
	if at.IsZero() {
		return Alarm{}
	}
	return Alarm{WallTime, SinceEpoch(at), what, string(id)}
}

// RedrawDocs returns an alarm that redraws the person's tables.
func RedrawDocs(now time.Time, id chat.PersonID, change string) []storage.Doc {
	return ReplaceDocs("", Alarm{WallTime, SinceEpoch(now), WakeShow, string(id) + "." + change}.Key())
}

// PersonIn returns PERSON from "PERSON" or "PERSON.CHANGE".
func PersonIn(id string) chat.PersonID {
	person, _, _ := strings.Cut(id, ".")
	return chat.PersonID(person)
}

// Holders returns the package's holders.
func Holders(store *documents.Store) []documents.Holder {
	erase := func(ctx context.Context, x *documents.Erasure) error {
		return store.Erase(ctx, KindAlarm, "", "", func(doc storage.Doc) bool {
			a, err := Key(doc.Key.ID).Parse()
			return err == nil && a.Kind != WakeTable && PersonIn(a.ID) == x.Person
		})
	}
	const isBots = "it is about the bot, not a person"
	return []documents.Holder{
		{Kind: KindClock, CheckForm: documents.CheckForm[storedClock], NotErased: isBots, NotDisclosed: isBots},
		{Kind: KindAlarm, Erase: erase, NotDisclosed: "it holds a time at which the bot reads disclosed documents"},
	}
}
