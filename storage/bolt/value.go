package bolt

import (
	"encoding/binary"
	"fmt"

	"tarockbot/storage"
)

const (
	versionSize = 8
	sumSize     = 4
	sumFlag     = 1 << 63
)

func encode(key storage.Key, version int64, data []byte) []byte {
	value := make([]byte, 0, versionSize+sumSize+len(data))
	value = binary.BigEndian.AppendUint64(value, uint64(version)|sumFlag)
	value = binary.BigEndian.AppendUint32(value, storage.Checksum(key, version, data))
	return append(value, data...)
}

func (s *Store) decode(value []byte, d *storage.Doc) error {
	if value == nil {
		return nil
	}
	data, err := dataOf(d.Key, value, s.old)
	if err != nil {
		return err
	}
	d.Version, d.Data = versionOf(value), append([]byte{}, data...)
	return nil
}

// dataOf allows a missing checksum only in old files.
func dataOf(key storage.Key, value []byte, old bool) ([]byte, error) {
	version := versionOf(value)
	switch {
	case version < 1:
	case !hasSum(value):
		if old {
			return value[versionSize:], nil
		}
	case len(value) >= versionSize+sumSize:
		data := value[versionSize+sumSize:]
		if binary.BigEndian.Uint32(value[versionSize:]) == storage.Checksum(key, version, data) {
			return data, nil
		}
	}
	return nil, fmt.Errorf("%w: %s %q is invalid", storage.ErrDamaged, key.Kind, key.ID)
}

func hasSum(value []byte) bool { return binary.BigEndian.Uint64(value)&sumFlag != 0 }

// versionOf returns 0 for nil and -1 for an invalid value.
func versionOf(value []byte) int64 {
	switch {
	case value == nil:
		return 0
	case len(value) < versionSize:
		return -1
	}
	return int64(binary.BigEndian.Uint64(value) &^ sumFlag)
}
