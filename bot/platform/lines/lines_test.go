package lines_test

import (
	"errors"
	"strings"
	"testing"

	"tarockbot/bot/platform/double"
	"tarockbot/bot/platform/lines"
)

// newStore returns a store with two notes, one for lines of even length and one for odd.
func newStore(notes *double.Notes) *lines.Store {
	return &lines.Store{
		Notes:  notes,
		Name:   func(line string) string { return "~" + line[:min(1, len(line))] + string(rune('0'+len(line)%2)) },
		IsName: func(text string) bool { return strings.HasPrefix(text, "~") },
		Note: func(name string) string {
			if len(name) != 3 {
				return ""
			}
			return "line/" + name[2:]
		},
	}
}

func TestShortenAndExpand(t *testing.T) {
	t.Parallel()
	notes := new(double.Notes)
	s := newStore(notes)
	name, err := s.Shorten(t.Context(), "challenge")
	if err != nil || name != "~c1" {
		t.Fatalf("got %q, %v", name, err)
	}
	for when, s := range map[string]*lines.Store{"at once": s, "after a restart": newStore(notes)} {
		if line, ok := s.Expand(t.Context(), name); !ok || line != "challenge" {
			t.Errorf("%s the name expands to %q, %v", when, line, ok)
		}
	}
	if _, err := s.Shorten(t.Context(), "games"); err != nil {
		t.Fatal(err)
	}
	if line, ok := s.Expand(t.Context(), name); !ok || line != "challenge" {
		t.Errorf("from memory the name expands to %q, %v", line, ok)
	}
	for _, bad := range []string{name, "~", "~c0"} {
		if line, ok := newStore(notes).Expand(t.Context(), bad); ok {
			t.Errorf("%q expands to %q", bad, line)
		}
	}
}

func TestForget(t *testing.T) {
	t.Parallel()
	notes := new(double.Notes)
	s := newStore(notes)
	names := make(map[string]string)
	for _, line := range []string{"block anna", "hand"} {
		name, err := s.Shorten(t.Context(), line)
		if err != nil {
			t.Fatal(err)
		}
		names[line] = name
	}
	notes.Fail(errors.New("broken"))
	s.Forget("anna", "bert")
	if line, ok := s.Expand(t.Context(), names["block anna"]); ok {
		t.Errorf("%q is still in memory", line)
	}
	if _, ok := s.Expand(t.Context(), names["hand"]); !ok {
		t.Error("an unrelated line is forgotten")
	}
	if _, err := s.Shorten(t.Context(), "hand"); err != nil {
		t.Errorf("a remembered line: %v", err)
	}
}

func TestStoreFailure(t *testing.T) {
	t.Parallel()
	notes := new(double.Notes)
	s := newStore(notes)
	notes.Fail(errors.New("broken"))
	if name, err := s.Shorten(t.Context(), "games"); err == nil || name != "~g1" {
		t.Errorf("got %q, %v", name, err)
	}
	notes.Fail(nil)
	name, err := s.Shorten(t.Context(), "games")
	if line, ok := newStore(notes).Expand(t.Context(), name); err != nil || !ok || line != "games" {
		t.Errorf("the name expands to %q, %v, %v", line, ok, err)
	}
}
