package bolt

import (
	"hash/fnv"

	"go.etcd.io/bbolt"

	"tarockbot/storage"
)

// tally counts a bucket's entries in the high 32 bits, and XORs their hashes in the low ones. It reveals missing
// documents and pages of an older commit. The mark bucket has a tally of all other buckets.
type tally uint64

const oneEntry tally = 1 << 32

func (t tally) with(key, value []byte) tally    { return (t + oneEntry) ^ hashOf(key, value) }
func (t tally) without(key, value []byte) tally { return (t - oneEntry) ^ hashOf(key, value) }

// hashOf mixes in the key. Checksums alone are linear: the same change of two documents would leave the tally unchanged.
func hashOf(key, value []byte) tally {
	h := fnv.New32a()
	h.Write(key)
	if value != nil {
		h.Write(value[versionSize : versionSize+sumSize])
	}
	return tally(h.Sum32())
}

func putOrDelete(b *bbolt.Bucket, key, value []byte) error {
	t := tally(b.Sequence())
	if old := b.Get(key); old != nil {
		t = t.without(key, old)
	}
	if value == nil {
		if err := b.Delete(key); err != nil {
			return err
		}
		return b.SetSequence(uint64(t))
	}
	if err := b.Put(key, value); err != nil {
		return err
	}
	return b.SetSequence(uint64(t.with(key, value)))
}

func bucketOf(tx *bbolt.Tx, kind string) (*bbolt.Bucket, error) {
	name := []byte(kind)
	if b := tx.Bucket(name); b != nil {
		return b, nil
	}
	mark := tx.Bucket([]byte(markBucket))
	if err := mark.SetSequence(uint64(tally(mark.Sequence()).with(name, nil))); err != nil {
		return nil, err
	}
	return tx.CreateBucket(name)
}

func migrateSums(tx *bbolt.Tx) error {
	var kinds tally
	var names [][]byte
	err := tx.ForEach(func(name []byte, _ *bbolt.Bucket) error {
		if string(name) != markBucket {
			kinds, names = kinds.with(name, nil), append(names, name)
		}
		return nil
	})
	for _, name := range names {
		if err == nil {
			err = migrateKindSums(string(name), tx.Bucket(name))
		}
	}
	if err != nil {
		return err
	}
	return tx.Bucket([]byte(markBucket)).SetSequence(uint64(kinds))
}

func migrateKindSums(kind string, b *bbolt.Bucket) error {
	var all tally
	changed := make(map[string][]byte)
	err := b.ForEach(func(id, value []byte) error {
		if !hasSum(value) {
			key := storage.Key{Kind: kind, ID: string(id)}
			value = encode(key, versionOf(value), value[versionSize:])
			changed[key.ID] = value
		}
		all = all.with(id, value)
		return nil
	})
	for id, value := range changed {
		if err == nil {
			err = b.Put([]byte(id), value)
		}
	}
	if err != nil {
		return err
	}
	return b.SetSequence(uint64(all))
}
