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

var flips = flag.Int("flips", 600, "how many bits of a data file to flip, one at a time; 0 flips every bit that could matter")

func TestFault39FlippedBits(t *testing.T) {
	t.Parallel()
	for _, end := range []string{"closed", "killed"} {
		t.Run(end, func(t *testing.T) {
			t.Parallel()
			f := newFlipTest(t, end == "killed")
			r := rand.New(rand.NewPCG(39, 1))
			all := slices.DeleteFunc(f.positions(), func(positions []bitPosition) bool { return len(positions) == 0 })
			for _, positions := range all {
				if share := *flips / 2 / len(all); share > 0 && share < len(positions) {
					r.Shuffle(len(positions), func(i, j int) { positions[i], positions[j] = positions[j], positions[i] })
					positions = positions[:share]
				}
				for _, p := range positions {
					f.flip(p)
				}
			}
			t.Logf("%d pages; flipped bits: %d found, %d that invalidate only a meta page, %d without effect", f.pages, f.found, f.meta, f.harmless)
			if f.found < cmp.Or(*flips, 3000)/3 || f.pages < 50 {
				t.Error("found too few bits, or the file has too few pages")
			}
		})
	}
}

type flipTest struct {
	*testing.T
	path                  string
	whole                 []byte
	want                  string
	pages                 uint64
	found, meta, harmless int
}

// newFlipTest fills a data file. A killed process leaves no list of free pages.
func newFlipTest(t *testing.T, killed bool) *flipTest {
	s := openNew(t)
	f := &flipTest{T: t, path: s.path}
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

func (f *flipTest) restore() {
	f.Helper()
	writeFile(f, f.path, f.whole)
}

func (f *flipTest) image() *image {
	f.Helper()
	f.restore()
	im, err := openImage(f.path)
	must(f, err)
	defer im.file.Close()
	im.meta.freelist = noFreelist
	must(f, im.check())
	return im
}

func (f *flipTest) documents(s *Store) string {
	f.Helper()
	var all strings.Builder
	f.eachDoc(s, func(d storage.Doc) {
		got, err := s.Get(f.Context(), d.Key)
		if err != nil || got.Version != d.Version {
			f.Fatalf("%v: Scan has version %d, Get %d, %v", d.Key, d.Version, got.Version, err)
		}
		fmt.Fprintln(&all, d.Key, d.Version, len(d.Data), d.Data[0])
	})
	return all.String()
}

func (f *flipTest) eachDoc(s *Store, do func(storage.Doc)) {
	f.Helper()
	for _, kind := range []string{"deal", "match", "note", "seen", "table"} {
		for d, err := range s.Scan(f.Context(), kind, "", "") {
			must(f, err)
			do(d)
		}
	}
}

type bitPosition struct{ at, bit int }

type region int

const (
	inMeta region = iota
	inHeader
	inElement
	inValue
	inFreelist
	regionCount
)

func (f *flipTest) positions() [][]bitPosition {
	all := make([][]bitPosition, regionCount)
	add := func(s region, from, n int) {
		for at := from; at < from+n; at++ {
			for bit := range 8 {
				all[s] = append(all[s], bitPosition{at, bit})
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
			f.addPage(at, add)
		}
	}
	return all
}

func (f *flipTest) addPage(at int, add func(s region, from, n int)) {
	add(inHeader, at, headerSize)
	order, page := binary.NativeEndian, f.whole[at:]
	count := int(order.Uint16(page[10:]))
	switch order.Uint16(page[8:]) {
	case freelistFlag:
		add(inFreelist, at+headerSize, count*pageIDSize)
	case branchFlag:
		add(inElement, at+headerSize, count*elementSize)
	case leafFlag:
		for i := range count {
			head := headerSize + i*elementSize
			add(inElement, at+head, elementSize)
			e, ok := leafElement(page[head:])
			if !ok {
				f.Fatal("no entry")
			}
			value := at + head + int(order.Uint32(page[head+4:])) + len(e.key)
			add(inValue, value, min(len(e.value), bucketSize))
			if e.bucket && order.Uint64(e.value) == 0 {
				f.addPage(value+bucketSize, add)
			}
		}
	}
}

func (f *flipTest) flip(p bitPosition) {
	f.Helper()
	f.whole[p.at] ^= 1 << p.bit
	defer func() { f.whole[p.at] ^= 1 << p.bit }()
	f.restore()
	_, examineErr := examine(f.path, false)
	verifyErr := Verify(f.path)
	if fmt.Sprint(examineErr) != fmt.Sprint(verifyErr) {
		f.Errorf("byte %d, bit %d: examine returns %v, Verify %v", p.at, p.bit, examineErr, verifyErr)
	}
	switch {
	case errors.Is(verifyErr, ErrMeta):
		f.meta++
		f.wantOneWarning(p)
	case errors.Is(verifyErr, storage.ErrDamaged), errors.Is(verifyErr, ErrForeign):
		f.found++
	case verifyErr != nil:
		f.Errorf("byte %d, bit %d: %v", p.at, p.bit, verifyErr)
	default:
		f.harmless++
		f.wantUsable(p)
	}
}

// wantOneWarning demands a warning at the first opening only.
func (f *flipTest) wantOneWarning(p bitPosition) {
	f.Helper()
	for i, want := range []error{ErrMeta, nil} {
		s, err := Open(f.path)
		must(f, err)
		if !errors.Is(s.Warning(), want) {
			f.Errorf("byte %d, bit %d: opening %d: got warning %v, want %v", p.at, p.bit, i+1, s.Warning(), want)
		}
		f.documents(s)
		closeStore(f.T, s)
	}
}

func (f *flipTest) wantUsable(p bitPosition) {
	f.Helper()
	s, err := Open(f.path)
	if err != nil {
		f.Fatalf("byte %d, bit %d: %v", p.at, p.bit, err)
	}
	if got := f.documents(s); got != f.want {
		f.Errorf("byte %d, bit %d: got\n%.300s, want\n%.300s", p.at, p.bit, got, f.want)
	}
	var changed []storage.Doc
	f.eachDoc(s, func(d storage.Doc) {
		if len(changed)%3 == 0 {
			d.Data = nil
		}
		changed = append(changed, d)
	})
	for docs := range slices.Chunk(changed, 40) {
		commit(f, s, docs...)
	}
	closeStore(f.T, s)
	if err := Verify(f.path); err != nil {
		f.Errorf("byte %d, bit %d: after more commits: %v", p.at, p.bit, err)
	}
}

func TestFault39Each(t *testing.T) {
	t.Parallel()
	s := openNew(t)
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
	s := openNew(t)
	for _, kind := range []string{"deal", "table"} {
		commit(t, s, docOf(kind, "Mond", []byte("short enough for the root page")))
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
	write(1) // changes both documents in the same way
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
