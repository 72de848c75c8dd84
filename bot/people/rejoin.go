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

// RejoinBanLife is how long somebody who was forgotten and comes back plays unrated.
const RejoinBanLife = 30 * 24 * time.Hour

// RejoinBans keep those who were forgotten from a fresh start: their games aren't rated for a while.
type RejoinBans struct {
	store  *documents.Store
	random io.Reader
	now    func() time.Time
}

// keyID names the document of documents.KindMeta that holds the data's key for HMACs.
const keyID = "key"

// hmacKey is the data's own key, made when it is first needed.
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
	_, err := rb.store.Load(ctx, documents.KindMeta, keyID, &key) // another may have been faster
	return key, err
}

// id is the HMAC of the user id: only who has the data's key can try whose it is.
func (rb RejoinBans) id(ctx context.Context, user chat.UserID) (string, error) {
	key, err := rb.hmacKey(ctx)
	if err != nil {
		return "", err
	}
	sum := hmac.New(sha256.New, key)
	sum.Write([]byte(user))
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// Docs returns what has to be stored so that the user is unrated until then, if anything.
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

// until is until when the user plays unrated; zero for somebody who may play rated.
func (rb RejoinBans) until(ctx context.Context, user chat.UserID) (until time.Time, err error) {
	if version, err := rb.store.Load(ctx, documents.KindMeta, keyID, new([]byte)); err != nil || version == 0 {
		return until, err // nobody was ever forgotten
	}
	id, err := rb.id(ctx, user)
	if err == nil {
		_, err = rb.store.Load(ctx, KindRejoinBan, id, &until)
	}
	return until, err
}

// Sweep deletes the bans that are over.
func (rb RejoinBans) Sweep(ctx context.Context) error {
	return rb.store.Sweep(ctx, KindRejoinBan, "", "", documents.Is(func(until time.Time) bool { return rb.now().Before(until) }))
}
