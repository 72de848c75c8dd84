package storagetest

import (
	"slices"
	"strings"
)

func scans(f *fixture) {
	for _, id := range []string{"b", "d", "a", "c", "aa"} {
		f.commit(doc(id, 0, id))
	}
	cases := []struct{ name, from, to, want string }{
		{"everything", "", "", "a aa b c d"},
		{"everything downwards", "\xff", "", "d c b aa a"},
		{"bounds are included", "aa", "c", "aa b c"},
		{"bounds are included downwards", "c", "aa", "c b aa"},
		{"bounds that do not exist", "ab", "cc", "b c"},
		{"bounds that do not exist, downwards", "cc", "ab", "c b"},
		{"from the beginning", "", "b", "a aa b"},
		{"to the end", "b", "\xff", "b c d"},
		{"down to the beginning", "b", "", "b aa a"},
		{"one document", "c", "c", "c"},
		{"nothing between", "ca", "cz", ""},
		{"nothing between, downwards", "cz", "ca", ""},
		{"nothing above", "e", "\xff", ""},
		{"nothing below, downwards", "A", "", ""},
		{"no such document", "bb", "bb", ""},
	}
	for _, c := range cases {
		if got := strings.Join(f.ids("table", c.from, c.to), " "); got != c.want {
			f.Errorf("%s: Scan(%q, %q) got %q, want %q", c.name, c.from, c.to, got, c.want)
		}
	}
}

func longScans(f *fixture) {
	ids := f.fill(200)
	for _, count := range []int{63, 64, 65, 127, 128, 129, 200} {
		want := slices.Clone(ids[:count])
		if got := f.ids("table", "", ids[count-1]); !slices.Equal(got, want) {
			f.Errorf("up to %d: got %q, want %q", count, got, want)
		}
		slices.Reverse(want)
		if got := f.ids("table", ids[count-1], ""); !slices.Equal(got, want) {
			f.Errorf("down from %d: got %q, want %q", count, got, want)
		}
	}
}

func repeatedScan(f *fixture) {
	f.fill(3)
	seq := f.s.Scan(f.Context(), "table", "002", "")
	for range 2 {
		count := 0
		for _, err := range seq {
			if err != nil {
				f.Fatal(err)
			}
			if count++; count == 2 {
				break
			}
		}
		if count != 2 {
			f.Errorf("got %d documents, want 2", count)
		}
	}
}

func commitInScan(f *fixture) {
	ids := f.fill(150)
	seen := 0
	for d, err := range f.s.Scan(f.Context(), "table", "", "\xff") {
		if err != nil {
			f.Fatal(err)
		}
		d.Data = append(d.Data, '!')
		f.commit(d)
		seen++
	}
	if seen != len(ids) {
		f.Errorf("got %d documents, want %d", seen, len(ids))
	}
	for _, id := range ids {
		f.wantDoc(id, 2, id+"!")
	}
}

func deleteInScan(f *fixture) {
	for _, c := range []struct{ from, to string }{{"", "\xff"}, {"\xff", ""}} {
		f.fill(150)
		seen := 0
		for d, err := range f.s.Scan(f.Context(), "table", c.from, c.to) {
			if err != nil {
				f.Fatal(err)
			}
			f.commit(deleted(d.Key.ID, d.Version))
			seen++
		}
		if rest := f.ids("table", "", ""); seen != 150 || len(rest) > 0 {
			f.Errorf("Scan(%q, %q): deleted %d and left %q, want 150 and nothing", c.from, c.to, seen, rest)
		}
	}
}
