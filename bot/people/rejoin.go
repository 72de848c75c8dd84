package people

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/storage"
)

// RejoinBanLife is how long a forgotten user who comes back plays unrated.
const RejoinBanLife = 30 * 24 * time.Hour

// RejoinBans prevents users from resetting their rating by being forgotten: their matches aren't rated for a
// while.
type RejoinBans struct {
	store  *documents.Store
	random io.Reader
	now    func() time.Time
}

// keyID is the id of the documents.KindMeta document that holds the HMAC key.
const keyID = "key"

// hmacKey returns the HMAC key. It creates the key when it is first needed.
func (rb RejoinBans) hmacKey(ctx context.Context) ([]byte, error) {
	var key []byte
	if version, err := rb.store.Load(ctx, documents.KindMeta, keyID, &key); err != nil || version > 0 {
		return key, err
	}
	key = make([]byte, sha256.Size)
	if _, err := io.ReadFull(rb.random, key); err != nil {
		return nil, fmt.Errorf("bot: random: %w", err)
	}
	if _, err := rb.store.Claim(ctx, documents.KindMeta, keyID, key); err != nil {
		return nil, err
	}
	_, err := rb.store.Load(ctx, documents.KindMeta, keyID, &key) // another goroutine may have created it first
	return key, err
}

// id returns the HMAC of the user id. Without the key nobody can test whose it is.
func (rb RejoinBans) id(ctx context.Context, user chat.UserID) (string, error) {
	key, err := rb.hmacKey(ctx)
	if err != nil {
		return "", err
	}
	sum := hmac.New(sha256.New, key)
	sum.Write([]byte(user))
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// Docs returns the documents that store a ban of the user until then; none if that is in the past or a
// longer ban is stored.
func (rb RejoinBans) Docs(ctx context.Context, user chat.UserID, until time.Time) ([]storage.Doc, error) {
	if !rb.now().Before(until) {
		return nil, nil
	}
	id, err := rb.id(ctx, user)
	if err != nil {
		return nil, err
	}
	var before time.Time
	version, err := rb.store.Load(ctx, KindRejoinBan, id, &before)
	if err != nil || before.After(until) {
		return nil, err
	}
	doc, err := documents.Encode(KindRejoinBan, id, version, until.UTC())
	return []storage.Doc{doc}, err
}

// end returns when the user's ban ends; zero if there is none.
func (rb RejoinBans) end(ctx context.Context, user chat.UserID) (end time.Time, err error) {
	if version, err := rb.store.Load(ctx, documents.KindMeta, keyID, new([]byte)); err != nil || version == 0 {
		return end, err // nobody was ever forgotten
	}
	id, err := rb.id(ctx, user)
	if err == nil {
		_, err = rb.store.Load(ctx, KindRejoinBan, id, &end)
	}
	return end, err
}

// Sweep deletes expired bans. Errors are the store's.
func (rb RejoinBans) Sweep(ctx context.Context) error {
	return rb.store.Sweep(ctx, KindRejoinBan, "", "", documents.Where(func(until time.Time) bool { return rb.now().Before(until) }))
}
