//go:build linux || darwin

package bolt

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"unsafe"

	"go.etcd.io/bbolt"
	"golang.org/x/sys/unix"

	"tarockbot/storage"
	"tarockbot/storage/storagetest"
	"tarockbot/storage/waittest"
)

type writeAt func(b []byte, off int64) (int, error)

// onWrite hooks bbolt's writes, through a field that bbolt doesn't export.
func onWrite(db *bbolt.DB, hook func(b []byte, off int64, write writeAt) (int, error)) {
	field := reflect.ValueOf(db).Elem().FieldByName("ops").FieldByName("writeAt")
	place := (*func([]byte, int64) (int, error))(unsafe.Pointer(field.UnsafeAddr()))
	write := *place
	*place = func(b []byte, off int64) (int, error) { return hook(b, off, write) }
}

func isMeta(off int64) bool { return off < int64(2*os.Getpagesize()) }

func fileOf(db *bbolt.DB) *os.File {
	field := reflect.ValueOf(db).Elem().FieldByName("file")
	return *(**os.File)(unsafe.Pointer(field.UnsafeAddr()))
}

// twins returns the two documents of commit n. Their data depends on n, so twinsVersion notices if only one of
// them was committed.
func twins(n int64) []storage.Doc {
	data := bytes.Repeat([]byte("Valat "), 200*int(n%7+1))
	return []storage.Doc{
		{Key: storage.Key{Kind: "table", ID: "left"}, Version: n - 1, Data: data},
		{Key: storage.Key{Kind: "deal", ID: "right"}, Version: n - 1, Data: data},
	}
}

func twinsVersion(t testing.TB, s storage.Store) int64 {
	t.Helper()
	var found [2]storage.Doc
	for i, d := range twins(1) {
		var err error
		if found[i], err = s.Get(t.Context(), d.Key); err != nil && !errors.Is(err, storage.ErrNotFound) {
			t.Fatal(err)
		}
	}
	n := found[0].Version
	if found[1].Version != n || n > 0 && (!bytes.Equal(found[0].Data, twins(n)[0].Data) || !bytes.Equal(found[1].Data, twins(n)[1].Data)) {
		t.Fatalf("half a commit: left at %d with %d bytes, right at %d with %d", n, len(found[0].Data), found[1].Version, len(found[1].Data))
	}
	return n
}

func mustCommit(t testing.TB, s storage.Store, from, to int64) {
	t.Helper()
	for n := from; n <= to; n++ {
		commit(t, s, twins(n)...)
	}
}

// TestFault32PowerCut tears, drops or keeps unsynced writes at random. It assumes that bbolt syncs before and after the
// meta page.
func TestFault32PowerCut(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "tarock.db")
	s := open(t, path)
	used := metaOf(t, path)
	var d storagetest.Disk
	d.Write(contents(t, path)[:used.pages*used.pageSize], 0)
	d.Sync()
	r := rand.New(rand.NewPCG(32, 0))
	acknowledged, cuts := int64(0), 0
	onWrite(s.db, func(b []byte, off int64, write writeAt) (int, error) {
		if isMeta(off) {
			d.Sync()
		}
		d.Write(b, off)
		for range 3 {
			checkCut(t, d.Cut(r), filepath.Join(dir, "cut"), acknowledged)
			cuts++
		}
		if isMeta(off) {
			d.Sync()
		}
		return write(b, off)
	})
	for n := int64(1); n <= 25; n++ {
		mustCommit(t, s, n, n)
		acknowledged = n
	}
	closeStore(t, s)
	if cuts < 200 {
		t.Errorf("got %d cuts, want at least 200", cuts)
	}
}

func checkCut(t *testing.T, image storagetest.Image, path string, acknowledged int64) {
	t.Helper()
	must(t, image.Create(path))
	defer os.Remove(path)
	s, err := Open(path)
	if err != nil {
		t.Fatalf("after commit %d: %v", acknowledged, err)
	}
	defer closeStore(t, s)
	n := twinsVersion(t, s)
	if n < acknowledged || n > acknowledged+1 {
		t.Fatalf("after commit %d: got version %d", acknowledged, n)
	}
	mustCommit(t, s, n+1, n+1)
}

