package bot

import (
	"slices"
	"testing"

	"tarockbot/bot/chat"
)

// TestJournalWithout: whoever is erased from the journal of links, and whatever
// has happened, the others are linked as before.
func TestJournalWithout(t *testing.T) {
	t.Parallel()
	some := []chat.PersonID{"a", "b", "c", "d"}
	var all []linkEntry
	for _, x := range some {
		for _, into := range append(slices.Clone(some), "") {
			if x != into {
				all = append(all, linkEntry{Person: x, Into: into})
			}
		}
	}
	var journal []linkEntry
	var grow func(depth int)
	grow = func(depth int) {
		checkWithout(t, journal, some)
		if depth == 0 || t.Failed() {
			return
		}
		for _, e := range all {
			if !possible(journal, e) {
				continue
			}
			journal = append(journal, e)
			grow(depth - 1)
			journal = journal[:len(journal)-1]
		}
	}
	grow(4)
}

func applied(journal []linkEntry) *links {
	l := &links{groups: make(map[chat.PersonID]group)}
	for _, e := range journal {
		if e == (linkEntry{}) {
			l.skip()
		} else {
			l.apply(chat.Identity{Person: e.Person}, chat.Identity{Person: e.Into})
		}
	}
	return l
}

// possible: only those are linked who aren't, and only those part who are.
func possible(journal []linkEntry, e linkEntry) bool {
	l := applied(journal)
	if e.Into == "" {
		return len(l.of(e.Person).all) > 0
	}
	return l.head(e.Person) != l.head(e.Into)
}

func checkWithout(t *testing.T, journal []linkEntry, some []chat.PersonID) {
	t.Helper()
	gone := some[0]
	was := &links{groups: make(map[chat.PersonID]group)}
	var rest []linkEntry
	for _, e := range journal {
		rest = append(rest, e.without(gone, was))
		was.apply(chat.Identity{Person: e.Person}, chat.Identity{Person: e.Into})
	}
	now := applied(rest)
	if now.last != was.last {
		t.Fatalf("%v: the next entry would be %d, want %d", journal, now.last+1, was.last+1)
	}
	for _, p := range some[1:] {
		want := slices.DeleteFunc(slices.Clone(was.of(p).all), func(x chat.Identity) bool { return x.Person == gone })
		if len(want) == 1 {
			want = nil
		}
		if got := now.of(p).all; !slices.Equal(got, want) {
			t.Fatalf("%v: without %s it is %v, and %s is linked with %v, want %v", journal, gone, rest, p, got, want)
		}
	}
}
