package postgres

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"tarockbot/storage"
	"tarockbot/storage/postgres/pgtest"
	"tarockbot/storage/storagetest"
	"tarockbot/storage/waittest"
)

func TestFlippedBits(t *testing.T) {
	t.Parallel()
	dsn := pgtest.DSN(t)
	s := actingStore(t, dsn, Options{})
	conn := connect(t, dsn)
	r := rand.New(rand.NewPCG(39, 4))
	for n := range 60 {
		key := storage.Key{Kind: "table", ID: fmt.Sprintf("t%02d", n)}
		data := fmt.Appendf(nil, `{"number":%d,"text":"%032x"}`, n, r.Uint64())
		commitAll(t, s, storage.Doc{Key: key, Data: []byte("before")})
		commitAll(t, s, storage.Doc{Key: key, Version: 1, Data: data}) // once by commitSQL, once by updateSQL
		bit := r.IntN(8 * len(data))
		flip := fmt.Sprintf("data = set_bit(data, %d, 1 - get_bit(data, %d))", bit, bit)
		switch n % 6 {
		case 4:
			flip = fmt.Sprintf("version = version # %d", 4<<r.IntN(60))
		case 5:
			flip = fmt.Sprintf("sum = set_bit(sum, %[1]d, 1 - get_bit(sum, %[1]d))", 64+r.IntN(32))
		}
		exec(t, conn, fmt.Sprintf("update doc set %s where id = '%s'", flip, key.ID))
		if d, err := s.Get(t.Context(), key); !errors.Is(err, storage.ErrDamaged) || strings.Count(err.Error(), "storage/postgres:") != 1 {
			t.Errorf("%s: got %q, %v", flip, d.Data, err)
		}
		seen := false
		for _, err := range s.Scan(t.Context(), "table", key.ID, key.ID) {
			seen = seen || errors.Is(err, storage.ErrDamaged)
		}
		if !seen {
			t.Errorf("%s: a scan doesn't report the damage", flip)
		}
		err := s.db.Snapshot(t.Context(), func(at *Snapshot) error { _, err := at.Get(t.Context(), key); return err })
		if !errors.Is(err, storage.ErrDamaged) || strings.Count(err.Error(), "storage/postgres:") != 1 {
			t.Errorf("%s: a snapshot gets %v", flip, err)
		}
		exec(t, conn, "delete from doc")
	}
	commitAll(t, s, docOf("table", "a", 0, "of a"))
	exec(t, conn, "update doc set id = 'b'")
	if d, err := s.Get(t.Context(), storage.Key{Kind: "table", ID: "b"}); !errors.Is(err, storage.ErrDamaged) {
		t.Errorf("under another id: got %q, %v", d.Data, err)
	}
}

func TestMissingSums(t *testing.T) {
	t.Parallel()
	dsn := pgtest.DSN(t)
	actingStore(t, dsn, Options{}).Close()
	conn := connect(t, dsn)
	exec(t, conn, "delete from doc; alter table doc drop column sum; insert into doc values ('table', 'a', 1, 17, 'first')")
	reader := connect(t, dsn)
	exec(t, reader, "begin; select from doc")
	wantOpenError(t, dsn, shortPatience, storage.ErrUnavailable) // during a long read
	exec(t, reader, "rollback")
	s := actingStore(t, dsn, Options{})
	wantUnsummed := func(want int64) {
		t.Helper()
		if c, err := s.db.Condition(waittest.Context(t), shortPatience); err != nil || c.WithoutChecksum != want {
			t.Errorf("got %d documents without a sum, %v, want %d", c.WithoutChecksum, err, want)
		}
	}
	wantDoc(t, s, docOf("table", "a", 1, "first"))
	wantUnsummed(1)
	commitAll(t, s, docOf("table", "a", 1, "second"))
	wantDoc(t, s, docOf("table", "a", 2, "second"))
	wantUnsummed(0)
	exec(t, conn, "update doc set version = 3, mark = 18, data = 'third'") // as an older program does
	wantDoc(t, s, docOf("table", "a", 3, "third"))
	wantUnsummed(1)
	commitAll(t, s, docOf("table", "a", 3, "fourth"))
	exec(t, conn, "update doc set data = 'damaged'")
	_, err := s.Get(t.Context(), storage.Key{Kind: "table", ID: "a"})
	storagetest.WantError(t, "a damaged document", err, storage.ErrDamaged)
}
