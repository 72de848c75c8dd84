package people

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
)

// Links knows which identities are one person. Each was introduced as a person of its own, and
// what it plays is that person's for good: chairs, totals and history name it. Whoever looks or
// counts people asks Links; so unlinking gives each back what it has played itself. The journal
// alone tells who is linked.
type Links struct {
	// Seating is held for reading while people sit down at a table together,
	// and for writing while identities are linked: nobody plays themselves.
	Seating sync.RWMutex

	mu     sync.RWMutex
	last   int // the number of the journal's last entry
	Groups map[chat.PersonID]Group
	Parted []chat.PersonID // whose links had been undone before the start
}

// Group is identities that are one person. It is never changed, but replaced.
type Group struct {
	Since int             // the entry that made it; 0 if nobody is linked
	All   []chat.Identity // the first is the head, whose settings count for all
}

// LinkEntry is an entry of the journal of links: all that Person is becomes one with all that
// Into is, or, if Into is "", Person leaves its group.
type LinkEntry struct {
	At     time.Time     `json:"at"`
	Person chat.PersonID `json:"person"`
	Into   chat.PersonID `json:"into,omitempty"`
}

// LinkEntryID sorts by number.
func LinkEntryID(n int) string { return fmt.Sprintf("%010d", n) }

// Of is the group of the person; its zero value if they are not linked.
func (l *Links) Of(id chat.PersonID) Group {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.Groups[id]
}

// Head is the person who stands for all that this one is.
func (l *Links) Head(id chat.PersonID) chat.PersonID {
	if g := l.Of(id); len(g.All) > 0 {
		return g.All[0].Person
	}
	return id
}

// Accounts are all that the person is, the head first.
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

// Next is the number of the journal's next entry.
func (l *Links) Next() int {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.last + 1
}

// Apply carries out the journal's next entry: x becomes one with into, or parts if that is nobody.
func (l *Links) Apply(x, into chat.Identity) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last++
	if into.Person != "" {
		l.setLocked(slices.Concat(l.membersLocked(into), l.membersLocked(x)))
		return
	}
	rest := slices.DeleteFunc(slices.Clone(l.Groups[x.Person].All), func(y chat.Identity) bool { return y.Person == x.Person })
	delete(l.Groups, x.Person)
	l.setLocked(rest)
}

// membersLocked is all that the identity's person is.
func (l *Links) membersLocked(x chat.Identity) []chat.Identity {
	if g, ok := l.Groups[x.Person]; ok {
		return g.All
	}
	return []chat.Identity{x}
}

// setLocked makes the identities one person; one alone is not linked.
func (l *Links) setLocked(all []chat.Identity) {
	for _, x := range all {
		if len(all) > 1 {
			l.Groups[x.Person] = Group{Since: l.last, All: all}
		} else {
			delete(l.Groups, x.Person)
		}
	}
}

// LoadLinks reads the journal, once.
func (ps *People) LoadLinks(ctx context.Context) error {
	for entry, err := range documents.Read[LinkEntry](ps.store.Scan(ctx, KindLink, "", "")) {
		if err != nil {
			return fmt.Errorf("bot: read links: %w", err)
		}
		x, err := ps.IdentityOf(ctx, entry.Value.Person)
		if err != nil {
			return err
		}
		into, err := ps.IdentityOf(ctx, entry.Value.Into)
		if err != nil {
			return err
		}
		if into.Person == "" {
			for _, y := range ps.Links.Of(x.Person).All {
				ps.Links.Parted = append(ps.Links.Parted, y.Person)
			}
		}
		ps.Links.Apply(x, into)
	}
	return nil
}

// IdentityOf is the identity that was introduced as the person.
func (ps *People) IdentityOf(ctx context.Context, id chat.PersonID) (chat.Identity, error) {
	if id == "" {
		return chat.Identity{}, nil
	}
	for _, x := range ps.Links.Of(id).All {
		if x.Person == id {
			return x, nil
		}
	}
	var p Person
	version, err := ps.store.Load(ctx, KindPerson, string(id), &p)
	if err == nil && version == 0 {
		err = fmt.Errorf("bot: read links: there is no person %s", id)
	}
	if err != nil {
		return chat.Identity{}, err
	}
	return p.Identity(), nil
}

// Without is the entry with another of the group for who is gone; blank if nothing is left to link.
func (e LinkEntry) Without(gone chat.PersonID, was *Links) LinkEntry {
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
