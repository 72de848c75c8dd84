package documents

import (
	"context"
	"encoding/json"

	"tarockbot/bot/chat"
	"tarockbot/storage"
)

// Holder discloses and erases people's data of one kind.
type Holder struct {
	Kind string
	// CheckForm returns an error for a malformed document. It is nil if the doctor checks the kind itself.
	CheckForm func(storage.Doc) error
	// Erase must be idempotent. The person's inputs are already refused.
	Erase        func(ctx context.Context, x *Erasure) error
	NotErased    string // why Erase is nil
	Disclose     func(ctx context.Context, d *Disclosure) error
	NotDisclosed string // why Disclose is nil
	// Sealed documents hold secrets of a game.
	Sealed bool
}

// Erasure names an identity to erase. Names are the user's names in notes.
type Erasure struct {
	chat.Identity
	Names []string
}

// Disclosure collects a person's data. It contains no ids of others.
type Disclosure struct {
	Requester chat.Identity
	Accounts  []chat.Identity // head first
	Lang      string
	// Names returns people's names. The empty id is the computer's.
	Names func(ctx context.Context, people []chat.PersonID) ([]string, error)

	Fields     map[string]any   // the person's data, by field name
	PerAccount []map[string]any // each account's data, by field name
}

// NewDisclosure returns an empty disclosure.
func NewDisclosure(requester chat.Identity, accounts []chat.Identity) *Disclosure {
	d := &Disclosure{
		Requester: requester, Accounts: accounts, Fields: make(map[string]any), PerAccount: make([]map[string]any, len(accounts)),
	}
	for i := range d.PerAccount {
		d.PerAccount[i] = make(map[string]any)
	}
	return d
}

// DisclosedSize estimates the bytes of a disclosed value.
func DisclosedSize(v any) int {
	data, _ := json.Marshal(v) // encoding the whole disclosure reports the error
	return 2 * len(data)
}

// EraseByPerson returns a Holder's Erase for the documents of ScanPerson.
func (s *Store) EraseByPerson(kind string) func(ctx context.Context, x *Erasure) error {
	return func(ctx context.Context, x *Erasure) error {
		from, to := WithPrefix(string(x.Person) + "|")
		return s.Erase(ctx, kind, from, to, func(storage.Doc) bool { return true })
	}
}
