package players

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/bot/match"
	"tarockbot/bot/people"
	"tarockbot/bot/tables/alarms"
	"tarockbot/engine"
	"tarockbot/storage"
	"tarockbot/storage/memory"
)

// Anna's two users are linked; annaOnTalk has the settings of both.
const (
	annaOnTalk = chat.UserID("talk:anna")
	annaOnMail = chat.UserID("mail:anna")
	bert       = chat.UserID("talk:bert")
)

type world struct {
	*Facts
	below *brokenStore
	store *documents.Store
	now   time.Time
	log   bytes.Buffer
	t     *testing.T
}

type brokenStore struct {
	storage.Store
	err error
}

func (s *brokenStore) Get(ctx context.Context, k storage.Key) (storage.Doc, error) {
	if s.err != nil {
		return storage.Doc{}, s.err
	}
	return s.Store.Get(ctx, k)
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{t: t, below: &brokenStore{Store: memory.New()}, now: time.Unix(1_800_000_000, 0)}
	w.store = documents.New(w.below, documents.Options{})
	w.restart()
	for _, user := range []chat.UserID{annaOnTalk, annaOnMail, bert} {
		w.must(w.people.Resolve(t.Context(), chat.Input{User: user, Name: "somebody"}))
	}
	linking := w.people.LockForLinking()
	defer linking.Unlock()
	if err := linking.Link(t.Context(), w.account(annaOnMail).Identity(), w.account(annaOnTalk)); err != nil {
		t.Fatal(err)
	}
	return w
}

func (w *world) restart() {
	clock := func() time.Time { return w.now }
	ps := people.New(w.store, rand.Reader, clock, func(chat.PersonID, string) []storage.Doc { return nil })
	if err := ps.LoadLinks(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
	log := slog.New(slog.NewTextHandler(&w.log, nil))
	w.Facts = New(w.t.Context(), ps, alarms.NewClock(w.store, clock, log, nil), log)
}

func (w *world) must(_ any, err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) account(user chat.UserID) people.Account {
	w.t.Helper()
	a, known, err := w.people.Lookup(w.t.Context(), user)
	if err != nil || !known {
		w.t.Fatal(user, known, err)
	}
	return a
}

func (w *world) set(user chat.UserID, change func(*people.Account)) {
	w.t.Helper()
	w.must(w.people.Change(w.t.Context(), user, change))
}

func (w *world) chair(user chat.UserID) match.Chair {
	return match.Chair{Person: w.account(user).ID, User: user}
}

func (w *world) table(panels ...chat.UserID) *match.Table {
	x := &match.Table{Stage: match.Playing, Chairs: match.Chairs{w.chair(annaOnMail), w.chair(bert)}}
	x.Messages.Add(chat.Place{Chat: "talk:linz"}, engine.Nobody)
	for _, user := range panels {
		seat := engine.Seat(0)
		if user == bert {
			seat = 1
		}
		x.Messages.Add(chat.Place{User: user}, seat)
	}
	return x
}

func (w *world) notified(x *match.Table) (users []string) {
	for _, m := range x.Messages {
		if m.Seat != engine.Nobody && w.IsNotifiedBy(x, m) {
			users = append(users, string(m.Place.User))
		}
	}
	slices.Sort(users)
	return users
}

func TestNotified(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		change func(*world, *match.Table)
		want   string // the notified user of Anna
		clock  string // the platform that runs her clock
	}{
		{"where she sat down", func(*world, *match.Table) {}, "mail:anna", "mail"},
		{"where she wrote last", func(_ *world, x *match.Table) { x.Chairs[0].LastActUser = annaOnTalk }, "talk:anna", "talk"},
		{"the last used identity is no longer hers", func(_ *world, x *match.Table) { x.Chairs[0].LastActUser = bert }, "mail:anna", "mail"},
		{"on her chosen platform", func(w *world, _ *match.Table) {
			w.set(annaOnTalk, func(p *people.Account) { p.CallPlatform = "talk" })
		}, "talk:anna", "talk"},
		{"she isn't on her chosen platform", func(w *world, _ *match.Table) {
			w.set(annaOnTalk, func(p *people.Account) { p.CallPlatform = "gone" })
		}, "mail:anna", "mail"},
		{"she can't be reached on her chosen platform", func(w *world, x *match.Table) {
			w.set(annaOnTalk, func(p *people.Account) { p.CallPlatform = "talk" })
			x.Messages.In(chat.Place{User: annaOnTalk}).Lost = true
		}, "mail:anna", "mail"},
		{"a panel that is no longer hers", func(_ *world, x *match.Table) {
			x.Messages.In(chat.Place{User: annaOnMail}).Place.User = "mail:else"
		}, "talk:anna", "talk"},
		{"away", func(w *world, _ *match.Table) {
			w.set(annaOnTalk, func(p *people.Account) { p.Away.Until = w.now.Add(time.Hour) })
		}, "mail:anna", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			x := w.table(annaOnTalk, annaOnMail, bert)
			tt.change(w, x)
			if got, want := w.notified(x), []string{tt.want, string(bert)}; !slices.Equal(got, want) {
				t.Errorf("notified are %q, want %q", got, want)
			}
			if got := w.ClockPlatform(x, 0); got != tt.clock {
				t.Errorf("the running time of %q counts, want %q", got, tt.clock)
			}
			if board := x.Messages[0]; !w.IsNotifiedBy(x, board) || !w.MayRead(x, board) {
				t.Error("the board notifies nobody")
			}
		})
	}
}

