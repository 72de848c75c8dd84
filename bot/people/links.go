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
	"sync"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
)

// Links knows which identities are one person. Each was introduced as a person of its own, and
// what it plays is that person's for good: chairs, totals and history name it. Whoever looks or
// counts people asks Links; so unlinking gives each back what it has played itself. The journal
// alone tells who is linked.
type Links struct {
	// Seating is held for reading while people sit down at a table together,
	// and for writing while identities are linked: nobody plays themselves.
	Seating sync.RWMutex

	mu     sync.RWMutex
	last   int // the number of the journal's last entry
	Groups map[chat.PersonID]Group
	Parted []chat.PersonID // whose links had been undone before the start
}

// Group is identities that are one person. It is never changed, but replaced.
type Group struct {
	Since int             // the entry that made it; 0 if nobody is linked
	All   []chat.Identity // the first is the head, whose settings count for all
}

// LinkEntry is an entry of the journal of links: all that Person is becomes one with all that
// Into is, or, if Into is "", Person leaves its group.
type LinkEntry struct {
	At     time.Time     `json:"at"`
	Person chat.PersonID `json:"person"`
	Into   chat.PersonID `json:"into,omitempty"`
}

// LinkEntryID sorts by number.
func LinkEntryID(n int) string { return fmt.Sprintf("%010d", n) }

// Of is the group of the person; its zero value if they are not linked.
func (l *Links) Of(id chat.PersonID) Group {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.Groups[id]
}

// Head is the person who stands for all that this one is.
func (l *Links) Head(id chat.PersonID) chat.PersonID {
	if g := l.Of(id); len(g.All) > 0 {
		return g.All[0].Person
	}
	return id
}

// Accounts are all that the person is, the head first.
func (l *Links) Accounts(id chat.PersonID) []chat.PersonID {
	g := l.Of(id)
	if len(g.All) == 0 {
		return []chat.PersonID{id}
	}
	all := make([]chat.PersonID, len(g.All))
	for i, x := range g.All {
		all[i] = x.Person
	}
	return all
}

// Next is the number of the journal's next entry.
func (l *Links) Next() int {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.last + 1
}

// Apply carries out the journal's next entry: x becomes one with into, or parts if that is nobody.
func (l *Links) Apply(x, into chat.Identity) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last++
	if into.Person != "" {
		l.setLocked(slices.Concat(l.membersLocked(into), l.membersLocked(x)))
		return
	}
	rest := slices.DeleteFunc(slices.Clone(l.Groups[x.Person].All), func(y chat.Identity) bool { return y.Person == x.Person })
	delete(l.Groups, x.Person)
	l.setLocked(rest)
}

// membersLocked is all that the identity's person is.
func (l *Links) membersLocked(x chat.Identity) []chat.Identity {
	if g, ok := l.Groups[x.Person]; ok {
		return g.All
	}
	return []chat.Identity{x}
}

// setLocked makes the identities one person; one alone is not linked.
func (l *Links) setLocked(all []chat.Identity) {
	for _, x := range all {
		if len(all) > 1 {
			l.Groups[x.Person] = Group{Since: l.last, All: all}
		} else {
			delete(l.Groups, x.Person)
		}
	}
}

// LoadLinks reads the journal, once.
func (ps *People) LoadLinks(ctx context.Context) error {
	for entry, err := range documents.Read[LinkEntry](ps.store.Scan(ctx, KindLink, "", "")) {
		if err != nil {
			return fmt.Errorf("bot: read links: %w", err)
		}
		x, err := ps.IdentityOf(ctx, entry.Value.Person)
		if err != nil {
			return err
		}
		into, err := ps.IdentityOf(ctx, entry.Value.Into)
		if err != nil {
			return err
		}
		if into.Person == "" {
			for _, y := range ps.Links.Of(x.Person).All {
				ps.Links.Parted = append(ps.Links.Parted, y.Person)
			}
		}
		ps.Links.Apply(x, into)
	}
	return nil
}

// IdentityOf is the identity that was introduced as the person.
func (ps *People) IdentityOf(ctx context.Context, id chat.PersonID) (chat.Identity, error) {
	if id == "" {
		return chat.Identity{}, nil
	}
	for _, x := range ps.Links.Of(id).All {
		if x.Person == id {
			return x, nil
		}
	}
	var p Person
	version, err := ps.store.Load(ctx, KindPerson, string(id), &p)
	if err == nil && version == 0 {
		err = fmt.Errorf("bot: read links: there is no person %s", id)
	}
	if err != nil {
		return chat.Identity{}, err
	}
	return p.Identity(), nil
}

// Without is the entry with another of the group for who is gone; blank if nothing is left to link.
func (e LinkEntry) Without(gone chat.PersonID, was *Links) LinkEntry {
	other := func(id chat.PersonID) chat.PersonID {
		if id != gone {
			return id
		}
		for _, x := range was.Of(gone).All {
			if x.Person != gone {
				return x.Person
			}
		}
		return ""
	}
	switch {
	case e.Person != gone && e.Into != gone:
		return e
	case e.Into == "" || other(e.Person) == "" || other(e.Into) == "":
		return LinkEntry{}
	}
	return LinkEntry{At: e.At, Person: other(e.Person), Into: other(e.Into)}
}

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

// NewCode is a fresh code of the user's, in groups of four. The error is the store's or of chance.
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
	doc, err := documents.Encode(KindCode, sum, 0, code{User: user, Until: ps.now().Add(CodeLife)})
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

// ByCode finds who asked for the code of that sum. It must be their newest, in time, and unused.
// The error is the store's, or a refusal.
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
	return ps.store.Sweep(ctx, KindCode, "", "", documents.Is(func(c code) bool { return ps.now().Before(c.Until) }))
}

// CodeHolder holds the codes that people have asked for.
func (ps *People) CodeHolder() documents.Holder {
	return documents.Holder{Kind: KindCode, Form: documents.FormOf[code], Erase: ps.eraseCodes, Disclose: ps.discloseCodes}
}

func (ps *People) eraseCodes(ctx context.Context, x *documents.Erasure) error {
	return ps.store.Erase(ctx, KindCode, "", "", documents.Is(func(c code) bool { return c.User == x.User }))
}

// discloseCodes tells until when codes are good.
func (ps *People) discloseCodes(ctx context.Context, d *documents.Disclosure) error {
	for i, who := range d.Accounts {
		var until []time.Time
		for c, err := range documents.Read[code](ps.store.Naming(ctx, KindCode, string(who.User))) {
			if err != nil {
				return err
			}
			until = append(until, c.Value.Until)
		}
		d.Each[i]["codes"] = until
	}
	return nil
}
