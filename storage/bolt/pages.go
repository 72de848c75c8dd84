package bolt

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"strconv"
	"unicode/utf8"

	"tarockbot/storage"
)

// bbolt trusts its file: an invalid page ends the process (SIGBUS, panic) or loops for ever. Plain reads check every
// page first. bbolt writes in native byte order.

const (
	headerSize   = 16
	elementSize  = 16
	branchFlag   = 1
	leafFlag     = 2
	metaFlag     = 4
	freelistFlag = 16
	bucketFlag   = 1
	bucketSize   = 16
	sequenceAt   = 8
	metaSize     = 64
	magic        = 0xED0CDAED
	bboltFormat  = 2

	noFreelist = 1<<64 - 1 // stands for the freelist's page number
	manyFree   = 1<<16 - 1 // count of a longer list, whose first entry is the real count
	pageIDSize = 8
)

type meta struct {
	pageSize, root, freelist, pages, txid uint64
}

type header struct {
	id           uint64
	flags, count uint16
	overflow     uint32 // following pages that belong to this one
}

func readHeader(b []byte) header {
	order := binary.NativeEndian
	return header{id: order.Uint64(b), flags: order.Uint16(b[8:]), count: order.Uint16(b[10:]), overflow: order.Uint32(b[12:])}
}

// image is a file to be checked. The caller closes the file.
type image struct {
	file    *os.File
	meta    meta
	whole   bool // both meta pages are valid
	schema  int
	used    []uint64
	buffers [][]byte
}

// element is a child on a branch or a value on a leaf, valid until the next page of its tree is read.
type element struct {
	key, value []byte
	child      uint64
	branch     bool
	bucket     bool
}

// openImage tolerates a writing process: one meta page is always valid, and the file grows before a meta page counts
// new pages.
func openImage(path string) (*image, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("storage/bolt: %w", err)
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%w: %s is not a regular file", ErrForeign, path)
	}
	if info.Size() == 0 {
		return nil, fmt.Errorf("%w: %s is empty", ErrForeign, path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("storage/bolt: %w", err)
	}
	im := &image{file: f}
	if err := im.readMeta(); err != nil {
		f.Close()
		return nil, fmt.Errorf("%w: %s", err, path)
	}
	return im, nil
}

func (im *image) readMeta() error {
	var err error
	if im.meta, im.whole, err = newestMeta(im.file); err != nil {
		return err
	}
	info, err := im.file.Stat()
	if err != nil {
		return err
	}
	if want := im.meta.pages * im.meta.pageSize; uint64(info.Size()) < want {
		return fmt.Errorf("%w: truncated, %d of %d bytes left", storage.ErrDamaged, info.Size(), want)
	}
	return nil
}

// newestMeta also reports whether both meta pages are valid. If the first isn't, it tries all page sizes, like bbolt.
func newestMeta(r io.ReaderAt) (best meta, whole bool, err error) {
	first := readMetaPage(r, 0)
	var sizes []uint64
	if first.valid {
		sizes = append(sizes, first.pageSize)
	} else {
		for size := uint64(1 << 10); size <= 1<<24; size <<= 1 {
			sizes = append(sizes, size)
		}
	}
	ours := first.ours
	for _, size := range sizes {
		second := readMetaPage(r, int64(size))
		ours = ours || second.ours
		switch valid := second.valid && second.pageSize == size; {
		case first.valid && (!valid || first.txid >= second.txid):
			return first.meta, valid && first.hasHeader(0) && second.hasHeader(1), nil
		case valid:
			return second.meta, first.valid && first.hasHeader(0) && second.hasHeader(1), nil
		}
	}
	if ours {
		return meta{}, false, fmt.Errorf("%w: no valid meta page", storage.ErrDamaged)
	}
	return meta{}, false, ErrForeign
}

type metaPage struct {
	meta
	header
	ours  bool
	valid bool
}

func (m metaPage) hasHeader(id uint64) bool { return m.id == id && m.flags == metaFlag }

func readMetaPage(r io.ReaderAt, offset int64) metaPage {
	buf := make([]byte, headerSize+metaSize)
	n, _ := r.ReadAt(buf, offset)
	b, order := buf[headerSize:], binary.NativeEndian
	sum := fnv.New64a()
	sum.Write(b[:56])
	m := metaPage{
		header: readHeader(buf),
		ours:   n >= headerSize+4 && order.Uint32(b) == magic,
		meta: meta{
			pageSize: uint64(order.Uint32(b[8:])),
			root:     order.Uint64(b[16:]),
			freelist: order.Uint64(b[32:]),
			pages:    order.Uint64(b[40:]),
			txid:     order.Uint64(b[48:]),
		},
	}
	m.valid = m.ours && n == len(buf) && order.Uint32(b[4:]) == bboltFormat && order.Uint64(b[56:]) == sum.Sum64() &&
		m.pageSize >= 1<<10 && m.pageSize <= 1<<24 && m.pages < 1<<38
	return m
}

