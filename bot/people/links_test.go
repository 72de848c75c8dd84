package people

import (
	"slices"
	"testing"

	"tarockbot/bot/chat"
)

// TestJournalWithout erases a person from all short journals.
func TestJournalWithout(t *testing.T) {
	t.Parallel()
	persons := []chat.PersonID{"a", "b", "c", "d"}
	var all []LinkEntry
	for _, x := range persons {
		for _, into := range append(slices.Clone(persons), "") {
			if x != into {
				all = append(all, LinkEntry{Person: x, Into: into})
			}
		}
	}
	var journal []LinkEntry
	var extend func(depth int)
	extend = func(depth int) {
		checkWithout(t, journal, persons)
		if depth == 0 || t.Failed() {
			return
		}
		for _, e := range all {
			if !isPossible(journal, e) {
				continue
			}
			journal = append(journal, e)
			extend(depth - 1)
			journal = journal[:len(journal)-1]
		}
	}
	extend(4)
}

func applied(journal []LinkEntry) *Links {
	l := new(Links)
	for _, e := range journal {
		l.apply(chat.Identity{Person: e.Person}, chat.Identity{Person: e.Into})
	}
	return l
}

func isPossible(journal []LinkEntry, e LinkEntry) bool {
	l := applied(journal)
	if e.Into == "" {
		return len(l.GroupOf(e.Person).All) > 0
	}
	return l.Head(e.Person) != l.Head(e.Into)
}

func checkWithout(t *testing.T, journal []LinkEntry, persons []chat.PersonID) {
	t.Helper()
	erased := persons[0]
	before := new(Links)
	var rest []LinkEntry
	for _, e := range journal {
		rest = append(rest, e.without(erased, before))
		before.apply(chat.Identity{Person: e.Person}, chat.Identity{Person: e.Into})
	}
	now := applied(rest)
	if now.last != before.last {
		t.Fatalf("%v: the next entry would be %d, want %d", journal, now.last+1, before.last+1)
	}
	for _, p := range persons[1:] {
		want := slices.DeleteFunc(slices.Clone(before.GroupOf(p).All), func(x chat.Identity) bool { return x.Person == erased })
		if len(want) == 1 {
			want = nil
		}
		if got := now.GroupOf(p).All; !slices.Equal(got, want) {
			t.Fatalf("%v: without %s it is %v, and %s is linked with %v, want %v", journal, erased, rest, p, got, want)
		}
	}
}

func TestCodeSum(t *testing.T) {
	t.Parallel()
	if sum := CodeSum("0011-abcd-efgh-jkmn"); sum == "" || sum != CodeSum("oOiLABCDefghjkmn") {
		t.Error("a code with misread letters isn't recognized")
	}
	for _, invalid := range []string{"", "abcd", "0011-abcd-efgh-jkmu", "0011-abcd-efgh-jkmn-0000"} {
		if CodeSum(invalid) != "" {
			t.Errorf("%q can be a code", invalid)
		}
	}
}
