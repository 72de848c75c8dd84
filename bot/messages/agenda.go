package messages

import (
	"context"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/outbox"
	"tarockbot/bot/people"
	"tarockbot/bot/screens"
	"tarockbot/engine"
)

// agenda tells digests which games wait for a person. It implements outbox.Agenda.
type agenda struct{ display *Display }

// Reader implements outbox.Agenda.
func (a *agenda) Reader(ctx context.Context, head chat.PersonID) (outbox.Reader, error) {
	x, err := a.display.config.People.IdentityOf(ctx, head)
	if err != nil {
		return outbox.Reader{}, err
	}
	if p := a.display.config.Facts.PersonOf(x.User); p.ID != "" {
		return a.digestReader(p), nil
	}
	return outbox.Reader{All: []chat.Identity{x}}, nil
}

// digestReader returns the person as the reader of a digest.
func (a *agenda) digestReader(p people.Person) outbox.Reader {
	return outbox.Reader{All: p.Identities(), Quiet: !a.display.config.People.QuietUntil(p).IsZero()}
}

// personOf returns the person who reads the digest.
func (a *agenda) personOf(r outbox.Reader) people.Person {
	return a.display.config.Facts.PersonOf(r.All[0].User)
}

// Games implements outbox.Agenda.
func (a *agenda) Games(_ context.Context, r outbox.Reader) (all []outbox.Game) {
	p := a.personOf(r)
	waiting, _ := a.display.Lists.TablesOf(p)
	for _, t := range waiting {
		if g, ok := a.slowGame(t.ID, p); ok {
			all = append(all, g)
		}
	}
	return all
}

// slowGame returns the table as an entry of a digest; false if no digest may announce it.
func (a *agenda) slowGame(id chat.TableID, p people.Person) (outbox.Game, bool) {
	d := a.display
	t, err := d.Tables.Table(d.config.Running, id)
	if err != nil {
		return outbox.Game{}, false
	}
	s := t.Chairs.SeatOf(p.Participant())
	for _, m := range t.Messages {
		if s != engine.Nobody && m.Seat == s && !m.Lost && d.config.Outbox.Serves(m.Place) && d.config.Facts.IsNotifiedBy(t, m) && d.calls.mayDigest(t, s, m.Place) {
			held := !t.Chairs[s].HeldUntil(d.calls.around(t, s, m.Place)).IsZero()
			entry := func(platform string) (chat.Line, chat.Button) { return a.entry(t, p, platform) }
			return outbox.Game{Table: id, Place: m.Place, Call: t.Chairs[s].Call, Held: held, Entry: entry}, true
		}
	}
	return outbox.Game{}, false
}

// Refresh implements outbox.Agenda.
func (a *agenda) Refresh(ctx context.Context, id chat.TableID, r outbox.Reader) {
	if l, err := a.display.Tables.Open(ctx, id); err == nil {
		defer l.Unlock()
		a.display.RefreshFor(l, a.personOf(r))
	}
}

// WakeAt implements outbox.Agenda.
func (a *agenda) WakeAt(ctx context.Context, r outbox.Reader, at time.Time) error {
	return a.display.Wakeups.setWakeAlarm(ctx, r.All[0].User, at)
}

// IsBeingForgotten implements outbox.Agenda.
func (a *agenda) IsBeingForgotten(user chat.UserID) bool {
	return a.display.config.People.Erasures.IsBlocked(user)
}

// Screen implements outbox.Agenda: it lists the games, each with a button.
func (a *agenda) Screen(r outbox.Reader, d outbox.Digest, games []outbox.Game) chat.Screen {
	platform := d.Place.Platform()
	w := a.display.Readers.Tongue(a.personOf(r), platform)
	page := screens.Digest{User: d.Place.User, Number: d.Number, At: d.At, Quiet: r.Quiet}
	for _, g := range games {
		line, button := g.Entry(platform)
		page.Games = append(page.Games, screens.DigestEntry{Line: line, Button: button})
	}
	return *page.Screen(w)
}

// entry returns the line and button that announce a game with its deadline.
func (a *agenda) entry(t *match.Table, p people.Person, platform string) (chat.Line, chat.Button) {
	w := a.display.Readers.Tongue(p, platform)
	entry := a.display.Lists.game(t, p).InDigest(w, a.display.calls.deadline(t, t.Chairs.SeatOf(p.Participant()), p, w))
	return entry.Line, entry.Button
}

// concernsDigest reports whether showing the message may change its reader's digest: the game should enter it,
// leave it, or be announced in it.
func (a *agenda) concernsDigest(id chat.TableID, place chat.Place) bool {
	if place.User == "" {
		return false
	}
	l := a.display.Tables.OpenInMemory(id)
	if l == nil {
		return false
	}
	defer l.Unlock()
	t := l.Table()
	m := t.Messages.In(place)
	if m == nil || m.Seat == engine.Nobody {
		return false
	}
	calls := a.display.calls
	d := calls.digestOf(t, m.Seat)
	listed := d.Listed[t.ID]
	switch mayDigest := calls.mayDigest(t, m.Seat, place); {
	case listed > 0:
		return !mayDigest || listed < t.Chairs[m.Seat].Call || listed > d.Told[t.ID]
	case mayDigest:
		return t.Chairs[m.Seat].HeldUntil(calls.around(t, m.Seat, place)).IsZero()
	}
	return false
}

// gather recomputes the person's digest before a message is shown. It locks tables; the caller must hold none.
func (a *agenda) gather(user chat.UserID) {
	d := a.display
	if p := d.config.Facts.PersonOf(user); p.ID != "" {
		d.Digests.Gather(d.config.Running, a.digestReader(p), len(d.Tables.Index.ActiveOf(p)))
	}
}
