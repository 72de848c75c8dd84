package postgres

import (
	"encoding/binary"
	"fmt"

	"tarockbot/storage"
)

// The column sum holds the mark of the commit that wrote it, and the document's checksum.
const (
	markSize = 8
	sumSize  = 4
)

// storedSum returns the column sum of a document that the commit with the mark writes.
func storedSum(key storage.Key, version, mark int64, data []byte) []byte {
	b := binary.BigEndian.AppendUint64(make([]byte, 0, markSize+sumSize), uint64(mark))
	return binary.BigEndian.AppendUint32(b, storage.Checksum(key, version, data))
}

// row is a document's row.
type row struct {
	storage.Doc
	mark int64
	sum  []byte // null if an older program wrote the row, which knew no checksums
}

// document returns the row's document. If the row isn't as it was written, the error is
// storage.ErrDamaged, and the document has only its Key. An older program changes a row but not
// its sum, which then has the mark of an earlier commit: document doesn't check such a row.
// Condition counts these rows, and also rows whose mark has a flipped bit.
func (r row) document() (storage.Doc, error) {
	unchecked := r.sum == nil || len(r.sum) == markSize+sumSize && binary.BigEndian.Uint64(r.sum) != uint64(r.mark)
	if unchecked || string(r.sum) == string(storedSum(r.Key, r.Version, r.mark, r.Data)) {
		return r.Doc, nil
	}
	return storage.Doc{Key: r.Key}, fmt.Errorf("storage/postgres: %w: %s %q", storage.ErrDamaged, r.Key.Kind, r.Key.ID)
}
