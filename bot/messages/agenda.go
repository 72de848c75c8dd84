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
	"tarockbot/engine"
)

// agenda implements digest.Agenda.
type agenda struct {
	*Messages
	calls *callPolicy
}

func (a *agenda) Reader(ctx context.Context, head chat.PersonID) (digest.Reader, error) {
	x, err := a.config.People.IdentityOf(ctx, head)
	if err != nil {
		return digest.Reader{}, err
	}
	if p := a.Tables.Facts.PersonOf(x.User); p.ID != "" {
		return a.digestReader(p), nil
	}
	return digest.Reader{Identities: []chat.Identity{x}}, nil
}

func (a *agenda) digestReader(p people.Person) digest.Reader {
	return digest.Reader{Identities: p.Identities(), InQuietHours: !a.config.People.QuietUntil(p).IsZero()}
}

func (a *agenda) personOf(r digest.Reader) people.Person {
	return a.Tables.Facts.PersonOf(r.Identities[0].User)
}

func (a *agenda) Games(_ context.Context, r digest.Reader) (all []digest.Game) {
	p := a.personOf(r)
	if p.ID == "" {
		return nil
	}
	waiting, _ := a.Tables.ByUrgency(p)
	for _, t := range waiting {
		if g, ok := a.slowGame(t, p); ok {
			all = append(all, g)
		}
	}
	return all
}

func (a *agenda) slowGame(t *match.Table, p people.Person) (digest.Game, bool) {
	s := t.Chairs.SeatOf(p.Participant())
	if s == engine.Nobody {
		return digest.Game{}, false
	}
	for _, m := range t.Messages {
		if m.Seat == s && a.calls.mayList(t, m) {
			held := !a.calls.heldUntil(t, s, m.Place).IsZero()
			return digest.Game{Table: t.ID, Place: m.Place, Call: t.Chairs[s].Call, CallHeldBack: held, Entry: a.entryOf(t, s, p)}, true
		}
	}
	return digest.Game{}, false
}

func (a *agenda) entryOf(t *match.Table, s engine.Seat, p people.Person) func(platform string) (chat.Line, chat.Button) {
	return func(platform string) (chat.Line, chat.Button) {
		w := a.Readers.Tongue(p, platform)
		x := a.Pages.gameEntry(t, p).InDigest(w, a.calls.deadline(t, s, p, w))
		return x.Line, x.Button
	}
}

func (a *agenda) Refresh(ctx context.Context, id chat.TableID, r digest.Reader) {
	if l, err := a.Tables.Open(ctx, id); err == nil {
		defer l.Unlock()
		a.Courier.RefreshSeat(l, l.Table().Chairs.SeatOf(a.personOf(r).Participant()))
	}
}

func (a *agenda) ScheduleGather(ctx context.Context, r digest.Reader, at time.Time) error {
	return a.Wakeups.setWakeAlarm(ctx, r.Identities[0].User, at)
}

func (a *agenda) IsBeingForgotten(user chat.UserID) bool {
	return a.config.People.Erasures.IsBlocked(user)
}

func (a *agenda) Screen(r digest.Reader, d digest.Digest, games []digest.Game) chat.Screen {
	platform := d.Place.Platform()
	w := a.Readers.Tongue(a.personOf(r), platform)
	entries := seq.Map(games, func(g digest.Game) screens.DigestEntry {
		line, button := g.Entry(platform)
		return screens.DigestEntry{Line: line, Button: button}
	})
	return *screens.Digest{User: d.Place.User, Number: d.Number, At: d.At, Silent: r.InQuietHours, Games: entries}.Screen(w)
}

// concernsDigest reports whether showing the message may change its reader's digest.
func (a *agenda) concernsDigest(id chat.TableID, place chat.Place) bool {
	if place.User == "" { // a board: its table needn't be locked
		return false
	}
	l := a.Tables.Memory.Open(id)
	if l == nil {
		return false
	}
	defer l.Unlock()
	m := l.Table().Messages.In(place)
	return m != nil && m.Seat != engine.Nobody && a.calls.changesDigest(l.Table(), *m)
}

// gather recomputes the person's digest. It locks tables; the caller must hold none.
func (a *agenda) gather(ctx context.Context, user chat.UserID) {
	if p := a.Tables.Facts.PersonOf(user); p.ID != "" {
		a.Digests.Gather(ctx, a.digestReader(p), len(a.Tables.Index.ActiveOf(p)))
	}
}
