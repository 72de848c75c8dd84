package documents

import (
	"context"
	"encoding/json"

	"tarockbot/bot/chat"
	"tarockbot/storage"
)

// Holder tells how one kind of documents is disclosed to a person and erased, or why it isn't. Errors of Erase
// and Disclose are the store's, or that a document can't be decoded.
type Holder struct {
	Kind string
	// Form returns an error if the document doesn't have the kind's form; see CheckForm. It is nil if the
	// document's key holds all data, or the doctor checks the kind itself.
	Form func(storage.Doc) error
	// Erase erases the person's data from the documents. The person's inputs are already refused. It may be
	// repeated, and finds nothing to do then.
	Erase     func(ctx context.Context, x *Erasure) error
	NotErased string // why nothing is erased; set if Erase is nil
	// Disclose adds the person's data to the disclosure.
	Disclose     func(ctx context.Context, d *Disclosure) error
	NotDisclosed string // why nothing is added; set if Disclose is nil
	// Sealed reports whether the documents hold secrets of a game, which are sealed if there is a key; see
	// storage/sealed.
	Sealed bool
}

// Erasure is one identity to erase. Names are other names by which notes know the user; they are collected
// first, because the notes that hold them are erased too.
type Erasure struct {
	chat.Identity
	Names []string
}

// Disclosure is all stored data of a person, as collected for them. It names other people by their current
// names, and has no ids of theirs.
type Disclosure struct {
	Requester chat.Identity   // the identity that asked for it
	Accounts  []chat.Identity // all identities of the person, the head first
	Lang      string          // the language of Names
	// Names returns people's names as plain text; "" is the computer. Errors are the store's.
	Names func(ctx context.Context, people []chat.PersonID) ([]string, error)

	Fields map[string]any   // data of the person, by field name
	Each   []map[string]any // data of each account, by field name
}

// NewDisclosure returns an empty disclosure.
func NewDisclosure(requester chat.Identity, accounts []chat.Identity) *Disclosure {
	d := &Disclosure{
		Requester: requester, Accounts: accounts, Fields: make(map[string]any), Each: make([]map[string]any, len(accounts)),
	}
	for i := range d.Each {
		d.Each[i] = make(map[string]any)
	}
	return d
}

// DisclosedSize returns roughly how many bytes the value takes in an indented disclosure.
func DisclosedSize(v any) int {
	data, _ := json.Marshal(v) // encoding the whole disclosure reports the error
	return 2 * len(data)
}

// EraseOfPerson returns a Holder's Erase for documents whose ids begin with the person's id.
func (s *Store) EraseOfPerson(kind string) func(ctx context.Context, x *Erasure) error {
	return func(ctx context.Context, x *Erasure) error {
		from, to := Behind(string(x.Person) + "|")
		return s.Erase(ctx, kind, from, to, func(storage.Doc) bool { return true })
	}
}
