package people

import (
	"bytes"
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

// CodeLife is how long a code for linking is valid.
const CodeLife = 5 * time.Minute

const (
	codeBits    = 80
	codeLetters = "0123456789abcdefghjkmnpqrstvwxyz"
)

var codeCoding = base32.NewEncoding(codeLetters).WithPadding(base32.NoPadding)

// code is stored under the code's hash.
type code struct {
	User  chat.UserID `json:"user"`
	Until time.Time   `json:"until"`
}

// Codes issues one-time codes for linking identities.
type Codes struct{ people *People }

// Issue returns a new code, which invalidates the user's older codes.
func (cs Codes) Issue(ctx context.Context, user chat.UserID) (string, error) {
	var bits [codeBits / 8]byte
	if _, err := io.ReadFull(cs.people.random, bits[:]); err != nil {
		return "", fmt.Errorf("bot: random: %w", err)
	}
	groups := slices.Chunk([]byte(codeCoding.EncodeToString(bits[:])), 4)
	text := string(bytes.Join(slices.Collect(groups), []byte("-")))
	sum := CodeSum(text)
	doc, err := documents.Encode(KindCode, sum, 0, code{User: user, Until: cs.people.now().Add(CodeLife)})
	if err != nil {
		return "", err
	}
	_, err = cs.people.Change(ctx, user, func(a *Account) { a.Code = sum }, doc)
	return text, err
}

var misreadings = strings.NewReplacer("-", "", "o", "0", "i", "1", "l", "1")

// CodeSum returns the typed code's id, or "".
func CodeSum(typed string) string {
	bits, err := codeCoding.DecodeString(misreadings.Replace(strings.ToLower(typed)))
	if err != nil || len(bits) != codeBits/8 {
		return ""
	}
	sum := sha256.Sum256(bits)
	return hex.EncodeToString(sum[:])
}

// Owner returns the account with the code, or a refusal.
func (cs Codes) Owner(ctx context.Context, sum string) (Account, error) {
	if sum == "" {
		return Account{}, chat.Refuse("link-code")
	}
	var c code
	version, err := cs.people.store.Load(ctx, KindCode, sum, &c)
	if err != nil {
		return Account{}, err
	}
	if version == 0 || !cs.people.now().Before(c.Until) {
		return Account{}, chat.Refuse("link-code")
	}
	owner, known, err := cs.people.Lookup(ctx, c.User)
	if err == nil && (!known || owner.Code != sum) {
		err = chat.Refuse("link-code")
	}
	return owner, err
}

// Sweep deletes expired codes.
func (cs Codes) Sweep(ctx context.Context) error {
	isValid := func(c code) bool { return cs.people.now().Before(c.Until) }
	return cs.people.store.Sweep(ctx, KindCode, "", "", documents.Where(isValid))
}

// Holder returns the holder of the codes.
func (cs Codes) Holder() documents.Holder {
	return documents.Holder{Kind: KindCode, CheckForm: documents.CheckForm[code], Erase: cs.erase, Disclose: cs.disclose}
}

func (cs Codes) erase(ctx context.Context, x *documents.Erasure) error {
	return cs.people.store.Erase(ctx, KindCode, "", "", documents.Where(func(c code) bool { return c.User == x.User }))
}

func (cs Codes) disclose(ctx context.Context, d *documents.Disclosure) (err error) {
	for i, who := range d.Accounts {
		var until []time.Time
		for c := range documents.UntilError(documents.DecodeAll[code](cs.people.store.ScanMentions(ctx, KindCode, string(who.User))), &err) {
			until = append(until, c.Value.Until)
		}
		d.PerAccount[i]["codes"] = until
	}
	return err
}
