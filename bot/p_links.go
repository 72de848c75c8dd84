package bot

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
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

// without is the entry with another of their group in the place of who is gone; a
// blank one if that leaves nothing to link.
func (e linkEntry) without(gone chat.PersonID, was *links) linkEntry {
	other := func(id chat.PersonID) chat.PersonID {
		if id != gone {
			return id
		}
		for _, x := range was.of(gone).all {
			if x.Person != gone {
				return x.Person
			}
		}
		return ""
	}
	switch {
	case e.Person != gone && e.Into != gone:
		return e
	case e.Into == "" || other(e.Person) == "" || other(e.Into) == "":
		return linkEntry{}
	}
	return linkEntry{At: e.At, Person: other(e.Person), Into: other(e.Into)}
}
