package people

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
	"tarockbot/storage"
)

// LapseLife is how long somebody who was forgotten and comes back plays unrated.
const LapseLife = 30 * 24 * time.Hour

// keyID names the document of keep.KindMeta that holds the data's key for sums.
const keyID = "key"

// sumKey is the data's own key, made when it is first needed.
func (ps *People) sumKey(ctx context.Context) ([]byte, error) {
	var key []byte
	if version, err := ps.store.Load(ctx, keep.KindMeta, keyID, &key); err != nil || version > 0 {
		return key, err
	}
	key = make([]byte, sha256.Size)
	if _, err := io.ReadFull(ps.random, key); err != nil {
		return nil, fmt.Errorf("bot: random: %w", err)
	}
	if _, err := ps.store.Claim(ctx, keep.KindMeta, keyID, key); err != nil {
		return nil, err
	}
	_, err := ps.store.Load(ctx, keep.KindMeta, keyID, &key) // another may have been faster
	return key, err
}

// lapseID is the sum of the user. Without the data's key nobody can tell whose it
// is; who has the key can try users.
func (ps *People) lapseID(ctx context.Context, user chat.UserID) (string, error) {
	key, err := ps.sumKey(ctx)
	if err != nil {
		return "", err
	}
	sum := hmac.New(sha256.New, key)
	sum.Write([]byte(user))
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// LapseDoc keeps the user unrated until then; false if that is over, or stored
// already.
func (ps *People) LapseDoc(ctx context.Context, user chat.UserID, until time.Time) (storage.Doc, bool, error) {
	if !ps.now().Before(until) {
		return storage.Doc{}, false, nil
	}
	id, err := ps.lapseID(ctx, user)
	if err != nil {
		return storage.Doc{}, false, err
	}
	var before time.Time
	version, err := ps.store.Load(ctx, KindLapse, id, &before)
	if err != nil || before.After(until) {
		return storage.Doc{}, false, err
	}
	doc, err := keep.Encode(KindLapse, id, version, until.UTC())
	return doc, err == nil, err
}

// lapsed is until when the user plays unrated; zero for who may play rated.
func (ps *People) lapsed(ctx context.Context, user chat.UserID) (until time.Time, err error) {
	_, err = ps.store.Get(ctx, storage.Key{Kind: keep.KindMeta, ID: keyID})
	if errors.Is(err, storage.ErrNotFound) { // nobody was ever forgotten
		return until, nil
	}
	id, err := ps.lapseID(ctx, user)
	if err != nil {
		return until, err
	}
	_, err = ps.store.Load(ctx, KindLapse, id, &until)
	return until, err
}

// SweepLapses forgets those who were forgotten long ago for good.
func (ps *People) SweepLapses(ctx context.Context) error {
	return ps.store.Sweep(ctx, KindLapse, "", "", keep.Is(func(until time.Time) bool { return ps.now().Before(until) }))
}
