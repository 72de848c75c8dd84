package bot

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tarockbot/bot/chat"
)

// kindsIn are the kinds of documents that the file declares: only one that imports
// storage does.
func kindsIn(t *testing.T, path string) (all []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(file.Imports, func(i *ast.ImportSpec) bool { return i.Path.Value == `"tarockbot/storage"` }) {
		return nil
	}
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		for i, name := range spec.Names {
			if !strings.HasPrefix(strings.ToLower(name.Name), "kind") || i >= len(spec.Values) {
				continue
			}
			value, ok := spec.Values[i].(*ast.BasicLit)
			if !ok || value.Kind != token.STRING {
				continue
			}
			kind, err := strconv.Unquote(value.Value)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, kind)
		}
		return true
	})
	return all
}

// kindsBelow are the kinds that the files of a folder and those in it declare.
func kindsBelow(t *testing.T, root string) (all []string) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") {
			all = append(all, kindsIn(t, path)...)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestEveryKind: of every kind of documents it is known how somebody is erased
// from it and what of it is told to them, or why not.
func TestEveryKind(t *testing.T) {
	t.Parallel()
	var listed []string
	for _, k := range everyKind() {
		listed = append(listed, k.kind)
		if (k.erase == nil) == (k.stays == "") {
			t.Errorf("%s: either it is erased from, or there is a reason why not", k.kind)
		}
		if (k.tell == nil) == (k.untold == "") {
			t.Errorf("%s: either an export tells it, or there is a reason why not", k.kind)
		}
	}
	declared := kindsBelow(t, ".")
	if len(declared) < 20 {
		t.Fatalf("only %d kinds found", len(declared))
	}
	for _, kind := range declared {
		if !slices.Contains(listed, kind) {
			t.Errorf("kind %s has no row in everyKind: say what becomes of it when somebody is forgotten", kind)
		}
	}
	slices.Sort(listed)
	if len(slices.Compact(listed)) != len(declared) {
		t.Errorf("everyKind lists %q, of %q", listed, declared)
	}
}

// TestJournalWithout: whoever is erased from the journal of links, and whatever
// has happened, the others are linked as before.
func TestJournalWithout(t *testing.T) {
	t.Parallel()
	people := []chat.PersonID{"a", "b", "c", "d"}
	var all []linkEntry
	for _, x := range people {
		for _, into := range append(slices.Clone(people), "") {
			if x != into {
				all = append(all, linkEntry{Person: x, Into: into})
			}
		}
	}
	var journal []linkEntry
	var grow func(depth int)
	grow = func(depth int) {
		checkWithout(t, journal, people)
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

func checkWithout(t *testing.T, journal []linkEntry, people []chat.PersonID) {
	t.Helper()
	gone := people[0]
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
	for _, p := range people[1:] {
		want := slices.DeleteFunc(slices.Clone(was.of(p).all), func(x chat.Identity) bool { return x.Person == gone })
		if len(want) == 1 {
			want = nil
		}
		if got := now.of(p).all; !slices.Equal(got, want) {
			t.Fatalf("%v: without %s it is %v, and %s is linked with %v, want %v", journal, gone, rest, p, got, want)
		}
	}
}
