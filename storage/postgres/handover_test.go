package postgres

import (
	"testing"

	"tarockbot/storage/postgres/pgtest"
)

func TestSuccessor(t *testing.T) {
	t.Parallel()
	dsn := pgtest.DSN(t)
	first, second := open(t, dsn, Options{}), open(t, dsn, Options{})
	for _, how := range []Readiness{GettingReady, Ready, NoSuccessor} {
		if is, err := first.AnnounceReadiness(t.Context(), how); !is || err != nil {
			t.Errorf("Follow(%q): got %t, %v", how, is, err)
		}
		if got, err := second.Successor(t.Context()); got != how || err != nil {
			t.Errorf("Successor: got %q, %v, want %q", got, err, how)
		}
		if is, err := second.AnnounceReadiness(t.Context(), Ready); is || err != nil {
			t.Errorf("Follow of another node: got %t, %v", is, err)
		}
	}
}