func breakSync(t *testing.T, db *bbolt.DB) (restore func()) {
	t.Helper()
	r, w, err := os.Pipe()
	must(t, err)
	fd := int(fileOf(db).Fd())
	saved, err := unix.Dup(fd)
	must(t, err)
	must(t, unix.Dup2(int(w.Fd()), fd))
	return func() {
		must(t, errors.Join(unix.Dup2(saved, fd), unix.Close(saved), r.Close(), w.Close()))
	}
}

func TestFault34FailedSync(t *testing.T) {
	cases := []struct {
		name string
		meta bool // fails at the meta page, not at the data pages
		sync bool // fails at the sync, not at the write
		part int  // bytes written before the error
		err  error
		want int64
	}{
		{"write of data", false, false, 0, syscall.EIO, 3},
		{"write of data, torn", false, false, 512, syscall.EIO, 3},
		{"sync of data", false, true, 0, nil, 3},
		{"write of meta", true, false, 0, syscall.EIO, 3},
		{"write of meta, torn", true, false, 64, syscall.EIO, 3},
		{"write of meta, no room but applied", true, false, 512, syscall.ENOSPC, 4},
		{"sync of meta, applied", true, true, 0, nil, 4},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s := openNew(t)
			mustCommit(t, s, 1, 3)
			restore, writes := func() {}, 0
			onWrite(s.db, func(b []byte, off int64, write writeAt) (int, error) {
				if writes++; writes > 1 && !c.meta || isMeta(off) != c.meta {
					return write(b, off)
				}
				if !c.sync {
					_, _ = write(b[:c.part], off)
					return c.part, &os.PathError{Op: "write", Path: s.path, Err: c.err}
				}
				n, err := write(b, off)
				restore = breakSync(t, s.db)
				return n, err
			})
			storagetest.WantError(t, "Commit", s.Commit(t.Context(), twins(4)...), storage.ErrUncertain)
			restore()
			wantStopped(t, s, &writes)
			closeStore(t, s)
			after := open(t, s.path)
			if got := twinsVersion(t, after); got != c.want {
				t.Errorf("after the restart: got version %d, want %d", got, c.want)
			}
			mustCommit(t, after, c.want+1, c.want+2)
		})
	}
}

func wantStopped(t *testing.T, s *Store, writes *int) {
	t.Helper()
	before := *writes
	for range 3 {
		storagetest.WantError(t, "next Commit", s.Commit(t.Context(), twins(4)...), storage.ErrClosed)
	}
	_, err := s.Get(t.Context(), twins(1)[0].Key)
	storagetest.WantError(t, "Get", err, storage.ErrClosed)
	for _, err := range s.Scan(t.Context(), "table", "", "") {
		storagetest.WantError(t, "Scan", err, storage.ErrClosed)
	}
	if *writes != before {
		t.Errorf("got %d writes after the failure, want 0", *writes-before)
	}
}

func TestFault35FullDisk(t *testing.T) {
	s := openNew(t)
	mustCommit(t, s, 1, 3)
	writesLeft, n := 1<<30, int64(3)
	onWrite(s.db, func(b []byte, off int64, write writeAt) (int, error) {
		if writesLeft--; writesLeft >= 0 {
			return write(b, off)
		}
		part, _ := write(b[:len(b)/64], off)
		return part, &os.PathError{Op: "write", Path: s.path, Err: syscall.ENOSPC}
	})
	for fits := 0; ; fits++ {
		writesLeft = fits
		err := s.Commit(t.Context(), twins(n+1)...)
		if err == nil {
			n++
			break
		}
		if !errors.Is(err, storage.ErrFull) {
			t.Fatalf("room for %d writes: got %v, want %v", fits, err, storage.ErrFull)
		}
		if got := twinsVersion(t, s); got != n {
			t.Fatalf("room for %d writes: got version %d, want %d", fits, got, n)
		}
		writesLeft = 1 << 30
		n++
		mustCommit(t, s, n, n)
	}
	if n < 6 {
		t.Errorf("got %d commits, want at least 6: the disk was hardly ever full", n)
	}
	closeStore(t, s)
	if got := twinsVersion(t, open(t, s.path)); got != n {
		t.Errorf("after the restart: got version %d, want %d", got, n)
	}
}

