package bolt

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"strconv"
	"unicode/utf8"

	"tarockbot/storage"
)

// This file reads bbolt's pages without mapping them. bbolt trusts a file: a
// missing or senseless page ends the process (SIGBUS, panic) or never ends. So
// every page is looked at with plain reads before bbolt may have the file.
// bbolt writes in the byte order of the machine.

const (
	pageHeader  = 16 // id uint64, flags uint16, count uint16, overflow uint32
	elementSize = 16 // of branch and leaf elements alike
	branchFlag  = 1
	leafFlag    = 2
	bucketFlag  = 1  // of a leaf element
	bucketSize  = 16 // root uint64, sequence uint64
	metaSize    = 64
	magic       = 0xED0CDAED
	bboltFormat = 2
)

// meta is bbolt's anchor of one state of the file.
type meta struct {
	pageSize, root, pages, txid uint64
}

// image is a file to be looked at. Its methods return ErrDamaged.
type image struct {
	r    io.ReaderAt
	meta meta
	seen map[uint64]bool
}

// element is an entry of a page: a child on a branch, a value on a leaf.
type element struct {
	key, value []byte
	child      uint64
	bucket     bool
}

// openImage reads the meta pages and compares them with the size. It may run
// while another process writes: one meta page is always valid, and the file
// grows before a meta page says so.
func openImage(path string) (*os.File, *image, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, nil, fmt.Errorf("storage/bolt: %w", err)
	}
	if !info.Mode().IsRegular() {
		return nil, nil, fmt.Errorf("%w: %s is not a regular file", ErrForeign, path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, fmt.Errorf("storage/bolt: %w", err)
	}
	im := &image{r: f, seen: make(map[uint64]bool)}
	if err := im.anchor(f); err != nil {
		f.Close()
		return nil, nil, fmt.Errorf("%w: %s", err, path)
	}
	return f, im, nil
}

// anchor reads the newest meta page; all pages it counts must be there.
func (im *image) anchor(f *os.File) error {
	var err error
	if im.meta, err = newestMeta(f); err != nil {
		return err
	}
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if want := im.meta.pages * im.meta.pageSize; uint64(info.Size()) < want {
		return fmt.Errorf("%w: truncated, %d of %d bytes left", ErrDamaged, info.Size(), want)
	}
	return nil
}

// newestMeta returns the valid meta page of the latest transaction. The second
// one is a page after the first; if that is broken, the size of a page is
// unknown and all are tried, as bbolt does.
func newestMeta(r io.ReaderAt) (meta, error) {
	best, ours, ok := readMeta(r, 0)
	for size := int64(1 << 10); size <= 1<<24; size <<= 1 {
		m, mark, valid := readMeta(r, size)
		ours = ours || mark
		if valid && m.pageSize == uint64(size) && (!ok || m.txid > best.txid) {
			best, ok = m, true
		}
	}
	switch {
	case ok:
		return best, nil
	case ours:
		return meta{}, fmt.Errorf("%w: no valid meta page", ErrDamaged)
	}
	return meta{}, ErrForeign
}

// readMeta reads the meta page at an offset. The mark says that bbolt wrote
// it, valid that it did so to the end.
func readMeta(r io.ReaderAt, offset int64) (m meta, mark, valid bool) {
	buf := make([]byte, pageHeader+metaSize)
	n, _ := r.ReadAt(buf, offset)
	b, order := buf[pageHeader:], binary.NativeEndian
	mark = n >= pageHeader+4 && order.Uint32(b) == magic
	sum := fnv.New64a()
	sum.Write(b[:56])
	valid = mark && n == len(buf) && order.Uint32(b[4:]) == bboltFormat && order.Uint64(b[56:]) == sum.Sum64()
	m = meta{
		pageSize: uint64(order.Uint32(b[8:])),
		root:     order.Uint64(b[16:]),
		pages:    order.Uint64(b[40:]),
		txid:     order.Uint64(b[48:]),
	}
	return m, mark, valid && m.pageSize >= 1<<10 && m.pageSize <= 1<<24 && m.pages < 1<<38
}

// check reads every page in use and says whether it is ours and whole.
func (im *image) check() error {
	var buckets []element
	err := im.tree(im.meta.root, func(e element) error {
		buckets = append(buckets, e)
		return nil
	})
	if err != nil {
		return err
	}
	if err := im.checkMark(buckets); err != nil {
		return err
	}
	for _, b := range buckets {
		if err := im.checkKind(b); err != nil {
			return fmt.Errorf("%w, in kind %q", err, b.key)
		}
	}
	return nil
}

// checkMark looks for the bucket that says whose file it is.
func (im *image) checkMark(buckets []element) error {
	found := make(map[string]string)
	for _, b := range buckets {
		if string(b.key) != markBucket || !b.bucket {
			continue
		}
		err := im.entries(b, func(e element) error {
			found[string(e.key)] = string(e.value)
			return nil
		})
		if err != nil {
			return err
		}
	}
	switch n, err := strconv.Atoi(found[schemaKey]); {
	case found[formatKey] != format:
		return fmt.Errorf("%w: another program's", ErrForeign)
	case err != nil || n < 1:
		return fmt.Errorf("%w: schema %q", ErrDamaged, found[schemaKey])
	case n > schema:
		return fmt.Errorf("%w: its schema is %d, this one knows %d", ErrForeign, n, schema)
	}
	return nil
}

