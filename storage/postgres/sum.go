package postgres

import (
	"encoding/binary"
	"fmt"

	"tarockbot/storage"
)

// What stands beside a document: the mark of the commit that the sum is of, and the sum.
const (
	markSize = 8
	sumSize  = 4
)

// summed is what stands beside a document that a commit of the mark writes.
func summed(key storage.Key, version, mark int64, data []byte) []byte {
	b := binary.BigEndian.AppendUint64(make([]byte, 0, markSize+sumSize), uint64(mark))
	return binary.BigEndian.AppendUint32(b, storage.Sum(key, version, data))
}

// row is a document as it is read.
type row struct {
	storage.Doc
	mark int64
	sum  []byte // null if an older program wrote it, which knew no sums
}

// document returns the row's document, or the key of one that isn't as it was written with storage.ErrDamaged. An
// older program, which knows no sums, changes a row but not its sum: then the sum is that of another mark, and
// nothing is compared. Condition counts such documents, and with them those of which a bit of the mark is flipped.
func (r row) document() (storage.Doc, error) {
	old := r.sum == nil || len(r.sum) == markSize+sumSize && binary.BigEndian.Uint64(r.sum) != uint64(r.mark)
	if old || string(r.sum) == string(summed(r.Key, r.Version, r.mark, r.Data)) {
		return r.Doc, nil
	}
	return storage.Doc{Key: r.Key}, fmt.Errorf("storage/postgres: %w: %s %q", storage.ErrDamaged, r.Key.Kind, r.Key.ID)
}