func TestFault38ReadTransactionLeftOpen(t *testing.T) {
	t.Parallel()
	s := openNew(t)
	var docs []storage.Doc
	for i := range 3000 {
		docs = append(docs, docOf("deal", fmt.Sprint(i), make([]byte, 1500)))
	}
	commit(t, s, docs...)
	tx, err := s.db.Begin(false)
	must(t, err)
	defer tx.Rollback()
	before := tx.Size()
	done := make(chan error, 1)
	go func() { done <- overwrite(t.Context(), s, docs) }()
	if err := waittest.Receive(waittest.Context(t), t, done); err != nil { // the writer must not wait for the reader
		t.Fatal(err)
	}
	err = s.view(func(tx *bbolt.Tx) error {
		if after := tx.Size(); after > 4*before {
			t.Errorf("the file grew from %d to %d KiB, want less than four times", before>>10, after>>10)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

func overwrite(ctx context.Context, s *Store, docs []storage.Doc) error {
	for i := range 800 {
		d := docs[i*37%len(docs)]
		d.Version = 1
		if err := s.Commit(ctx, d); err != nil {
			return err
		}
	}
	return s.Commit(ctx, storage.Doc{Key: storage.Key{Kind: "deal", ID: "large"}, Data: make([]byte, 2<<20)})
}

func TestFault38ScanHoldsNothing(t *testing.T) {
	s := openNew(t)
	mustCommit(t, s, 1, 1)
	for _, err := range s.Scan(t.Context(), "table", "", "") {
		if got := s.db.Stats().OpenTxN; err != nil || got != 0 {
			t.Errorf("inside the loop: got %d read transactions, %v, want 0", got, err)
		}
	}
}

func TestFault40BackupRestorable(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := open(t, filepath.Join(dir, "tarock.db"))
	ctx, cancel := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	n := int64(1)
	commit(t, s, docOf("bulk", "large", make([]byte, 12<<20)))
	mustCommit(t, s, 1, 1)
	wg.Go(func() {
		for ; ctx.Err() == nil; n++ {
			if err := s.Commit(t.Context(), twins(n+1)...); err != nil {
				t.Errorf("commit %d: %v", n+1, err)
				return
			}
		}
	})
	var states []int64
	for i := range 5 {
		backup, to := filepath.Join(dir, fmt.Sprint("backup", i)), filepath.Join(dir, fmt.Sprint("restored", i))
		must(t, s.Backup(t.Context(), backup, nil))
		must(t, Restore(t.Context(), backup, to, false))
		states = append(states, twinsVersion(t, open(t, to)))
	}
	cancel()
	wg.Wait()
	if states[0] < 1 || !slices.IsSorted(states) || states[4] > n {
		t.Errorf("states of the backups: got %v, want them to rise up to %d", states, n)
	}
}

func TestFault40NoPartialFiles(t *testing.T) {
	t.Parallel()
	path, _ := filledFile(t)
	dir := t.TempDir()
	s := open(t, path)
	at := func(name string) string { return filepath.Join(dir, name) }
	good, bad := at("good"), at("bad")
	must(t, s.Backup(t.Context(), good, nil))
	damage(t, good, bad)
	whole := contents(t, good)
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	cases := []struct {
		name string
		got  error
		want error
	}{
		{"backup over a file", s.Backup(t.Context(), bad, nil), os.ErrExist},
		{"backup cancelled", s.Backup(cancelled, at("none"), nil), context.Canceled},
		{"compact cancelled", Compact(cancelled, good), context.Canceled},
		{"verify", Verify(good), nil},
		{"verify damaged", Verify(bad), storage.ErrDamaged},
		{"verify in use", Verify(path), ErrLocked},
		{"restore over a file", Restore(t.Context(), good, bad, false), os.ErrExist},
		{"restore damaged", Restore(t.Context(), bad, at("none"), false), storage.ErrDamaged},
		{"restore cancelled", Restore(cancelled, good, at("none"), false), context.Canceled},
		{"restore over a file in use", Restore(t.Context(), good, path, true), ErrLocked},
		{"restore over a damaged file", Restore(t.Context(), good, bad, true), nil},
		{"verify restored", Verify(bad), nil},
	}
	for _, c := range cases {
		storagetest.WantError(t, c.name, c.got, c.want)
	}
	for _, name := range []string{path, good, bad} {
		if info, err := os.Stat(name); err != nil || info.Mode() != 0o600 {
			t.Errorf("mode of %s: got %v, %v, want 0600", name, info.Mode(), err)
		}
	}
	if got := fileNames(t, dir); got != "bad good" || !bytes.Equal(contents(t, good), whole) {
		t.Errorf("files: got %q, want %q with good unchanged", got, "bad good")
	}
}

func TestFault40DamagedSource(t *testing.T) {
	path, _ := filledFile(t)
	s := open(t, path)
	damage(t, path, path)
	backup := filepath.Join(t.TempDir(), "backup")
	storagetest.WantError(t, "", s.Backup(t.Context(), backup, nil), storage.ErrDamaged)
	_, err := os.Stat(backup)
	storagetest.WantError(t, "the backup", err, os.ErrNotExist)
}

func damage(t *testing.T, from, to string) {
	t.Helper()
	whole := contents(t, from)
	b := bytes.ReplaceAll(whole, []byte("PagatPagat"), []byte("PagatPagbt")) // the checksum won't match
	if bytes.Equal(b, whole) {
		t.Fatal("no document found")
	}
	writeFile(t, to, b)
}

func fileNames(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	must(t, err)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return strings.Join(names, " ")
}

func TestFault45Goroutines(t *testing.T) {
	ctx, before := waittest.Context(t), runtime.NumGoroutine()
	for life := range 20 {
		s, err := Open(filepath.Join(t.TempDir(), "tarock.db"))
		must(t, err)
		mustCommit(t, s, 1, 2)
		for range s.Scan(t.Context(), "table", "", "") {
			break
		}
		for n := range 8 {
			go func() {
				for v, err := int64(0), error(nil); err == nil; v++ {
					err = s.Commit(t.Context(), storage.Doc{Key: storage.Key{Kind: "deal", ID: fmt.Sprint(n)}, Version: v, Data: []byte{}})
				}
			}()
		}
		mustCommit(t, s, 3, 4)
		if life%2 == 0 {
			s.stop(storage.ErrUncertain)
		}
		closeStore(t, s)
	}
	for runtime.NumGoroutine() > before {
		if ctx.Err() != nil {
			t.Fatalf("got %d goroutines, want %d: %v", runtime.NumGoroutine(), before, context.Cause(ctx))
		}
		runtime.Gosched()
	}
}

func TestDamagedWhileOpen(t *testing.T) {
	path, used := filledFile(t)
	s := open(t, path)
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	must(t, err)
	defer f.Close()
	const metaPages = 2
	nonsense := bytes.Repeat([]byte{0xff}, int((used.pages-metaPages)*used.pageSize))
	if _, err := f.WriteAt(nonsense, int64(metaPages*used.pageSize)); err != nil {
		t.Fatal(err)
	}
	commit := func() error {
		return s.Commit(t.Context(), storage.Doc{Key: storage.Key{Kind: "table", ID: "Pagat"}, Version: 1, Data: []byte("{}")})
	}
	storagetest.WantError(t, "the first commit", commit(), storage.ErrDamaged, storage.ErrUncertain)
	storagetest.WantError(t, "the next commit", commit(), storage.ErrClosed, storage.ErrDamaged)
	_ = s.Close()
}
