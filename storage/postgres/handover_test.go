package postgres

import (
	"testing"

	"tarockbot/storage/postgres/pgtest"
)

func TestSuccessor(t *testing.T) {
	t.Parallel()
	dsn := pgtest.DSN(t)
	first, second := open(t, dsn, Options{}), open(t, dsn, Options{})
	for _, readiness := range []Readiness{GettingReady, Ready, NoSuccessor} {
		if isSuccessor, err := first.AnnounceReadiness(t.Context(), readiness); !isSuccessor || err != nil {
			t.Errorf("AnnounceReadiness(%q): got %t, %v, want true", readiness, isSuccessor, err)
		}
		if got, err := second.Successor(t.Context()); got != readiness || err != nil {
			t.Errorf("Successor: got %q, %v, want %q", got, err, readiness)
		}
		if isSuccessor, err := second.AnnounceReadiness(t.Context(), Ready); isSuccessor || err != nil {
			t.Errorf("AnnounceReadiness of another node: got %t, %v, want false", isSuccessor, err)
		}
	}
}
