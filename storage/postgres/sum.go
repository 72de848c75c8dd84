package postgres

import (
	"encoding/binary"
	"fmt"

	"tarockbot/storage"
)

// The column sum holds the commit's mark and the document's checksum.
const (
	markSize = 8
	sumSize  = 4
)

func storedSum(key storage.Key, version, mark int64, data []byte) []byte {
	b := binary.BigEndian.AppendUint64(make([]byte, 0, markSize+sumSize), uint64(mark))
	return binary.BigEndian.AppendUint32(b, storage.Checksum(key, version, data))
}

type row struct {
	storage.Doc
	mark int64
	sum  []byte // null if an older program wrote the row
}

// document returns storage.ErrDamaged, with only the Key, for a changed row. It doesn't check rows with an earlier mark
// in sum: an older program doesn't update sum.
func (r row) document() (storage.Doc, error) {
	unchecked := r.sum == nil || len(r.sum) == markSize+sumSize && binary.BigEndian.Uint64(r.sum) != uint64(r.mark)
	if unchecked || string(r.sum) == string(storedSum(r.Key, r.Version, r.mark, r.Data)) {
		return r.Doc, nil
	}
	return storage.Doc{Key: r.Key}, fmt.Errorf("storage/postgres: %w: %s %q", storage.ErrDamaged, r.Key.Kind, r.Key.ID)
}