// checkKind reads a bucket of documents and checks our encoding in it.
func (im *image) checkKind(b element) error {
	switch {
	case !b.bucket:
		return fmt.Errorf("%w: a value among the kinds", ErrDamaged)
	case string(b.key) == markBucket:
		return nil
	}
	return im.entries(b, func(e element) error {
		if e.bucket || versionOf(e.value) < 1 || len(e.value) > versionSize+storage.MaxData || !utf8.Valid(e.key) {
			return fmt.Errorf("%w: senseless document %q", ErrDamaged, e.key)
		}
		return nil
	})
}

// entries visits all entries of a bucket; a small one lies in its value.
func (im *image) entries(b element, visit func(element) error) error {
	if len(b.value) < bucketSize {
		return fmt.Errorf("%w: bucket of %d bytes", ErrDamaged, len(b.value))
	}
	if root := binary.NativeEndian.Uint64(b.value); root != 0 {
		return im.tree(root, visit)
	}
	inline := b.value[bucketSize:]
	if len(inline) < pageHeader || binary.NativeEndian.Uint16(inline[8:]) != leafFlag {
		return fmt.Errorf("%w: bucket of %d bytes", ErrDamaged, len(b.value))
	}
	return im.values(inline, visit)
}

// tree visits all values below a page and demands that they are in order.
func (im *image) tree(id uint64, visit func(element) error) error {
	var last []byte
	return im.below(id, func(e element) error {
		if last != nil && bytes.Compare(last, e.key) >= 0 {
			return fmt.Errorf("%w: %q after %q", ErrDamaged, e.key, last)
		}
		last = e.key
		return visit(e)
	})
}

func (im *image) below(id uint64, visit func(element) error) error {
	page, err := im.page(id)
	if err != nil {
		return err
	}
	return im.values(page, visit)
}

// values visits what is on a page or below it.
func (im *image) values(page []byte, visit func(element) error) error {
	list, err := elements(page)
	if err != nil {
		return err
	}
	if binary.NativeEndian.Uint16(page[8:]) == leafFlag {
		for _, e := range list {
			if err := visit(e); err != nil {
				return err
			}
		}
		return nil
	}
	for _, e := range list {
		if err := im.below(e.child, visit); err != nil {
			return err
		}
	}
	return nil
}

// page reads a page with its overflow. No page may be used twice, so damaged
// references can't lead in a circle.
func (im *image) page(id uint64) ([]byte, error) {
	head := make([]byte, pageHeader)
	if id < 2 || id >= im.meta.pages || im.seen[id] {
		return nil, fmt.Errorf("%w: reference to page %d", ErrDamaged, id)
	}
	im.seen[id] = true
	if _, err := im.r.ReadAt(head, int64(id*im.meta.pageSize)); err != nil {
		return nil, fmt.Errorf("%w: page %d: %w", ErrDamaged, id, err)
	}
	overflow := uint64(binary.NativeEndian.Uint32(head[12:]))
	if binary.NativeEndian.Uint64(head) != id || id+overflow >= im.meta.pages {
		return nil, fmt.Errorf("%w: head of page %d", ErrDamaged, id)
	}
	page := make([]byte, (overflow+1)*im.meta.pageSize)
	if _, err := im.r.ReadAt(page, int64(id*im.meta.pageSize)); err != nil {
		return nil, fmt.Errorf("%w: page %d: %w", ErrDamaged, id, err)
	}
	return page, nil
}

// elements takes a branch or leaf page apart.
func elements(page []byte) ([]element, error) {
	order := binary.NativeEndian
	flags, count := order.Uint16(page[8:]), int(order.Uint16(page[10:]))
	if flags != branchFlag && flags != leafFlag || pageHeader+count*elementSize > len(page) || flags == branchFlag && count == 0 {
		return nil, fmt.Errorf("%w: page of type %d with %d entries", ErrDamaged, flags, count)
	}
	list := make([]element, count)
	for i := range list {
		at := pageHeader + i*elementSize
		read := leafElement
		if flags == branchFlag {
			read = branchElement
		}
		e, ok := read(page[at:])
		if !ok || i > 0 && bytes.Compare(list[i-1].key, e.key) >= 0 {
			return nil, fmt.Errorf("%w: entry %d of %d", ErrDamaged, i, count)
		}
		list[i] = e
	}
	return list, nil
}

// leafElement: flags, position of the key from here, size of key and value.
func leafElement(b []byte) (element, bool) {
	order := binary.NativeEndian
	pos, ksize, vsize := uint64(order.Uint32(b[4:])), uint64(order.Uint32(b[8:])), uint64(order.Uint32(b[12:]))
	if pos+ksize+vsize > uint64(len(b)) || ksize == 0 {
		return element{}, false
	}
	key, value := b[pos:pos+ksize], b[pos+ksize:pos+ksize+vsize]
	return element{key: key, value: value, bucket: order.Uint32(b)&bucketFlag != 0}, true
}

// branchElement: position of the key from here, its size, the child's page.
func branchElement(b []byte) (element, bool) {
	order := binary.NativeEndian
	pos, ksize := uint64(order.Uint32(b)), uint64(order.Uint32(b[4:]))
	if pos+ksize > uint64(len(b)) {
		return element{}, false
	}
	return element{key: b[pos : pos+ksize], child: order.Uint64(b[8:])}, true
}
