package bot

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
	"tarockbot/bot/match"
	"tarockbot/bot/standing"
	"tarockbot/engine"
)

// links knows which identities are one person. Each was introduced as a person
// of its own, and what it plays is that person's for good: chairs, totals and
// history name it. Linked ones are one for everybody who looks, and whatever
// counts people counts them once; so unlinking gives each back what it has
// played itself. A journal tells who is linked, and nothing else does.
type links struct {
	// seating is held for reading while people sit down at a table together,
	// and for writing while identities are linked: nobody plays themselves.
	seating sync.RWMutex

	mu     sync.RWMutex
	last   int // the number of the journal's last entry
	groups map[chat.PersonID]group
	parted []chat.PersonID // whose links had been undone before the start
}

// group is identities that are one person. It is never changed, but replaced.
type group struct {
	since int             // the entry that made it; 0 if nobody is linked
	all   []chat.Identity // the first is the head, whose settings count for all
}

// linkEntry is an entry of the journal of links: all that Person is becomes one
// with all that Into is, or, if Into is "", Person leaves its group. Applied in
// their order, the entries tell who is whom.
type linkEntry struct {
	At     time.Time     `json:"at"`
	Person chat.PersonID `json:"person"`
	Into   chat.PersonID `json:"into,omitempty"`
}

// linkEntryID sorts by number.
func linkEntryID(n int) string { return fmt.Sprintf("%010d", n) }

// of is the group of the person; its zero value if they are not linked.
func (l *links) of(id chat.PersonID) group {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.groups[id]
}

// head is the person who stands for all that this one is.
func (l *links) head(id chat.PersonID) chat.PersonID {
	if g := l.of(id); len(g.all) > 0 {
		return g.all[0].Person
	}
	return id
}

// tracesOf find the tables of all that the person is.
func (b *Bot) tracesOf(id chat.PersonID) []trace {
	all := []trace{id}
	for _, x := range b.people.links.of(id).all {
		all = append(all, x.Person)
	}
	return all
}

// accounts are all that the person is, the head first.
func (l *links) accounts(id chat.PersonID) []chat.PersonID {
	g := l.of(id)
	if len(g.all) == 0 {
		return []chat.PersonID{id}
	}
	all := make([]chat.PersonID, len(g.all))
	for i, x := range g.all {
		all[i] = x.Person
	}
	return all
}

// Accounts implements owners.
func (ps *people) Accounts(account chat.PersonID) []chat.PersonID { return ps.links.accounts(account) }

// Listed implements owners.
func (ps *people) Listed(ctx context.Context, head chat.PersonID) (bool, error) {
	var p person
	version, err := ps.store.Load(ctx, kindPerson, string(head), &p)
	return version > 0 && p.Ranking == standing.Shown, err
}

// clear forgets who is linked.
func (l *links) clear() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last = 0
	clear(l.groups)
}

// next is the number of the journal's next entry.
func (l *links) next() int {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.last + 1
}

// skip passes over the journal's next entry, a blank one.
func (l *links) skip() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last++
}

// apply carries out the journal's next entry: x becomes one with into, or leaves
// its group if that is nobody.
func (l *links) apply(x, into chat.Identity) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last++
	if into.Person != "" {
		l.set(slices.Concat(l.members(into), l.members(x)))
		return
	}
	rest := slices.DeleteFunc(slices.Clone(l.groups[x.Person].all), func(y chat.Identity) bool { return y.Person == x.Person })
	delete(l.groups, x.Person)
	l.set(rest)
}

// members is all that the identity's person is. The lock must be held.
func (l *links) members(x chat.Identity) []chat.Identity {
	if g, ok := l.groups[x.Person]; ok {
		return g.all
	}
	return []chat.Identity{x}
}

// set makes the identities one person; one alone is not linked. The lock must
// be held.
func (l *links) set(all []chat.Identity) {
	for _, x := range all {
		if len(all) > 1 {
			l.groups[x.Person] = group{since: l.last, all: all}
		} else {
			delete(l.groups, x.Person)
		}
	}
}

