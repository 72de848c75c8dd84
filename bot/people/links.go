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

// Links stores which identities are one person. Each identity keeps its own chairs, totals and history, so code that
// counts or compares people must ask Links. The journal of LinkEntry is the only record. Links is safe for concurrent
// use.
//
// Lock order: seating, tables' locks, Standings' lock, mu.
type Links struct {
	seating sync.RWMutex

	mu     sync.RWMutex
	last   int // last journal entry; changes only while seating is locked
	groups map[chat.PersonID]Group
	parted []chat.PersonID // written by load only
}

// Group holds the identities of one person. It is immutable.
type Group struct {
	LastEntry int             // of the journal; 0: not linked
	All       []chat.Identity // head first, whose settings count for all
}

// LinkEntry links Person with Into. If Into is "", it unlinks Person.
type LinkEntry struct {
	At     time.Time     `json:"at"`
	Person chat.PersonID `json:"person"`
	Into   chat.PersonID `json:"into,omitempty"`
}

// LockForSeating prevents linking, so that nobody sits down against themselves.
func (l *Links) LockForSeating() (unlock func()) {
	l.seating.RLock()
	return l.seating.RUnlock
}

// Unlinked returns people unlinked before the start.
func (l *Links) Unlinked() []chat.PersonID { return l.parted }

// GroupOf returns the person's group, or zero.
func (l *Links) GroupOf(id chat.PersonID) Group {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.groups[id]
}

// Head returns the group's head, or the person.
func (l *Links) Head(id chat.PersonID) chat.PersonID {
	if g := l.GroupOf(id); len(g.All) > 0 {
		return g.All[0].Person
	}
	return id
}

// Accounts returns the group's members, head first.
func (l *Links) Accounts(id chat.PersonID) []chat.PersonID {
	g := l.GroupOf(id)
	if len(g.All) == 0 {
		return []chat.PersonID{id}
	}
	all := make([]chat.PersonID, len(g.All))
	for i, x := range g.All {
		all[i] = x.Person
	}
	return all
}

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

func (l *Links) load(x, into chat.Identity) {
	if into.Person == "" {
		for _, y := range l.GroupOf(x.Person).All {
			l.parted = append(l.parted, y.Person)
		}
	}
	l.apply(x, into)
}

func (l *Links) membersLocked(x chat.Identity) []chat.Identity {
	if g, ok := l.groups[x.Person]; ok {
		return g.All
	}
	return []chat.Identity{x}
}

func (l *Links) setLocked(all []chat.Identity) {
	if l.groups == nil {
		l.groups = make(map[chat.PersonID]Group)
	}
	for _, x := range all {
		if len(all) > 1 {
			l.groups[x.Person] = Group{LastEntry: l.last, All: all}
		} else {
			delete(l.groups, x.Person)
		}
	}
}

// LoadLinks reads the journal, before anything uses Links.
func (ps *People) LoadLinks(ctx context.Context) error {
	for entry, err := range documents.DecodeAll[LinkEntry](ps.store.Scan(ctx, KindLink, "", "")) {
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

// IdentityOf returns the account's identity.
func (ps *People) IdentityOf(ctx context.Context, id chat.PersonID) (chat.Identity, error) {
	if id == "" {
		return chat.Identity{}, nil
	}
	for _, x := range ps.Links.GroupOf(id).All {
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

// without returns the entry with gone replaced by another member of its group. was holds the links before the entry.
func (e LinkEntry) without(gone chat.PersonID, was *Links) LinkEntry {
	other := func(id chat.PersonID) chat.PersonID {
		if id != gone {
			return id
		}
		for _, x := range was.GroupOf(gone).All {
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
