package people

import (
	"context"
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
)

// A code that links identities: 80 random bits as letters of Crockford's base 32, once, for a while.
const (
	codeBits    = 80
	codeLetters = "0123456789abcdefghjkmnpqrstvwxyz"

	CodeLife = 5 * time.Minute
)

var codeCoding = base32.NewEncoding(codeLetters).WithPadding(base32.NoPadding)

// KindCode is the kind of documents that are a code for linking each, for a while.
const KindCode = "code"

// code is a code as stored, under its sum: who has it stored can't use it.
type code struct {
	User  chat.UserID `json:"user"` // who asked for it
	Until time.Time   `json:"until"`
}

// Codes are the codes by which people link their identities.
type Codes struct{ people *People }

// New makes a fresh code of the user's, in groups of four. The error is the store's or of the random source.
func (cs Codes) New(ctx context.Context, user chat.UserID) (string, error) {
	var bits [codeBits / 8]byte
	if _, err := io.ReadFull(cs.people.random, bits[:]); err != nil {
		return "", fmt.Errorf("bot: random: %w", err)
	}
	var groups []string
	for group := range slices.Chunk([]byte(codeCoding.EncodeToString(bits[:])), 4) {
		groups = append(groups, string(group))
	}
	text := strings.Join(groups, "-")
	sum := CodeSum(text)
	doc, err := documents.Encode(KindCode, sum, 0, code{User: user, Until: cs.people.now().Add(CodeLife)})
	if err != nil {
		return "", err
	}
	// The person knows the newest code's sum, so that no older one counts.
	_, err = cs.people.Change(ctx, user, func(p *Person) { p.Code = sum }, doc)
	return text, err
}

// looksLike writes letters that are read wrong as those that are meant.
var looksLike = strings.NewReplacer("-", "", "o", "0", "i", "1", "l", "1")

// CodeSum is what a typed code is stored under; "" if it can't be one.
func CodeSum(typed string) string {
	bits, err := codeCoding.DecodeString(looksLike.Replace(strings.ToLower(typed)))
	if err != nil || len(bits) != codeBits/8 {
		return ""
	}
	sum := sha256.Sum256(bits)
	return hex.EncodeToString(sum[:])
}

// Owner finds the person who asked for the code of that sum. It must be their newest, in time, and unused.
// The error is the store's, or a refusal.
func (cs Codes) Owner(ctx context.Context, sum string) (Person, error) {
	if sum == "" {
		return Person{}, chat.Refuse("link-code")
	}
	var c code
	version, err := cs.people.store.Load(ctx, KindCode, sum, &c)
	if err != nil {
		return Person{}, err
	}
	if version == 0 || !cs.people.now().Before(c.Until) {
		return Person{}, chat.Refuse("link-code")
	}
	other, known, err := cs.people.Lookup(ctx, c.User)
	if err == nil && (!known || other.Code != sum) {
		err = chat.Refuse("link-code")
	}
	other.Linked = cs.people.Links.Of(other.ID)
	return other, err
}

// Sweep deletes codes that nobody has used in time. Errors are the store's.
func (cs Codes) Sweep(ctx context.Context) error {
	return cs.people.store.Sweep(ctx, KindCode, "", "", documents.Is(func(c code) bool { return cs.people.now().Before(c.Until) }))
}

// Holder holds the codes that people have asked for.
func (cs Codes) Holder() documents.Holder {
	return documents.Holder{Kind: KindCode, Form: documents.FormOf[code], Erase: cs.erase, Disclose: cs.disclose}
}

func (cs Codes) erase(ctx context.Context, x *documents.Erasure) error {
	return cs.people.store.Erase(ctx, KindCode, "", "", documents.Is(func(c code) bool { return c.User == x.User }))
}

// disclose tells until when codes are good.
func (cs Codes) disclose(ctx context.Context, d *documents.Disclosure) error {
	for i, who := range d.Accounts {
		var until []time.Time
		for c, err := range documents.Read[code](cs.people.store.Naming(ctx, KindCode, string(who.User))) {
			if err != nil {
				return err
			}
			until = append(until, c.Value.Until)
		}
		d.Each[i]["codes"] = until
	}
	return nil
}
