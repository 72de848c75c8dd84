package storage

import (
	"encoding/binary"
	"hash/crc32"
)

// castagnoli is what sums are made with. Processors compute it by themselves.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Sum is the sum of a document that a store keeps beside it, and compares when it reads it: of the key, the version
// and the data.
func Sum(key Key, version int64, data []byte) uint32 {
	head := binary.BigEndian.AppendUint64(make([]byte, 0, 128), uint64(version))
	head = append(append(append(head, key.Kind...), 0), key.ID...)
	return crc32.Checksum(head, castagnoli) ^ crc32.Checksum(data, castagnoli)
}
