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
	"tarockbot/bot/keep"
)

// A code that links identities: 80 random bits, for a short time, once. The
// letters are those of Crockford's base 32, in which none looks like another.
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

// NewCode is a fresh code that links the user's identity, as people read it, in groups of
// four. The error is the store's, or that of chance.
func (ps *People) NewCode(ctx context.Context, user chat.UserID) (string, error) {
	var bits [codeBits / 8]byte
	if _, err := io.ReadFull(ps.random, bits[:]); err != nil {
		return "", fmt.Errorf("bot: random: %w", err)
	}
	var groups []string
	for group := range slices.Chunk([]byte(codeCoding.EncodeToString(bits[:])), 4) {
		groups = append(groups, string(group))
	}
	text := strings.Join(groups, "-")
	sum := CodeSum(text)
	doc, err := keep.Encode(KindCode, sum, 0, code{User: user, Until: ps.now().Add(CodeLife)})
	if err != nil {
		return "", err
	}
	// The person knows the newest code's sum, so that no older one counts.
	_, err = ps.Change(ctx, user, func(p *Person) { p.Code = sum }, doc)
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

// ByCode finds who asked for the code of that sum. It counts only if it is their
// newest, in time, and unused. The error is the store's, or a refusal.
func (ps *People) ByCode(ctx context.Context, sum string) (Person, error) {
	if sum == "" {
		return Person{}, chat.Refuse("link-code")
	}
	var c code
	version, err := ps.store.Load(ctx, KindCode, sum, &c)
	if err != nil {
		return Person{}, err
	}
	if version == 0 || !ps.now().Before(c.Until) {
		return Person{}, chat.Refuse("link-code")
	}
	other, known, err := ps.Lookup(ctx, c.User)
	if err == nil && (!known || other.Code != sum) {
		err = chat.Refuse("link-code")
	}
	other.Linked = ps.Links.Of(other.ID)
	return other, err
}

// SweepCodes forgets codes that nobody has used in time. Errors are the store's.
func (ps *People) SweepCodes(ctx context.Context) error {
	return ps.store.Sweep(ctx, KindCode, "", "", keep.Is(func(c code) bool { return ps.now().Before(c.Until) }))
}

// CodeHolder holds the codes that people have asked for.
func (ps *People) CodeHolder() keep.Holder {
	return keep.Holder{Kind: KindCode, Erase: ps.eraseCodes, Tell: ps.tellCodes}
}

func (ps *People) eraseCodes(ctx context.Context, x *keep.Erasure) error {
	return ps.store.Erase(ctx, KindCode, "", "", keep.Is(func(c code) bool { return c.User == x.User }))
}

// tellCodes tells until when codes are good.
func (ps *People) tellCodes(ctx context.Context, d *keep.Disclosure) error {
	for i, who := range d.Accounts {
		var until []time.Time
		for c, err := range keep.Read[code](ps.store.Naming(ctx, KindCode, who.User)) {
			if err != nil {
				return err
			}
			until = append(until, c.Value.Until)
		}
		d.Each[i]["codes"] = until
	}
	return nil
}
