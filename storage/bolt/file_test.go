package bolt

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.etcd.io/bbolt"

	"tarockbot/storage"
	"tarockbot/storage/storagetest"
)

func bboltFile(bucket string, pairs ...string) func(*testing.T, string) {
	return func(t *testing.T, path string) {
		db, err := bbolt.Open(path, 0o600, nil)
		must(t, err)
		err = db.Update(func(tx *bbolt.Tx) error {
			b, err := tx.CreateBucket([]byte(bucket))
			for i := 0; err == nil && i < len(pairs); i += 2 {
				err = b.Put([]byte(pairs[i]), []byte(pairs[i+1]))
			}
			return err
		})
		must(t, errors.Join(err, db.Close()))
	}
}

func textFile(text string) func(*testing.T, string) {
	return func(t *testing.T, path string) { writeFile(t, path, []byte(text)) }
}

func TestForeignFilesAreLeftAlone(t *testing.T) {
	cases := []struct {
		name string
		make func(*testing.T, string)
		want error
	}{
		{"empty", textFile(""), ErrForeign},
		{"text", textFile("Pagat ultimo\n"), ErrForeign},
		{"long text", textFile(strings.Repeat("Pagat ultimo\n", 5000)), ErrForeign},
		{"zeros", textFile(strings.Repeat("\x00", 1<<16)), ErrForeign},
		{"another program's bbolt", bboltFile("widgets", "a", "b"), ErrForeign},
		{"a bucket like ours", bboltFile(markBucket, formatKey, "something else", schemaKey, "1"), ErrForeign},
		{"newer schema", bboltFile(markBucket, formatKey, format, schemaKey, "4"), ErrForeign},
		{"no schema", bboltFile(markBucket, formatKey, format), storage.ErrDamaged},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "tarock.db")
			c.make(t, path)
			before := contents(t, path)
			if s, err := Open(path); !errors.Is(err, c.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("Open: got %v, %v, want one line of %v", s, err, c.want)
			}
			storagetest.WantError(t, "Verify", Verify(path), c.want)
			if !bytes.Equal(contents(t, path), before) {
				t.Error("the file was changed")
			}
		})
	}
	empty := filepath.Join(t.TempDir(), "tarock.db")
	textFile("")(t, empty)
	if err := Verify(empty); err == nil || !strings.Contains(err.Error(), "is empty") {
		t.Errorf("an empty file: got %v", err)
	}
	_, err := Open(t.TempDir())
	storagetest.WantError(t, "a directory", err, ErrForeign)
}

func contents(t *testing.T, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	must(t, err)
	return b
}

func writeFile(t testing.TB, path string, data []byte) {
	t.Helper()
	must(t, os.WriteFile(path, data, 0o600))
}

func filledFile(t *testing.T) (path string, used meta) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "tarock.db")
	s := open(t, path)
	for _, id := range strings.Fields("Pagat Uhu Kakadu Marabu Mond Sküs") {
		for _, kind := range []string{"table", "deal"} {
			commit(t, s, docOf(kind, id, bytes.Repeat([]byte(id), 300)))
		}
	}
	closeStore(t, s)
	return path, metaOf(t, path)
}

func metaOf(t *testing.T, path string) meta {
	t.Helper()
	im, err := openImage(path)
	must(t, err)
	im.file.Close()
	return im.meta
}

// A previous process may have died between writing and syncing.
func TestOpenSyncs(t *testing.T) {
	path, before := filledFile(t)
	open(t, path)
	if after := metaOf(t, path); after.txid <= before.txid {
		t.Errorf("newest transaction: got %d, want more than %d", after.txid, before.txid)
	}
}

