package messages

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/outbox"
	"tarockbot/bot/people"
	"tarockbot/bot/screens"
	"tarockbot/bot/tables"
	"tarockbot/engine"
)

// agenda is which games wait for people, as digests tell of them.
type agenda struct {
	*callPolicy
	display *Display
}

// Reader implements outbox.Agenda.
func (a *agenda) Reader(ctx context.Context, head chat.PersonID) (outbox.Reader, error) {
	x, err := a.People.IdentityOf(ctx, head)
	if err != nil {
		return outbox.Reader{}, err
	}
	if p := a.Facts.PersonOf(x.User); p.ID != "" {
		return a.readerOf(p), nil
	}
	return outbox.Reader{All: []chat.Identity{x}}, nil
}

// readerOf is the person as the reader of a digest.
func (a *agenda) readerOf(p people.Person) outbox.Reader {
	return outbox.Reader{All: p.Identities(), Quiet: !a.People.QuietUntil(p).IsZero()}
}

// Games implements outbox.Agenda.
func (a *agenda) Games(_ context.Context, r outbox.Reader) []outbox.Game {
	p := a.Facts.PersonOf(r.All[0].User)
	var all []outbox.Game
	tables, _ := a.display.Lists.GamesOf(p)
	for _, t := range tables {
		if g, ok := a.slowGame(t.ID, p); ok {
			all = append(all, g)
		}
	}
	return all
}

// slowGame returns the table as an entry of a digest; false if no digest may tell of it.
func (a *agenda) slowGame(id chat.TableID, p people.Person) (outbox.Game, bool) {
	snapshot, err := a.Tables.Snapshot(a.Running, id)
	if err != nil {
		return outbox.Game{}, false
	}
	t := snapshot.Table
	s := t.Chairs.SeatOf(p.Participant())
	for _, m := range t.Messages {
		if s != engine.Nobody && m.Seat == s && !m.Lost && a.Outbox.Serves(m.Place) && a.Facts.IsNotifiedBy(t, m) && a.mayDigest(t, s, m.Place) {
			_, held := t.Chairs[s].HeldUntil(a.around(t, s, m.Place))
			entry := func(platform string) (chat.Line, chat.Button) { return a.entry(t, p, platform) }
			return outbox.Game{Table: id, Place: m.Place, Call: t.Chairs[s].Call, Held: held, Entry: entry}, true
		}
	}
	return outbox.Game{}, false
}

// Refresh implements outbox.Agenda.
func (a *agenda) Refresh(ctx context.Context, id chat.TableID, r outbox.Reader) {
	if l, err := a.Tables.Open(ctx, id); err == nil {
		defer l.Unlock()
		a.display.RefreshFor(l, a.Facts.PersonOf(r.All[0].User))
	}
}

// WakeAt implements outbox.Agenda.
func (a *agenda) WakeAt(ctx context.Context, r outbox.Reader, at time.Time) error {
	return a.display.Wakeups.setWakeAlarm(ctx, r.All[0].User, at)
}

// Removing implements outbox.Agenda.
func (a *agenda) Removing(user chat.UserID) bool { return a.People.Removing.Blocks(user) }

// concernsDigest says that showing the message may change what its reader's digest tells: it doesn't tell of
// a game that waits, or hasn't called for it yet, or tells of one that doesn't wait any more.
func (a *agenda) concernsDigest(id chat.TableID, place chat.Place) bool {
	if place.User == "" {
		return false
	}
	l := a.Tables.OpenInMemory(id)
	if l == nil {
		return false
	}
	defer l.Unlock()
	t := l.Table()
	m := t.Messages.In(place)
	if m == nil || m.Seat == engine.Nobody {
		return false
	}
	d := a.digestOf(t, m.Seat)
	listed := d.Listed[t.ID]
	switch gathers := a.mayDigest(t, m.Seat, place); {
	case listed > 0:
		return !gathers || listed < t.Chairs[m.Seat].Call || listed > d.Told[t.ID]
	case gathers:
		_, held := t.Chairs[m.Seat].HeldUntil(a.around(t, m.Seat, place))
		return !held
	}
	return false
}

