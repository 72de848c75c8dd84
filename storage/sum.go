package storage

import (
	"encoding/binary"
	"hash/crc32"
)

// castagnoli is what sums are made with: processors know it.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Sum is the sum that a store keeps beside a document, and compares when it reads that: of all by which the
// document could be mistaken for another.
func Sum(key Key, version int64, data []byte) uint32 {
	head := binary.BigEndian.AppendUint64(make([]byte, 0, 128), uint64(version))
	head = append(append(append(head, key.Kind...), 0), key.ID...)
	return crc32.Checksum(head, castagnoli) ^ crc32.Checksum(data, castagnoli)
}
