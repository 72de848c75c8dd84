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

// RejoinBanLife is how long a returning user plays unrated.
const RejoinBanLife = 30 * 24 * time.Hour

// RejoinBans keeps users from resetting their rating by an erasure.
type RejoinBans struct {
	store  *documents.Store
	random io.Reader
	now    func() time.Time
}

const hmacKeyID = "key"

func (rb RejoinBans) hmacKey(ctx context.Context) (key []byte, err error) {
	_, err = rb.store.Load(ctx, documents.KindMeta, hmacKeyID, &key)
	return key, err
}

func (rb RejoinBans) findOrCreateKey(ctx context.Context) ([]byte, error) {
	if key, err := rb.hmacKey(ctx); err != nil || key != nil {
		return key, err
	}
	key := make([]byte, sha256.Size)
	if _, err := io.ReadFull(rb.random, key); err != nil {
		return nil, fmt.Errorf("bot: random: %w", err)
	}
	if _, err := rb.store.Claim(ctx, documents.KindMeta, hmacKeyID, key); err != nil {
		return nil, err
	}
	return rb.hmacKey(ctx) // perhaps another goroutine's
}

// banID hides the user from readers without the key.
func banID(key []byte, user chat.UserID) string {
	sum := hmac.New(sha256.New, key)
	sum.Write([]byte(user))
	return hex.EncodeToString(sum.Sum(nil))
}

// Docs returns the documents that ban the user until the time.
func (rb RejoinBans) Docs(ctx context.Context, user chat.UserID, until time.Time) ([]storage.Doc, error) {
	if !rb.now().Before(until) {
		return nil, nil
	}
	key, err := rb.findOrCreateKey(ctx)
	if err != nil {
		return nil, err
	}
	id := banID(key, user)
	var before time.Time
	version, err := rb.store.Load(ctx, KindRejoinBan, id, &before)
	if err != nil || before.After(until) {
		return nil, err
	}
	doc, err := documents.Encode(KindRejoinBan, id, version, until.UTC())
	return []storage.Doc{doc}, err
}

func (rb RejoinBans) end(ctx context.Context, user chat.UserID) (end time.Time, err error) {
	key, err := rb.hmacKey(ctx)
	if err == nil && key != nil {
		_, err = rb.store.Load(ctx, KindRejoinBan, banID(key, user), &end)
	}
	return end, err
}

// Sweep deletes expired bans.
func (rb RejoinBans) Sweep(ctx context.Context) error {
	return rb.store.Sweep(ctx, KindRejoinBan, "", "", documents.Where(func(until time.Time) bool { return rb.now().Before(until) }))
}
