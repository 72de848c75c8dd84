package messages

import (
	"context"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/outbox/digest"
	"tarockbot/bot/people"
	"tarockbot/bot/screens"
	"tarockbot/bot/support/seq"
	"tarockbot/bot/tables"
	"tarockbot/engine"
)

// agenda tells digests which games wait for a person. It implements digest.Agenda.
type agenda struct{ ms *Messages }

// Reader implements digest.Agenda.
func (a *agenda) Reader(ctx context.Context, head chat.PersonID) (digest.Reader, error) {
	x, err := a.ms.config.People.IdentityOf(ctx, head)
	if err != nil {
		return digest.Reader{}, err
	}
	if p := a.ms.config.Facts.PersonOf(x.User); p.ID != "" {
		return a.digestReader(p), nil
	}
	return digest.Reader{All: []chat.Identity{x}}, nil
}

// digestReader returns the person as the reader of a digest.
func (a *agenda) digestReader(p people.Person) digest.Reader {
	return digest.Reader{All: p.Identities(), Quiet: !a.ms.config.People.QuietUntil(p).IsZero()}
}

// personOf returns the person who reads the digest.
func (a *agenda) personOf(r digest.Reader) people.Person {
	return a.ms.config.Facts.PersonOf(r.All[0].User)
}

// Games implements digest.Agenda.
func (a *agenda) Games(_ context.Context, r digest.Reader) (all []digest.Game) {
	p := a.personOf(r)
	if p.ID == "" { // not readable
		return nil
	}
	waiting, _ := tables.TablesOf(a.ms.Tables, p)
	for _, t := range waiting {
		if g, ok := a.slowGame(t, p); ok {
			all = append(all, g)
		}
	}
	return all
}

// slowGame returns the table as an entry of a digest; false if no digest may announce it.
func (a *agenda) slowGame(t *match.Table, p people.Person) (digest.Game, bool) {
	s := t.Chairs.SeatOf(p.Participant())
	for _, m := range t.Messages {
		if s != engine.Nobody && m.Seat == s && !m.Lost && a.ms.config.Outbox.Serves(m.Place) && a.ms.config.Facts.IsNotifiedBy(t, m) && a.ms.calls.mayDigest(t, s, m.Place) {
			held := !t.Chairs[s].HeldUntil(a.ms.calls.situation(t, s, m.Place)).IsZero()
			entry := func(platform string) (chat.Line, chat.Button) {
				w := a.ms.Readers.Tongue(p, platform)
				x := a.ms.Pages.gameEntry(t, p).InDigest(w, a.ms.calls.deadline(t, s, p, w))
				return x.Line, x.Button
			}
			return digest.Game{Table: t.ID, Place: m.Place, Call: t.Chairs[s].Call, Held: held, Entry: entry}, true
		}
	}
	return digest.Game{}, false
}

// Refresh implements digest.Agenda.
func (a *agenda) Refresh(ctx context.Context, id chat.TableID, r digest.Reader) {
	if l, err := a.ms.Tables.Open(ctx, id); err == nil {
		defer l.Unlock()
		a.ms.Courier.RefreshSeat(l, l.Table().Chairs.SeatOf(a.personOf(r).Participant()))
	}
}

// WakeAt implements digest.Agenda.
func (a *agenda) WakeAt(ctx context.Context, r digest.Reader, at time.Time) error {
	return a.ms.Wakeups.setWakeAlarm(ctx, r.All[0].User, at)
}

// IsBeingForgotten implements digest.Agenda.
func (a *agenda) IsBeingForgotten(user chat.UserID) bool {
	return a.ms.config.People.Erasures.IsBlocked(user)
}

// Screen implements digest.Agenda: it lists the games, each with a button.
func (a *agenda) Screen(r digest.Reader, d digest.Digest, games []digest.Game) chat.Screen {
	platform := d.Place.Platform()
	w := a.ms.Readers.Tongue(a.personOf(r), platform)
	entries := seq.Map(games, func(g digest.Game) screens.DigestEntry {
		line, button := g.Entry(platform)
		return screens.DigestEntry{Line: line, Button: button}
	})
	return *screens.Digest{User: d.Place.User, Number: d.Number, At: d.At, Quiet: r.Quiet, Games: entries}.Screen(w)
}

// concernsDigest reports whether showing the message may change its reader's digest: the game should enter it,
// leave it, or be announced in it.
func (a *agenda) concernsDigest(id chat.TableID, place chat.Place) bool {
	if place.User == "" { // a board: no digest has it, so its table needn't be locked
		return false
	}
	l := a.ms.Tables.Memory.Open(id)
	if l == nil {
		return false
	}
	defer l.Unlock()
	t := l.Table()
	m := t.Messages.In(place)
	if m == nil || m.Seat == engine.Nobody {
		return false
	}
	d := a.ms.calls.digestOf(t, m.Seat)
	listed := d.Calls[t.ID]
	mayDigest := a.ms.calls.mayDigest(t, m.Seat, place)
	if listed > 0 {
		return !mayDigest || listed < t.Chairs[m.Seat].Call || listed > d.PostedCalls[t.ID]
	}
	return mayDigest && t.Chairs[m.Seat].HeldUntil(a.ms.calls.situation(t, m.Seat, place)).IsZero()
}

// gather recomputes the person's digest before a message is shown. It locks tables; the caller must hold none.
func (a *agenda) gather(ctx context.Context, user chat.UserID) {
	if p := a.ms.config.Facts.PersonOf(user); p.ID != "" {
		a.ms.Digests.Gather(ctx, a.digestReader(p), len(a.ms.Tables.Index.ActiveOf(p)))
	}
}
