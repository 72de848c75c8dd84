package people

import (
	"slices"
	"testing"

	"tarockbot/bot/chat"
)

// TestJournalWithout tries all short journals.
func TestJournalWithout(t *testing.T) {
	t.Parallel()
	some := []chat.PersonID{"a", "b", "c", "d"}
	var all []LinkEntry
	for _, x := range some {
		for _, into := range append(slices.Clone(some), "") {
			if x != into {
				all = append(all, LinkEntry{Person: x, Into: into})
			}
		}
	}
	var journal []LinkEntry
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

func applied(journal []LinkEntry) *Links {
	l := new(Links)
	for _, e := range journal {
		l.apply(chat.Identity{Person: e.Person}, chat.Identity{Person: e.Into})
	}
	return l
}

func possible(journal []LinkEntry, e LinkEntry) bool {
	l := applied(journal)
	if e.Into == "" {
		return len(l.Of(e.Person).All) > 0
	}
	return l.Head(e.Person) != l.Head(e.Into)
}

func checkWithout(t *testing.T, journal []LinkEntry, some []chat.PersonID) {
	t.Helper()
	gone := some[0]
	was := new(Links)
	var rest []LinkEntry
	for _, e := range journal {
		rest = append(rest, e.without(gone, was))
		was.apply(chat.Identity{Person: e.Person}, chat.Identity{Person: e.Into})
	}
	now := applied(rest)
	if now.last != was.last {
		t.Fatalf("%v: the next entry would be %d, want %d", journal, now.last+1, was.last+1)
	}
	for _, p := range some[1:] {
		want := slices.DeleteFunc(slices.Clone(was.Of(p).All), func(x chat.Identity) bool { return x.Person == gone })
		if len(want) == 1 {
			want = nil
		}
		if got := now.Of(p).All; !slices.Equal(got, want) {
			t.Fatalf("%v: without %s it is %v, and %s is linked with %v, want %v", journal, gone, rest, p, got, want)
		}
	}
}

func TestCodeSum(t *testing.T) {
	t.Parallel()
	if sum := CodeSum("0011-abcd-efgh-jkmn"); sum == "" || sum != CodeSum("oOiLABCDefghjkmn") {
		t.Error("a code that is read wrong is another")
	}
	for _, no := range []string{"", "abcd", "0011-abcd-efgh-jkmu", "0011-abcd-efgh-jkmn-0000"} {
		if CodeSum(no) != "" {
			t.Errorf("%q can be a code", no)
		}
	}
}
