package storage

import (
	"encoding/binary"
	"hash/crc32"
)

// CPUs have an instruction for this polynomial.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Checksum returns a document's checksum. Stores compare it at each read.
func Checksum(key Key, version int64, data []byte) uint32 {
	head := binary.BigEndian.AppendUint64(make([]byte, 0, 128), uint64(version))
	head = append(append(append(head, key.Kind...), 0), key.ID...)
	return crc32.Checksum(head, castagnoli) ^ crc32.Checksum(data, castagnoli)
}