// gather decides anew what the person's digest tells, before they are shown something. It takes locks.
func (a *agenda) gather(user chat.UserID) {
	if p := a.Facts.PersonOf(user); p.ID != "" {
		a.display.Digests.Gather(a.Running, a.readerOf(p), len(a.Tables.Index.ActiveOf(p)))
	}
}

// Screen implements outbox.Agenda: it lists the games with a button to each.
func (a *agenda) Screen(r outbox.Reader, d outbox.Digest, games []outbox.Game) chat.Screen {
	platform := d.Place.Platform()
	w := a.Tongue(a.Facts.PersonOf(r.All[0].User), platform)
	page := screens.Digest{User: d.Place.User, Number: d.Number, At: d.At, Quiet: r.Quiet}
	for _, g := range games {
		line, button := g.Entry(platform)
		page.Games = append(page.Games, screens.DigestEntry{Line: line, Button: button})
	}
	return *page.Screen(w)
}

// entry tells the person of a game until when there is time.
func (a *agenda) entry(t *match.Table, p people.Person, platform string) (chat.Line, chat.Button) {
	w := a.Tongue(p, platform)
	entry := a.display.Lists.game(t, p).Entry(w, a.deadline(t, t.Chairs.SeatOf(p.Participant()), p, w))
	return entry.Line, entry.Button
}

// lists know which games people have.
type lists struct{ *Config }

// Games are the tables as the person is told of them.
func (ls *lists) Games(all []*match.Table, p people.Person) (list []screens.Game) {
	for _, t := range all {
		list = append(list, ls.game(t, p))
	}
	return list
}

// game is the table as the person is told of it.
func (ls *lists) game(t *match.Table, p people.Person) screens.Game {
	g := screens.Game{View: screens.View{Table: t}, Seat: t.Chairs.SeatOf(p.Participant()), Host: p.Is(t.Host)}
	g.Open = t.Chairs.ReservedFor(p.Participant()) == engine.Nobody
	var none bool
	g.Left, g.Up, none = t.Chairs.LeastLeft(ls.Facts, g.WaitedFor())
	g.Timed, g.Away = !none, g.Seat != engine.Nobody && !ls.Facts.AwayUntil(t.Chairs[g.Seat]).IsZero()
	return g
}

// GamesOf are the person's tables: those that wait for them, the least time first, and the others.
func (ls *lists) GamesOf(p people.Person) (waiting, others []*match.Table) {
	for _, x := range ls.Tables.Index.ActiveOf(p) {
		t := ls.Tables.TableOrNil(x.ID)
		switch {
		case t == nil:
		case t.Waiting().Has(t.Chairs.SeatOf(p.Participant())):
			waiting = append(waiting, t)
		default:
			others = append(others, t)
		}
	}
	left := func(t *match.Table) time.Duration {
		if left, _, none := t.Chairs.LeastLeft(ls.Facts, t.Chairs.SeatOf(p.Participant()).Bit()); !none {
			return left
		}
		return math.MaxInt64 // where there is no clock they can wait
	}
	slices.SortStableFunc(waiting, func(x, y *match.Table) int { return cmp.Compare(left(x), left(y)) })
	return waiting, others
}

// AskedTo are the challenges in which a chair is kept for the person, the oldest first.
func (ls *lists) AskedTo(p people.Person) (asked []*match.Table) {
	for _, x := range ls.Tables.Index.FindActive(tables.KeysOf(p), func(x tables.Summary) bool { return x.Stage == match.Open && x.HasInvited(p) && !x.HasSeated(p) }) {
		if t := ls.Tables.TableOrNil(x.ID); t != nil && !ls.Tables.Lifetimes.Expired(t) {
			asked = append(asked, t)
		}
	}
	return asked
}
