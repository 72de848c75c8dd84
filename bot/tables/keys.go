package tables

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"tarockbot/bot/documents"
	"tarockbot/engine/fair"
	"tarockbot/storage"
)

// KindKey is the kind of documents that hold one public key each that has signed deals. They stay, so that old
// deals can be checked.
const KindKey = "key"

// SigningKey is a public key that signs deals since a time.
type SigningKey struct {
	Key   fair.Key  `json:"key"`
	Since time.Time `json:"since"`
}

// Keys stores the public keys that have ever signed deals.
type Keys struct{ Store *documents.Store }

// Add stores that the key signs from now on, and reports whether it is new. The error is the store's.
func (ks Keys) Add(ctx context.Context, key fair.Key, now time.Time) (isNew bool, err error) {
	err = ks.Store.Put(ctx, KindKey, key.String(), 0, SigningKey{key, now.UTC().Truncate(time.Second)})
	if errors.Is(err, storage.ErrConflict) {
		return false, nil
	}
	return err == nil, err
}

// With returns all keys, newest first, including key even if it isn't stored yet, also after an error. The error
// is All's.
func (ks Keys) With(ctx context.Context, key fair.Key, now time.Time) ([]SigningKey, error) {
	all, err := ks.All(ctx)
	if !Knows(all, key) {
		all = append(all, SigningKey{key, now.UTC()})
	}
	slices.SortFunc(all, func(x, y SigningKey) int { return y.Since.Compare(x.Since) })
	return all, err
}

// Knows reports whether all contains the key.
func Knows(all []SigningKey, key fair.Key) bool {
	return slices.ContainsFunc(all, func(k SigningKey) bool { return k.Key == key })
}

// All returns all stored keys. The error is the store's, or that a key can't be read.
func (ks Keys) All(ctx context.Context) (all []SigningKey, err error) {
	for e, err := range documents.Read[SigningKey](ks.Store.Scan(ctx, KindKey, "", "")) {
		if err != nil {
			return nil, fmt.Errorf("bot: keys: %w", err)
		}
		all = append(all, e.Value)
	}
	return all, nil
}
