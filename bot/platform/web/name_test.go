package web

import (
	"strings"
	"testing"
)

func TestParseName(t *testing.T) {
	for _, c := range []struct{ in, name, key string }{
		{"Anna", "Anna", "anna"},
		{"  Anna   Maria ", "Anna Maria", "anna-maria"},
		{"O_o-9.", "O_o-9.", "o_o-9."},
		{"A\u0308nne", "Änne", "änne"},
		{"Ａｎｎａ", "Anna", "anna"},
		{"Şule", "Şule", "şule"},
		{"李雷", "李雷", "李雷"},
		{strings.Repeat("x", 24), strings.Repeat("x", 24), strings.Repeat("x", 24)},
	} {
		name, key, ok := parseName(c.in)
		if !ok || name != c.name || key != c.key {
			t.Errorf("parseName(%q) = %q, %q, %v; want %q, %q", c.in, name, key, ok, c.name, c.key)
		}
	}
}

func TestParseNameRefuses(t *testing.T) {
	for _, in := range []string{
		"", " ", "-", "..", "-anna", "a/b", "a@b", "<b>", "a\u202eb", "a\u200db", "a\x00b", "a\nb\x07", "channel", "Channel",
		"z" + strings.Repeat("\u0301", 9), strings.Repeat("x", 25), strings.Repeat("x", 9999), "\xff", "😀", "\u0301a",
	} {
		if name, key, ok := parseName(in); ok {
			t.Errorf("parseName(%q) = %q, %q", in, name, key)
		}
	}
}

func FuzzParseName(f *testing.F) {
	for _, s := range []string{"Anna", "İ", "ǅ", "ﷺ", "ß x", "a-b"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		_, key, ok := parseName(s)
		if !ok {
			return
		}
		if strings.ContainsAny(key, " /@\n") {
			t.Errorf("key %q of %q can't be typed", key, s)
		}
		if _, again, ok := parseName(key); !ok || again != key {
			t.Errorf("key %q of %q has the key %q, %v", key, s, again, ok)
		}
	})
}