func TestFault36TruncatedFile(t *testing.T) {
	path, used := filledFile(t)
	whole := contents(t, path)
	need := int(used.pages * used.pageSize)
	for size := 100; size < need; size += 1 << 11 {
		writeFile(t, path, whole[:size])
		_, err := Open(path)
		if !errors.Is(err, storage.ErrDamaged) || strings.Contains(err.Error(), "\n") {
			t.Fatalf("%d of %d bytes: got %v, want one line of %v", size, need, err, storage.ErrDamaged)
		}
		if size >= int(2*used.pageSize) && !strings.Contains(err.Error(), "truncated") {
			t.Fatalf("%d of %d bytes: got %v, want it to say truncated", size, need, err)
		}
		if got := contents(t, path); !bytes.Equal(got, whole[:size]) {
			t.Fatalf("%d of %d bytes: the file was changed", size, need)
		}
	}
	writeFile(t, path, whole[:need])
	closeStore(t, open(t, path))
}

func TestFault39DamagedPages(t *testing.T) {
	t.Parallel()
	path, used := filledFile(t)
	s := open(t, path)
	want := dumpDocs(t, s)
	closeStore(t, s)
	whole := contents(t, path)[:used.pages*used.pageSize]
	r := rand.New(rand.NewPCG(39, 0))
	refused := 0
	for n := range 1000 {
		damaged := bytes.Clone(whole)
		at := r.IntN(len(damaged) - 64)
		for i := range 1 + n%2*r.IntN(64) {
			damaged[at+i] ^= byte(1 + r.IntN(255))
		}
		writeFile(t, path, damaged)
		s, err := Open(path)
		if err != nil {
			refused++
			continue
		}
		if got := dumpDocs(t, s); got != want {
			t.Errorf("%d bytes changed at %d: got\n%.200q, want\n%.200q", 1+n%2*64, at, got, want)
		}
		closeStore(t, s)
	}
	if refused < 100 {
		t.Errorf("Open refused %d of 1000 damaged files, want at least 100", refused)
	}
}

func dumpDocs(t *testing.T, s *Store) (all string) {
	t.Helper()
	for _, kind := range []string{"table", "deal"} {
		for d, err := range s.Scan(t.Context(), kind, "", "") {
			must(t, err)
			all += fmt.Sprintln(kind, d.Key.ID, d.Version, string(d.Data))
		}
	}
	return all
}

// createSchema1File creates a file of schema 1.
func createSchema1File(t *testing.T, path string, kinds ...string) {
	t.Helper()
	bboltFile(markBucket, formatKey, format, schemaKey, "1")(t, path)
	db, err := bbolt.Open(path, 0o600, nil)
	must(t, err)
	err = db.Update(func(tx *bbolt.Tx) error {
		for _, kind := range kinds {
			b, err := tx.CreateBucket([]byte(kind))
			if err != nil {
				return err
			}
			for _, id := range cards {
				if err := b.Put([]byte(id), append(binary.BigEndian.AppendUint64(nil, 7), id...)); err != nil {
					return err
				}
			}
		}
		return nil
	})
	must(t, errors.Join(err, db.Close()))
}

var cards = []string{"Kakadu", "Marabu", "Mond", "Pagat", "Sküs", "Uhu"}

func TestValuesWithoutSums(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tarock.db")
	createSchema1File(t, path, "table", "deal")
	before := contents(t, path)
	inspected, err := OpenReadOnly(path)
	must(t, err)
	want := dumpDocs(t, inspected)
	closeStore(t, inspected)
	if !strings.Contains(want, "deal Mond 7 Mond\n") || !bytes.Equal(contents(t, path), before) {
		t.Errorf("OpenReadOnly finds %q, or changes the file", want)
	}
	s := open(t, path)
	if got := dumpDocs(t, s); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	mustCommit(t, s, 1, 3)
	closeStore(t, s)
	must(t, Verify(path))
	value := encode(storage.Key{Kind: "table", ID: "Mond"}, 7, []byte("Mond"))
	for what, at := range map[string]int{"a letter changed": len(value) - 1, "no checksum": 0} {
		changed := bytes.Clone(value)
		changed[at] ^= sumFlag >> 56
		image := contents(t, path)
		damaged := path + ".damaged"
		writeFile(t, damaged, bytes.ReplaceAll(image, value, changed))
		storagetest.WantError(t, what, Verify(damaged), storage.ErrDamaged)
	}
}