func TestPreferredPanels(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	x := w.table(bert)
	if got := w.ClockPlatform(x, 0); got != "mail" {
		t.Errorf("without a panel the running time of %q counts", got)
	}
	x.Chairs = append(x.Chairs, match.Chair{Robot: true})
	for range 2 {
		w.AddPreferredPanels(x)
		if got := w.notified(x); !slices.Equal(got, []string{"mail:anna", "talk:bert"}) || len(x.Messages) != 3 {
			t.Errorf("got panels of %q and %d messages", got, len(x.Messages))
		}
	}
}

func TestUnreached(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	x := w.table(annaOnMail, bert)
	x.Messages.Add(chat.Place{User: "talk:guest"}, engine.Nobody) // somebody invited to another seat
	for i := range x.Messages {
		x.Messages[i].Lost = x.Messages[i].Place.User != bert
	}
	for stage, want := range map[match.Stage]int{match.Playing: 1, match.Open: 2} {
		x.Stage = stage
		if all := w.Unreached(x); len(all) != want || all[0].Place.User != annaOnMail {
			t.Errorf("%v: the unreached messages are %v", stage, all)
		}
	}
}

func TestReminders(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for choice, want := range map[people.Reminders][2]bool{
		people.BothReminders: {true, true}, people.LastReminder: {false, true}, people.NoReminders: {false, false},
	} {
		w.set(annaOnTalk, func(p *people.Account) { p.Reminders = choice })
		got := [2]bool{w.WantsReminder(w.chair(annaOnMail), match.RemindedOnce), w.WantsReminder(w.chair(annaOnMail), match.RemindedTwice)}
		if got != want {
			t.Errorf("%q: wants the reminders %v, want %v", choice.Word(), got, want)
		}
	}
}

func TestAwayAlarm(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id, until := string(w.account(annaOnTalk).ID), w.now.Add(time.Hour)
	alarm := AwayAlarm(people.Away{Until: until}, chat.PersonID(id))
	w.must(w.people.Change(t.Context(), annaOnTalk, func(p *people.Account) { p.Away.Until = until }, alarms.ReplaceDocs("", alarm.Key())...))
	if got := w.AwayUntil(w.chair(annaOnMail)); !got.Equal(until) {
		t.Errorf("away until %v", got)
	}
	if computer := (match.Chair{Robot: true, Person: chat.PersonID(id), User: annaOnTalk}); !w.AwayUntil(computer).IsZero() {
		t.Error("the computer is away")
	}
	for _, tt := range []struct {
		now  time.Time
		id   string
		want error
		away bool
	}{
		{w.now, id, nil, true}, // too early, as after the clock was set back
		{until, id, nil, false},
		{until, id, alarms.ErrDrop, false},
		{until, "nobody", alarms.ErrDrop, false},
	} {
		w.now = tt.now
		if err := w.OnAwayAlarm(t.Context(), tt.id); !errors.Is(err, tt.want) {
			t.Errorf("got %v, want %v", err, tt.want)
		}
		if away := !w.account(annaOnTalk).Away.Until.IsZero(); away != tt.away {
			t.Errorf("away is %v, want %v", away, tt.away)
		}
	}
	for doc := range w.store.Scan(t.Context(), alarms.KindAlarm, "", "") {
		t.Errorf("an alarm is left: %s", doc.Key.ID)
	}
}

func TestUnreadableSettings(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.set(annaOnTalk, func(p *people.Account) {
		p.Reminders, p.CallPlatform, p.Away.Until = people.NoReminders, "talk", w.now.Add(time.Hour)
	})
	chair, id := w.chair(annaOnMail), string(w.account(annaOnTalk).ID)
	w.restart()
	w.below.err = storage.ErrFull
	if !w.WantsReminder(chair, match.RemindedOnce) || !w.AwayUntil(chair).IsZero() || w.preferred(chair, annaOnMail) != annaOnMail {
		t.Error("unreadable settings aren't the default ones")
	}
	if n := strings.Count(w.log.String(), "choices can't be read"); n != 3 {
		t.Errorf("logged %d times, want 3: %s", n, &w.log)
	}
	if err := w.OnAwayAlarm(t.Context(), id); !errors.Is(err, storage.ErrFull) {
		t.Errorf("OnAwayAlarm returned %v", err)
	}
}
