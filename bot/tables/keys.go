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

// KindKey is the document kind of public keys. Old deals need them.
const KindKey = "key"

// SigningKey is a public key with its first use.
type SigningKey struct {
	Key   fair.Key  `json:"key"`
	Since time.Time `json:"since"`
}

// Keys stores all public keys that signed deals.
type Keys struct{ Store *documents.Store }

// Add stores the key, and reports whether it is new.
func (ks Keys) Add(ctx context.Context, key fair.Key, now time.Time) (isNew bool, err error) {
	err = ks.Store.Put(ctx, KindKey, key.String(), 0, SigningKey{key, now.UTC().Truncate(time.Second)})
	if errors.Is(err, storage.ErrConflict) {
		return false, nil
	}
	return err == nil, err
}

// WithKey returns all keys, newest first, and key even after an error.
func (ks Keys) WithKey(ctx context.Context, key fair.Key, now time.Time) ([]SigningKey, error) {
	all, err := ks.All(ctx)
	if !ContainsKey(all, key) {
		all = append(all, SigningKey{key, now.UTC()})
	}
	slices.SortFunc(all, func(x, y SigningKey) int { return y.Since.Compare(x.Since) })
	return all, err
}

// ContainsKey reports whether all contains the key.
func ContainsKey(all []SigningKey, key fair.Key) bool {
	return slices.ContainsFunc(all, func(k SigningKey) bool { return k.Key == key })
}

// All returns all stored keys.
func (ks Keys) All(ctx context.Context) (all []SigningKey, err error) {
	for e, err := range documents.DecodeAll[SigningKey](ks.Store.Scan(ctx, KindKey, "", "")) {
		if err != nil {
			return nil, fmt.Errorf("bot: keys: %w", err)
		}
		all = append(all, e.Value)
	}
	return all, nil
}
