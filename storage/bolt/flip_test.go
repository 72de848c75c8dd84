//go:build linux || darwin

package bolt

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tarockbot/storage"
	"tarockbot/storage/storagetest"
)

var flips = flag.Int("flips", 600, "how many single bits of a data file to flip; 0 is every one that could matter")

func TestFault39FlippedBits(t *testing.T) {
	t.Parallel()
	for _, ended := range []string{"in order", "killed"} {
		t.Run(ended, func(t *testing.T) {
			t.Parallel()
			f := newFlipping(t, ended == "killed")
			r := rand.New(rand.NewPCG(39, 1))
			all := slices.DeleteFunc(f.places(), func(some []place) bool { return len(some) == 0 })
			for _, places := range all {
				if share := *flips / 2 / len(all); share > 0 && share < len(places) {
					r.Shuffle(len(places), func(i, j int) { places[i], places[j] = places[j], places[i] })
					places = places[:share]
				}
				for _, p := range places {
					f.flip(p)
				}
			}
			t.Logf("%d pages, %d bits found, %d of meta pages alone, %d without effect", f.pages, f.found, f.meta, f.harmless)
			if f.found < cmp.Or(*flips, 3000)/3 || f.pages < 50 {
				t.Error("too few bits or pages were tried")
			}
		})
	}
}

type flipping struct {
	*testing.T
	path                  string
	whole                 []byte
	want                  string
	pages                 uint64
	found, meta, harmless int
}

// A killed process leaves no list of free pages.
func newFlipping(t *testing.T, killed bool) *flipping {
	s := fresh(t)
	f := &flipping{T: t, path: s.path}
	r := rand.New(rand.NewPCG(39, 2))
	write := func(kind string, n, size int) {
		id := fmt.Sprintf("%s%03d", kind, n)
		d, err := s.Get(t.Context(), storage.Key{Kind: kind, ID: id})
		if err != nil && !errors.Is(err, storage.ErrNotFound) {
			t.Fatal(err)
		}
		d.Key, d.Data = storage.Key{Kind: kind, ID: id}, bytes.Repeat([]byte{byte(r.IntN(256))}, size)
		commit(t, s, d)
	}
	for i := range 240 {
		write("deal", r.IntN(80), 600+r.IntN(800))
		write("seen", i, 10)
		if i%4 == 0 {
			write("table", r.IntN(5), 300+r.IntN(300))
			write("note", r.IntN(3), 8)
		}
		if i%40 == 0 {
			write("match", i, 9000)
		}
	}
	f.want = f.documents(s)
	if killed {
		f.whole = contents(t, f.path)
	}
	closeStore(t, s)
	if !killed {
		f.whole = contents(t, f.path)
	}
	f.pages = f.image().meta.pages
	f.whole = f.whole[:f.pages*uint64(os.Getpagesize())]
	f.restore()
	return f
}

func (f *flipping) restore() {
	f.Helper()
	writeFile(f, f.path, f.whole)
}

func (f *flipping) image() *image {
	f.Helper()
	f.restore()
	im, err := openImage(f.path)
	must(f, err)
	defer im.file.Close()
	im.meta.freelist = noFreelist
	must(f, im.check())
	return im
}

func (f *flipping) documents(s *Store) string {
	f.Helper()
	var all strings.Builder
	f.each(s, func(d storage.Doc) {
		one, err := s.Get(f.Context(), d.Key)
		if err != nil || one.Version != d.Version {
			f.Fatalf("%v is at %d and, looked for, at %d, %v", d.Key, d.Version, one.Version, err)
		}
		fmt.Fprintln(&all, d.Key, d.Version, len(d.Data), d.Data[0])
	})
	return all.String()
}

func (f *flipping) each(s *Store, do func(storage.Doc)) {
	f.Helper()
	for _, kind := range []string{"deal", "match", "note", "seen", "table"} {
		for d, err := range s.Scan(f.Context(), kind, "", "") {
			must(f, err)
			do(d)
		}
	}
}

type place struct{ at, bit int }

type sort int

const (
	inMeta sort = iota
	inHead
	inEntry
	inValue
	inFreelist
	sorts
)

func (f *flipping) places() [][]place {
	all := make([][]place, sorts)
	add := func(s sort, from, n int) {
		for at := from; at < from+n; at++ {
			for bit := range 8 {
				all[s] = append(all[s], place{at, bit})
			}
		}
	}
	im, size := f.image(), os.Getpagesize()
	for id := range int(f.pages) {
		at := id * size
		switch {
		case id < 2:
			add(inMeta, at, headerSize+metaSize)
		case binary.NativeEndian.Uint64(f.whole[at:]) != uint64(id): // the middle of a long page
		case binary.NativeEndian.Uint16(f.whole[at+8:]) == freelistFlag || !im.use(uint64(id)):
			f.placesOf(at, add)
		}
	}
	return all
}

func (f *flipping) placesOf(at int, add func(s sort, from, n int)) {
	add(inHead, at, headerSize)
	order, page := binary.NativeEndian, f.whole[at:]
	count := int(order.Uint16(page[10:]))
	switch order.Uint16(page[8:]) {
	case freelistFlag:
		add(inFreelist, at+headerSize, count*pageIDSize)
	case branchFlag:
		add(inEntry, at+headerSize, count*elementSize)
	case leafFlag:
		for i := range count {
			head := headerSize + i*elementSize
			add(inEntry, at+head, elementSize)
			e, ok := leafElement(page[head:])
			if !ok {
				f.Fatal("no entry")
			}
			value := at + head + int(order.Uint32(page[head+4:])) + len(e.key)
			add(inValue, value, min(len(e.value), bucketSize))
			if e.bucket && order.Uint64(e.value) == 0 {
				f.placesOf(value+bucketSize, add)
			}
		}
	}
}

