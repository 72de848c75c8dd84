package lines_test

import (
	"errors"
	"strings"
	"testing"

	"tarockbot/bot/platform/double"
	"tarockbot/bot/platform/lines"
)

// store keeps lines of odd and even length in one note each.
func store(notes *double.Notes) *lines.Store {
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

func TestStore(t *testing.T) {
	t.Parallel()
	notes := new(double.Notes)
	s := store(notes)
	name, err := s.Shorten(t.Context(), "challenge")
	if err != nil || name != "~c1" {
		t.Fatalf("got %q, %v", name, err)
	}
	for when, s := range map[string]*lines.Store{"at once": s, "after a restart": store(notes)} {
		if line, ok := s.Expand(t.Context(), name); !ok || line != "challenge" {
			t.Errorf("%s it is %q, %v", when, line, ok)
		}
	}
	if _, err := s.Shorten(t.Context(), "games"); err != nil {
		t.Fatal(err)
	}
	if line, ok := s.Expand(t.Context(), name); !ok || line != "challenge" {
		t.Errorf("in memory it is %q, %v", line, ok)
	}
	for _, none := range []string{name, "~", "~c0"} {
		if line, ok := store(notes).Expand(t.Context(), none); ok {
			t.Errorf("%q is %q", none, line)
		}
	}
}

func TestForget(t *testing.T) {
	t.Parallel()
	notes := new(double.Notes)
	s := store(notes)
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
		t.Errorf("a stored line: %v", err)
	}
}

func TestUnkept(t *testing.T) {
	t.Parallel()
	notes := new(double.Notes)
	s := store(notes)
	notes.Fail(errors.New("broken"))
	if name, err := s.Shorten(t.Context(), "games"); err == nil || name != "~g1" {
		t.Errorf("got %q, %v", name, err)
	}
	notes.Fail(nil)
	name, err := s.Shorten(t.Context(), "games")
	if line, ok := store(notes).Expand(t.Context(), name); err != nil || !ok || line != "games" {
		t.Errorf("it is %q, %v, %v", line, ok, err)
	}
}