// samePerson says whether two are one person: the same, or linked. Whatever is
// about people rather than identities must ask it.
func (ps *people) samePerson(x, y chat.PersonID) bool {
	return x != "" && ps.links.head(x) == ps.links.head(y)
}

// has says whether the user is an identity of the one who sits in the chair.
func (b *Bot) has(c match.Chair, user UserID) bool {
	return user == c.User || slices.ContainsFunc(b.people.links.of(c.Person).all, func(x chat.Identity) bool { return x.User == user })
}

// toldAt says whether the seat is told by this message that it is waited for. Of
// the panels that linked identities have, one tells: that where their person wants
// to be told, or was heard last, but rather one that reaches them.
func (b *Bot) toldAt(t *match.Table, m match.Message) bool {
	if m.Seat == engine.Nobody {
		return true
	}
	c := t.Chairs[m.Seat]
	heard, wanted := cmp.Or(c.Via, c.User), b.wanted(c)
	best, most := Place{}, -1
	for _, o := range t.Messages {
		if o.Seat != m.Seat || !b.mayRead(t, o) {
			continue
		}
		good := 0
		if !o.Lost {
			good += 4
		}
		if o.Place.User == wanted {
			good += 2
		}
		if o.Place.User == heard {
			good++
		}
		if good > most {
			best, most = o.Place, good
		}
	}
	return most >= 0 && best == m.Place
}

// wanted is the identity through which the one who sits there wants to be told:
// that on the platform of their choice, or else through which they were heard last.
func (b *Bot) wanted(c match.Chair) UserID {
	heard := cmp.Or(c.Via, c.User)
	all := b.people.links.of(c.Person).all
	if len(all) == 0 {
		return heard
	}
	head, known, err := b.people.known(b.running, all[0].User)
	if err != nil || !known || head.Platform == "" || heard.Platform() == head.Platform {
		return heard
	}
	for _, x := range all {
		if x.User.Platform() == head.Platform {
			return x.User
		}
	}
	return heard
}

// wantPanels gives everybody who plays a panel where they want to be told, if
// they have none there.
func (b *Bot) wantPanels(t *match.Table) {
	for s, c := range t.Chairs {
		if place := (Place{User: b.wanted(c)}); !c.Robot && t.Stage == match.Playing && t.MessageIn(place) == nil {
			t.AddMessage(place, engine.Seat(s))
		}
	}
}

// mayRead says whether the message's reader may see what it shows: a panel that
// an identity has got while it was linked is not for it any more afterwards.
func (b *Bot) mayRead(t *match.Table, m match.Message) bool {
	return m.Seat == engine.Nobody || b.has(t.Chairs[m.Seat], m.Place.User)
}

// loadLinks reads the journal.
func (ps *people) loadLinks(ctx context.Context) error {
	ps.links.clear()
	for doc, err := range ps.store.Scan(ctx, kindLink, "", "") {
		if err != nil {
			return fmt.Errorf("bot: read links: %w", err)
		}
		var e linkEntry
		if err := keep.Decode(doc, &e); err != nil {
			return err
		}
		if e == (linkEntry{}) {
			ps.links.skip()
			continue
		}
		x, err := ps.identityOf(ctx, e.Person)
		if err != nil {
			return err
		}
		into, err := ps.identityOf(ctx, e.Into)
		if err != nil {
			return err
		}
		if into.Person == "" {
			for _, y := range ps.links.of(x.Person).all {
				ps.links.parted = append(ps.links.parted, y.Person)
			}
		}
		ps.links.apply(x, into)
	}
	return nil
}

// identityOf is the identity that was introduced as the person.
func (ps *people) identityOf(ctx context.Context, id chat.PersonID) (chat.Identity, error) {
	if g := ps.links.of(id); id == "" || len(g.all) > 0 {
		return chat.Identity{Person: id}, nil // of whom is linked, the group knows all
	}
	var p person
	version, err := ps.store.Load(ctx, kindPerson, string(id), &p)
	if err == nil && version == 0 {
		err = fmt.Errorf("bot: read links: there is no person %s", id)
	}
	if err != nil {
		return chat.Identity{}, err
	}
	return p.identity(), nil
}