func TestLackOfRoom(t *testing.T) {
	cases := []struct {
		name string
		err  error
		want bool
	}{
		{"a write finds no room", &os.PathError{Op: "write", Err: noRoom[0]}, true},
		{"the file cannot grow", errors.New("file resize error: truncate x: " + noRoom[0].Error()), true},
		{"the file cannot grow for another reason", errors.New("file resize error: truncate x: input/output error"), false},
		{"a sync finds no room", noRoom[0], false},
		{"the sync after growing finds no room", errors.New("file sync error: fsync x: " + noRoom[0].Error()), false},
		{"a write fails", &os.PathError{Op: "write", Err: errors.New("input/output error")}, false},
	}
	for _, c := range cases {
		if got := lackOfRoom(c.err) != nil; got != c.want {
			t.Errorf("%s: got %t, want %t", c.name, got, c.want)
		}
	}
}

func TestFreePagesAreKept(t *testing.T) {
	path, _ := filledFile(t)
	s := open(t, path)
	mustCommit(t, s, 1, 3) // frees the pages of old versions
	closeStore(t, s)
	used := metaOf(t, path)
	if used.freelist == noFreelist {
		t.Fatal("Close doesn't store the free pages")
	}
	must(t, Verify(path))
	image := contents(t, path)
	list := image[used.freelist*used.pageSize:]
	if n := binary.NativeEndian.Uint16(list[10:]); n == 0 || n == manyFree {
		t.Fatalf("got %d free pages, want some", n)
	}
	for _, tt := range []struct {
		what   string
		damage func()
	}{
		{"a free page is missing", func() { list[10]-- }},
		{"the root is among them", func() { list[10]++; binary.NativeEndian.PutUint64(list[headerSize:], used.root) }},
	} {
		tt.damage()
		writeFile(t, path, image)
		_, err := Open(path)
		storagetest.WantError(t, tt.what, err, storage.ErrDamaged)
	}
}

func TestMovedFile(t *testing.T) {
	t.Parallel()
	for name, move := range map[string]func(path string) error{
		"moved":    func(path string) error { return os.Rename(path, path+".old") },
		"deleted":  os.Remove,
		"replaced": func(path string) error { return os.Rename(path+".other", path) },
		"its directory moved": func(path string) error {
			return os.Rename(filepath.Dir(path), filepath.Dir(path)+"-2")
		},
	} {
		for _, when := range []string{"before a commit", "during a commit"} {
			t.Run(name+" "+when, func(t *testing.T) {
				path := filepath.Join(t.TempDir(), "dir", "tarock.db")
				must(t, os.Mkdir(filepath.Dir(path), 0o700))
				closeStore(t, open(t, path+".other"))
				s, err := Open(path)
				must(t, err)
				mustCommit(t, s, 1, 2)
				want := storage.ErrClosed
				if when == "before a commit" {
					must(t, move(path))
				} else {
					want = storage.ErrUncertain
					onWrite(s.db, func(b []byte, off int64, write writeAt) (int, error) {
						if isMeta(off) {
							if err := move(path); err != nil {
								t.Error(err)
							}
						}
						return write(b, off)
					})
				}
				storagetest.WantError(t, "the next commit", s.Commit(t.Context(), twins(3)...), want, ErrMoved)
				storagetest.WantError(t, "a later commit", s.Commit(t.Context(), twins(3)...), storage.ErrClosed, ErrMoved)
				_, err = s.Get(t.Context(), twins(1)[0].Key)
				storagetest.WantError(t, "Get", err, storage.ErrClosed, ErrMoved)
				storagetest.WantError(t, "Close", s.Close(), ErrMoved)
			})
		}
	}
}
