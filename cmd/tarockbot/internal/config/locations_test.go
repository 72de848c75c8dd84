package config

import (
	"testing"

	"tarockbot/cmd/tarockbot/internal/exit"
)

func TestWithConfiguredPassword(t *testing.T) {
	c := Config{Data: "postgres://anna:secret@h/n?sslmode=require"}
	for location, want := range map[string]string{
		"postgres://h/n": c.Data, "postgres://anna@h/n": c.Data, "postgres://h/n?user=anna": c.Data,
		"postgres://bert@h/n": "postgres://bert@h/n", "postgres://anna@h/n?user=bert": "postgres://anna@h/n?user=bert",
		"postgres://bert@h/n?user=anna": c.Data, "postgres://h/m": "postgres://h/m", "n": "n",
	} {
		if got := c.WithConfiguredPassword(location); got != want {
			t.Errorf("%s: got %s, want %s", location, got, want)
		}
	}
}

// TestFirstFault checks that the first key's fault is always reported.
func TestFirstFault(t *testing.T) {
	for range 20 {
		loadAndCheck(t, emptyHome(t), "--data=postgres://a:12345678@h/n", "--removals=postgres://a:12345678@h/m").
			wantFailure(t, exit.Config, "flag: data: has a password")
	}
}

func TestRemovalsInDataDatabase(t *testing.T) {
	loadAndCheck(t, emptyHome(t), "--data=postgres://h/n", "--removals=postgres://h/n?search_path=other").wantFailure(t, exit.Config, "is the database of data")
}
