package bolt

import (
	"hash/fnv"

	"go.etcd.io/bbolt"

	"tarockbot/storage"
)

// tally says what a bucket holds: in the high 32 bits how many entries, in the low
// ones the exclusive or of a hash of each. A document's own sum can't tell that a
// document is missing, nor that a page is an old one, all of whose documents were
// valid once. So each commit keeps the tally of the bucket, which is written anyway,
// in its sequence number, and whoever reads all entries can compare. The bucket that
// marks our files has the tally of all kinds.
type tally uint64

const oneEntry tally = 1 << 32

func (t tally) with(key, value []byte) tally    { return (t + oneEntry) ^ hashOf(key, value) }
func (t tally) without(key, value []byte) tally { return (t - oneEntry) ^ hashOf(key, value) }

// hashOf is of the key and, in a value that is not nil, of the sum, which tells one
// version of a document from another. Sums alone won't do: they are linear, so the
// same change of two documents would leave the tally as it was.
func hashOf(key, value []byte) tally {
	h := fnv.New32a()
	h.Write(key)
	if value != nil {
		h.Write(value[versionSize : versionSize+sumSize])
	}
	return tally(h.Sum32())
}

// putOrDelete writes the value of a document under the key, or with nil deletes it.
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

// bucketOf returns the bucket of a kind, which it makes if there is none.
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

// addSums gives the documents and buckets of an older schema what they lack.
func addSums(tx *bbolt.Tx) error {
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
			err = addKindSums(string(name), tx.Bucket(name))
		}
	}
	if err != nil {
		return err
	}
	return tx.Bucket([]byte(markBucket)).SetSequence(uint64(kinds))
}

// addKindSums does it for the documents of a kind, and their bucket.
func addKindSums(kind string, b *bbolt.Bucket) error {
	var all tally
	given := make(map[string][]byte)
	err := b.ForEach(func(id, value []byte) error {
		if !hasSum(value) {
			key := storage.Key{Kind: kind, ID: string(id)}
			value = encode(key, versionOf(value), value[versionSize:])
			given[key.ID] = value
		}
		all = all.with(id, value)
		return nil
	})
	for id, value := range given {
		if err == nil {
			err = b.Put([]byte(id), value)
		}
	}
	if err != nil {
		return err
	}
	return b.SetSequence(uint64(all))
}