func (f *flipping) flip(p place) {
	f.Helper()
	f.whole[p.at] ^= 1 << p.bit
	defer func() { f.whole[p.at] ^= 1 << p.bit }()
	f.restore()
	_, started := examine(f.path, false)
	seen := Verify(f.path)
	if fmt.Sprint(started) != fmt.Sprint(seen) {
		f.Errorf("byte %d, bit %d: a start finds %v, the doctor %v", p.at, p.bit, started, seen)
	}
	switch {
	case errors.Is(seen, ErrMeta):
		f.meta++
		f.warned(p)
	case errors.Is(seen, storage.ErrDamaged), errors.Is(seen, ErrForeign):
		f.found++
	case seen != nil:
		f.Errorf("byte %d, bit %d: %v", p.at, p.bit, seen)
	default:
		f.harmless++
		f.goesOn(p)
	}
}

// warned demands a warning at the first opening only.
func (f *flipping) warned(p place) {
	f.Helper()
	for i, want := range []error{ErrMeta, nil} {
		s, err := Open(f.path)
		must(f, err)
		if !errors.Is(s.Warning(), want) {
			f.Errorf("byte %d, bit %d: opened for the %d. time it warns of %v", p.at, p.bit, i+1, s.Warning())
		}
		f.documents(s)
		closeStore(f.T, s)
	}
}

func (f *flipping) goesOn(p place) {
	f.Helper()
	s, err := Open(f.path)
	if err != nil {
		f.Fatalf("byte %d, bit %d: %v", p.at, p.bit, err)
	}
	if got := f.documents(s); got != f.want {
		f.Errorf("byte %d, bit %d: got\n%.300s, want\n%.300s", p.at, p.bit, got, f.want)
	}
	var again []storage.Doc
	f.each(s, func(d storage.Doc) {
		if len(again)%3 == 0 {
			d.Data = nil
		}
		again = append(again, d)
	})
	for some := range slices.Chunk(again, 40) {
		commit(f, s, some...)
	}
	closeStore(f.T, s)
	if err := Verify(f.path); err != nil {
		f.Errorf("byte %d, bit %d: written to, it is %v", p.at, p.bit, err)
	}
}

func TestFault39Each(t *testing.T) {
	t.Parallel()
	s := fresh(t)
	for _, kind := range []string{"note", "table"} {
		for _, id := range []string{"one", "two", "whole"} {
			commit(t, s, docOf(kind, id, []byte("text of "+id)))
		}
	}
	closeStore(t, s)
	data := contents(t, s.path)
	for _, id := range []string{"one", "two"} {
		data = bytes.ReplaceAll(data, []byte("text of "+id), []byte("teXt of "+id))
	}
	writeFile(t, s.path, data)
	err := Verify(s.path)
	for _, want := range []string{`["one" "two"], in kind "note"`, `["one" "two"], in kind "table"`} {
		if !errors.Is(err, storage.ErrDamaged) || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

func TestFault39LostKind(t *testing.T) {
	s := fresh(t)
	for _, kind := range []string{"deal", "table"} {
		commit(t, s, docOf(kind, "Mond", []byte("so short that the root page has it")))
	}
	closeStore(t, s)
	used, image := metaOf(t, s.path), contents(t, s.path)
	count := image[used.root*used.pageSize+10:]
	binary.NativeEndian.PutUint16(count, binary.NativeEndian.Uint16(count)-1)
	writeFile(t, s.path, image)
	_, err := Open(s.path)
	storagetest.WantError(t, "Open", err, storage.ErrDamaged)
}

// An old page is valid and has the same keys.
func TestFault39OldPage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tarock.db")
	s := open(t, path)
	write := func(version int64) {
		for _, id := range cards[:2] {
			d := storage.Doc{Key: storage.Key{Kind: "table", ID: id}, Version: version, Data: bytes.Repeat([]byte{byte(version)}, 800)}
			commit(t, s, d)
		}
	}
	leaf := func() (at int, page []byte) {
		im, err := openImage(path)
		must(t, err)
		defer im.file.Close()
		im.used = make([]uint64, im.meta.pages/64+1)
		err = im.visitTree(im.meta.root, func(e element) error {
			if string(e.key) == "table" {
				at = int(binary.NativeEndian.Uint64(e.value)) * os.Getpagesize()
			}
			return nil
		})
		if err != nil || at == 0 {
			t.Fatal("no page of tables", err)
		}
		return at, contents(t, path)[at : at+os.Getpagesize()]
	}
	write(0)
	_, old := leaf()
	write(1) // changes all in the same way
	closeStore(t, s)
	at, now := leaf()
	image := contents(t, path)
	copy(image[at:], now[:pageIDSize])
	copy(image[at+pageIDSize:], old[pageIDSize:])
	writeFile(t, path, image)
	if err := Verify(path); !errors.Is(err, storage.ErrDamaged) || !strings.Contains(err.Error(), "kind \"table\"") {
		t.Errorf("got %v, want %v", err, storage.ErrDamaged)
	}
}
