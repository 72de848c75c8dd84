package people

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
)

// Links knows which identities are one person. Each identity was introduced as a person of its own, and keeps
// its chairs, totals and history. Code that counts or compares people asks Links; so unlinking gives each
// identity back what it has played itself. The journal of LinkEntry is the only record of links. The zero
// Links has none. Links is safe for concurrent use.
//
// Lock order: seating, tables' locks, Standings' lock, mu.
type Links struct {
	seating sync.RWMutex // see LockForSeating and People.LockForLinking

	mu     sync.RWMutex
	last   int // the number of the journal's last entry; changes only while seating is locked
	groups map[chat.PersonID]Group
	parted []chat.PersonID // see Parted; written by load only
}

// Group is the identities of one person. It is never changed, only replaced.
type Group struct {
	Since int             // the number of the entry that made it; 0 if nobody is linked
	All   []chat.Identity // the head first, whose settings count for all
}

// LinkEntry is an entry of the journal of links: the group of Person joins the group of Into, or, if Into
// is "", Person leaves its group.
type LinkEntry struct {
	At     time.Time     `json:"at"`
	Person chat.PersonID `json:"person"`
	Into   chat.PersonID `json:"into,omitempty"`
}

// LockForSeating prevents linking until unlock is called. Hold it while people sit down at a table, so
// that nobody plays against themselves. Several goroutines may hold it at once.
func (l *Links) LockForSeating() (unlock func()) {
	l.seating.RLock()
	return l.seating.RUnlock
}

// Parted returns the people whose links had been undone before the start.
func (l *Links) Parted() []chat.PersonID { return l.parted }

// Of returns the person's group; its zero value if they aren't linked.
func (l *Links) Of(id chat.PersonID) Group {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.groups[id]
}

// Head returns the head of the person's group, or the person if they aren't linked.
func (l *Links) Head(id chat.PersonID) chat.PersonID {
	if g := l.Of(id); len(g.All) > 0 {
		return g.All[0].Person
	}
	return id
}

// Accounts returns the members of the person's group, the head first.
func (l *Links) Accounts(id chat.PersonID) []chat.PersonID {
	g := l.Of(id)
	if len(g.All) == 0 {
		return []chat.PersonID{id}
	}
	all := make([]chat.PersonID, len(g.All))
	for i, x := range g.All {
		all[i] = x.Person
	}
	return all
}

// apply applies the journal's next entry: x's group joins into's, or x leaves its group if into is zero.
func (l *Links) apply(x, into chat.Identity) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last++
	if into.Person != "" {
		l.setLocked(slices.Concat(l.membersLocked(into), l.membersLocked(x)))
		return
	}
	rest := slices.DeleteFunc(slices.Clone(l.groups[x.Person].All), func(y chat.Identity) bool { return y.Person == x.Person })
	delete(l.groups, x.Person)
	l.setLocked(rest)
}

// load applies an entry that was made before the start.
func (l *Links) load(x, into chat.Identity) {
	if into.Person == "" {
		for _, y := range l.Of(x.Person).All {
			l.parted = append(l.parted, y.Person)
		}
	}
	l.apply(x, into)
}

// membersLocked returns the identity's group, or the identity alone.
func (l *Links) membersLocked(x chat.Identity) []chat.Identity {
	if g, ok := l.groups[x.Person]; ok {
		return g.All
	}
	return []chat.Identity{x}
}

// setLocked makes the identities one group; a single one isn't linked.
func (l *Links) setLocked(all []chat.Identity) {
	if l.groups == nil {
		l.groups = make(map[chat.PersonID]Group)
	}
	for _, x := range all {
		if len(all) > 1 {
			l.groups[x.Person] = Group{Since: l.last, All: all}
		} else {
			delete(l.groups, x.Person)
		}
	}
}

// LoadLinks reads the journal. It is called once, before anything else uses Links.
func (ps *People) LoadLinks(ctx context.Context) error {
	for entry, err := range documents.Read[LinkEntry](ps.store.Scan(ctx, KindLink, "", "")) {
		if err != nil {
			return fmt.Errorf("bot: read links: %w", err)
		}
		x, err := ps.IdentityOf(ctx, entry.Value.Person)
		into, intoErr := ps.IdentityOf(ctx, entry.Value.Into)
		if err := cmp.Or(err, intoErr); err != nil {
			return err
		}
		ps.Links.load(x, into)
	}
	return nil
}

// IdentityOf returns the identity that was introduced as the person; its zero value for "".
func (ps *People) IdentityOf(ctx context.Context, id chat.PersonID) (chat.Identity, error) {
	if id == "" {
		return chat.Identity{}, nil
	}
	for _, x := range ps.Links.Of(id).All {
		if x.Person == id {
			return x, nil
		}
	}
	p, known, err := ps.ByID(ctx, id)
	if err == nil && !known {
		err = fmt.Errorf("bot: identity of %s: no such person", id)
	}
	if err != nil {
		return chat.Identity{}, err
	}
	return p.Identity(), nil
}

// without returns the entry with another member of the group in place of gone; blank if nothing is left to
// link. was is the links before the entry.
func (e LinkEntry) without(gone chat.PersonID, was *Links) LinkEntry {
	other := func(id chat.PersonID) chat.PersonID {
		if id != gone {
			return id
		}
		for _, x := range was.Of(gone).All {
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
		return LinkEntry{}
	}
	return LinkEntry{At: e.At, Person: other(e.Person), Into: other(e.Into)}
}