func (im *image) check() error {
	im.used = make([]uint64, im.meta.pages/64+1)
	var kinds []element
	var mark element
	err := im.visitTree(im.meta.root, func(e element) error {
		e.key, e.value = bytes.Clone(e.key), bytes.Clone(e.value)
		if string(e.key) == markBucket {
			mark = e
		} else {
			kinds = append(kinds, e)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if err := im.checkMark(mark); err != nil {
		return err
	}
	if err := im.checkKinds(mark, kinds); err != nil {
		return err
	}
	for _, kind := range kinds {
		if kindErr := im.checkKind(kind); kindErr != nil {
			err = errors.Join(err, fmt.Errorf("%w, in kind %q", kindErr, kind.key))
		}
	}
	if err != nil {
		return err
	}
	return im.checkFree()
}

// checkFree demands that each page is either in use or free: bbolt writes to free pages.
func (im *image) checkFree() error {
	if im.meta.freelist == noFreelist {
		return nil
	}
	head, page, err := im.readPage(im.meta.freelist, 0)
	if err != nil {
		return err
	}
	order := binary.NativeEndian
	count, ids := uint64(head.count), page[headerSize:]
	if count == manyFree {
		count, ids = order.Uint64(ids), ids[pageIDSize:]
	}
	if head.flags != freelistFlag || count > uint64(len(ids)/pageIDSize) {
		return fmt.Errorf("%w: list of %d free pages", storage.ErrDamaged, count)
	}
	for i := range count {
		if id := order.Uint64(ids[i*pageIDSize:]); id < 2 || id >= im.meta.pages || !im.use(id) {
			return fmt.Errorf("%w: page %d is not free", storage.ErrDamaged, id)
		}
	}
	for id := uint64(2); id < im.meta.pages; id++ {
		if im.use(id) {
			return fmt.Errorf("%w: page %d is neither in use nor free", storage.ErrDamaged, id)
		}
	}
	return nil
}

// use reports whether the page was unused.
func (im *image) use(id uint64) bool {
	word, bit := id/64, uint64(1)<<(id%64)
	if im.used[word]&bit != 0 {
		return false
	}
	im.used[word] |= bit
	return true
}

func (im *image) checkMark(mark element) error {
	if !mark.bucket {
		return fmt.Errorf("%w: another program's file", ErrForeign)
	}
	found := make(map[string]string)
	err := im.visitBucket(mark, func(e element) error {
		if e.bucket {
			return fmt.Errorf("%w: %q is not a value", storage.ErrDamaged, e.key)
		}
		found[string(e.key)] = string(e.value)
		return nil
	})
	if err != nil {
		return err
	}
	im.schema, err = strconv.Atoi(found[schemaKey])
	switch {
	case found[formatKey] != format:
		return fmt.Errorf("%w: another program's file", ErrForeign)
	case err != nil || im.schema < 1:
		return fmt.Errorf("%w: schema %q", storage.ErrDamaged, found[schemaKey])
	case im.schema > schema:
		return fmt.Errorf("%w: its schema is %d, this tarockbot knows %d", ErrForeign, im.schema, schema)
	}
	return nil
}

func (im *image) checkKinds(mark element, kinds []element) error {
	var all tally
	for _, kind := range kinds {
		all = all.with(kind.key, nil)
	}
	return im.checkTally(mark, all)
}

// checkTally expects 0 in old files.
func (im *image) checkTally(b element, found tally) error {
	stored := tally(binary.NativeEndian.Uint64(b.value[sequenceAt:]))
	if im.isOld() {
		found = 0
	}
	if stored != found {
		return fmt.Errorf("%w: %d of %d entries, or changed ones", storage.ErrDamaged, found/oneEntry, stored/oneEntry)
	}
	return nil
}

func (im *image) isOld() bool { return im.schema < sumsSchema }

func (im *image) checkKind(b element) error {
	if !b.bucket {
		return fmt.Errorf("%w: a value among the kinds", storage.ErrDamaged)
	}
	var all tally
	var bad []string
	err := im.visitBucket(b, func(e element) error {
		_, err := dataOf(storage.Key{Kind: string(b.key), ID: string(e.key)}, e.value, im.isOld())
		if e.bucket || err != nil || len(e.value) > versionSize+sumSize+storage.MaxData+storage.MaxEnvelope || !utf8.Valid(e.key) {
			bad = append(bad, string(e.key))
		}
		if !im.isOld() {
			all = all.with(e.key, e.value)
		}
		return nil
	})
	switch {
	case err != nil:
		return err
	case len(bad) > 0:
		return fmt.Errorf("%w: documents that aren't as they were written: %q", storage.ErrDamaged, bad)
	}
	return im.checkTally(b, all)
}

// visitBucket finds a small bucket in its parent's value.
func (im *image) visitBucket(b element, visit func(element) error) error {
	if len(b.value) < bucketSize {
		return fmt.Errorf("%w: bucket of %d bytes", storage.ErrDamaged, len(b.value))
	}
	if root := binary.NativeEndian.Uint64(b.value); root != 0 {
		return im.visitTree(root, visit)
	}
	if inline := b.value[bucketSize:]; len(inline) >= headerSize {
		if head := readHeader(inline); head == (header{flags: leafFlag, count: head.count}) {
			return im.visitPage(head, inline, 0, visit)
		}
	}
	return fmt.Errorf("%w: bucket of %d bytes", storage.ErrDamaged, len(b.value))
}

// visitTree requires ordered keys: otherwise bbolt would find wrong entries.
func (im *image) visitTree(id uint64, visit func(element) error) error {
	var last, first []byte // no key is empty
	return im.visitBelow(id, 0, func(e element) error {
		if bytes.Compare(last, e.key) >= 0 || len(first) > 0 && !bytes.Equal(e.key, first) {
			return fmt.Errorf("%w: %q after %q", storage.ErrDamaged, e.key, last)
		}
		if e.branch {
			first = append(first[:0], e.key...)
			return nil
		}
		last, first = append(last[:0], e.key...), first[:0]
		return visit(e)
	})
}

func (im *image) visitBelow(id uint64, depth int, visit func(element) error) error {
	head, page, err := im.readPage(id, depth)
	if err != nil {
		return err
	}
	return im.visitPage(head, page, depth, visit)
}

func (im *image) visitPage(head header, page []byte, depth int, visit func(element) error) error {
	flags, count := head.flags, int(head.count)
	if flags != branchFlag && flags != leafFlag || headerSize+count*elementSize > len(page) || flags == branchFlag && count == 0 {
		return fmt.Errorf("%w: page of type %d with %d entries", storage.ErrDamaged, flags, count)
	}
	read := leafElement
	if flags == branchFlag {
		read = branchElement
	}
	var before []byte
	for i := range count {
		e, ok := read(page[headerSize+i*elementSize:])
		if !ok || i > 0 && bytes.Compare(before, e.key) >= 0 {
			return fmt.Errorf("%w: entry %d of %d", storage.ErrDamaged, i, count)
		}
		before = e.key
		if err := visit(e); err != nil {
			return err
		}
		if !e.branch {
			continue
		}
		if err := im.visitBelow(e.child, depth+1, visit); err != nil {
			return err
		}
	}
	return nil
}

// readPage returns a page, valid until the next one at that depth. It reads no page twice: damaged references can't
// form a circle.
func (im *image) readPage(id uint64, depth int) (head header, page []byte, err error) {
	if id < 2 || id >= im.meta.pages || !im.use(id) {
		return header{}, nil, fmt.Errorf("%w: reference to page %d", storage.ErrDamaged, id)
	}
	if depth == len(im.buffers) {
		im.buffers = append(im.buffers, make([]byte, im.meta.pageSize))
	}
	page = im.buffers[depth]
	if _, err := im.file.ReadAt(page, int64(id*im.meta.pageSize)); err != nil {
		return header{}, nil, fmt.Errorf("%w: page %d: %w", storage.ErrDamaged, id, err)
	}
	head = readHeader(page)
	overflow := uint64(head.overflow)
	if head.id != id || id+overflow >= im.meta.pages {
		return header{}, nil, fmt.Errorf("%w: head of page %d", storage.ErrDamaged, id)
	}
	if overflow == 0 {
		return head, page, nil
	}
	for more := range overflow {
		if !im.use(id + 1 + more) {
			return header{}, nil, fmt.Errorf("%w: page %d is used twice", storage.ErrDamaged, id+1+more)
		}
	}
	page = make([]byte, (overflow+1)*im.meta.pageSize)
	if _, err := im.file.ReadAt(page, int64(id*im.meta.pageSize)); err != nil {
		return header{}, nil, fmt.Errorf("%w: page %d: %w", storage.ErrDamaged, id, err)
	}
	return head, page, nil
}

// leafElement parses flags, distance to the key, and sizes of key and value.
func leafElement(b []byte) (element, bool) {
	order := binary.NativeEndian
	pos, ksize, vsize := uint64(order.Uint32(b[4:])), uint64(order.Uint32(b[8:])), uint64(order.Uint32(b[12:]))
	flags := order.Uint32(b)
	if pos+ksize+vsize > uint64(len(b)) || ksize == 0 || flags&^bucketFlag != 0 {
		return element{}, false
	}
	key, value := b[pos:pos+ksize], b[pos+ksize:pos+ksize+vsize]
	return element{key: key, value: value, bucket: flags == bucketFlag}, true
}

// branchElement parses distance to the key, its size, and the child's page.
func branchElement(b []byte) (element, bool) {
	order := binary.NativeEndian
	pos, ksize := uint64(order.Uint32(b)), uint64(order.Uint32(b[4:]))
	if pos+ksize > uint64(len(b)) || ksize == 0 {
		return element{}, false
	}
	return element{key: b[pos : pos+ksize], child: order.Uint64(b[8:]), branch: true}, true
}
