package removals

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"tarockbot/bot/people"
	"tarockbot/cmd/tarockbot/internal/exit"
)

// TestFile: the list beside a data file keeps all who were added, for its owner alone.
func TestFile(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "tarock.db")
	list, at := Of("", data), time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	if got, err := list.List(t.Context()); err != nil || len(got) > 0 {
		t.Errorf("at first: %v, %v", got, err)
	}
	some := []people.Forgotten{{Person: "abcdefg", At: at}, {Person: "hijklmn", At: at.Add(time.Hour)}}
	for _, x := range some {
		if err := list.Add(t.Context(), x); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := list.List(t.Context()); err != nil || !slices.Equal(got, some) {
		t.Errorf("got %v, %v", got, err)
	}
	if info, err := os.Stat(data + ".removed"); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file: %v, %v", info, err)
	}
	if err := os.WriteFile(data+".removed", []byte("rubbish\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := list.List(t.Context()); exit.Code(err) != exit.Data {
		t.Errorf("rubbish on the list: %v", err)
	}
}

// TestOf: a database has no list beside it, and a directory that isn't there none in it.
func TestOf(t *testing.T) {
	t.Parallel()
	if list := Of("", "postgres://h/n"); list != nil {
		t.Errorf("beside a database there is %v", list)
	}
	nowhere := Of(filepath.Join(t.TempDir(), "none", "list"), "postgres://h/n")
	if _, err := nowhere.List(t.Context()); exit.Code(err) != exit.Config {
		t.Errorf("in no directory: %v", err)
	}
}
