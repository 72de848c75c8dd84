package postgres_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"tarockbot/storage"
	"tarockbot/storage/postgres"
	"tarockbot/storage/postgres/pgtest"
	"tarockbot/storage/storagetest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Run(m)) }

func TestConformance(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		dsn string // added
		o   postgres.Options
	}{
		"plain":           {},
		"two connections": {o: postgres.Options{PoolSize: 2}},
		"serializable":    {dsn: "&default_transaction_isolation=serializable"},
		"simple protocol": {dsn: "&default_query_exec_mode=simple_protocol"},
		"nothing kept":    {dsn: "&default_query_exec_mode=exec"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			storagetest.Run(t, func(t *testing.T) (storage.Store, func() storage.Store) {
				db := open(t, pgtest.DSN(t)+c.dsn, c.o)
				s := storage.Store(take(t, db).Store())
				return s, func() storage.Store {
					if err := s.Close(); err != nil {
						t.Fatal(err)
					}
					s = take(t, db).Store()
					return s
				}
			})
		})
	}
}

// open opens a database until the test ends.
func open(t testing.TB, dsn string, o postgres.Options) *postgres.Database {
	t.Helper()
	db, err := postgres.Open(t.Context(), dsn, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	return db
}

func take(t testing.TB, db *postgres.Database) *postgres.Lease {
	t.Helper()
	l, err := db.Take(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return l
}

var _ = strings.Contains
var _ = time.Second
