package documents

import (
	"bytes"
	"context"
	"encoding/json"
	"iter"

	"tarockbot/bot/chat"
	"tarockbot/storage"
)

// Holder holds the documents of one kind: it takes somebody out of them, and tells them what is there, or
// says why not. Errors of both are the store's, or that a document can't be read.
type Holder struct {
	Kind string
	// Form says why a document isn't one of the kind, which is Decode's error; nil where its key tells all, or the
	// doctor looks closer.
	Form func(storage.Doc) error
	// Erase takes out all that the documents hold of somebody whom nobody listens to any
	// more. It may be done again, and finds nothing to do then.
	Erase     func(ctx context.Context, x *Erasure) error
	NotErased string // why nothing is erased; set if Erase is nil
	// Disclose adds what the documents hold of somebody to what they are told.
	Disclose     func(ctx context.Context, d *Disclosure) error
	NotDisclosed string // why nothing is added; set if Tell is nil
	// Sealed says that the documents hold what a player must not know, so that they are
	// sealed where there is a key; see storage/sealed.
	Sealed bool
}

// Erasure is one identity that is forgotten, and what else notes call the user. The names
// are found out first: the notes that tell them are erased, too.
type Erasure struct {
	chat.Identity
	Names []string
}

// Disclosure is all that is kept of somebody, as it is put together for them. Others are
// in it by the names that they have now, and by no ids.
type Disclosure struct {
	Asks     chat.Identity   // who asks for it
	Accounts []chat.Identity // all that they are, the head first
	Lang     string          // of the names
	// Names are those of people by their ids, as plain text; "" is the computer. Errors are the store's.
	Names func(ctx context.Context, people []chat.PersonID) ([]string, error)

	Fields map[string]any   // what is kept of all that they are, by names
	Each   []map[string]any // what is kept of each account
}

// NewDisclosure is one that tells nothing yet.
func NewDisclosure(asks chat.Identity, accounts []chat.Identity) *Disclosure {
	d := &Disclosure{Asks: asks, Accounts: accounts, Fields: make(map[string]any), Each: make([]map[string]any, len(accounts))}
	for i := range d.Each {
		d.Each[i] = make(map[string]any)
	}
	return d
}

// RoomOf is how many bytes the value takes about in a Disclosure, spread out to be read.
func RoomOf(v any) int {
	data, _ := json.Marshal(v) // if that fails the whole can't be told, which says why
	return 2 * len(data)
}

// Own yields the documents of the kind whose ids begin with the person's.
func (s *Store) Own(ctx context.Context, kind string, person chat.PersonID) iter.Seq2[storage.Doc, error] {
	from, to := owned(person)
	return s.Scan(ctx, kind, from, to)
}

// owned are the ids between which those are that begin with the person's.
func owned(person chat.PersonID) (from, to string) {
	return string(person) + "|", string(person) + "|~"
}

// Naming yields the documents of the kind in which the id, of a user or person, stands. What stands in a damaged
// one nobody knows.
func (s *Store) Naming(ctx context.Context, kind, id string) iter.Seq2[storage.Doc, error] {
	return func(yield func(storage.Doc, error) bool) {
		name, _ := json.Marshal(id) // a text never fails
		for doc, err := range s.Sound(s.Scan(ctx, kind, "", "")) {
			if (err != nil || bytes.Contains(doc.Data, name)) && !yield(doc, err) {
				return
			}
		}
	}
}

// Erase deletes the documents of the kind, with ids between the two, that are somebody's.
func (s *Store) Erase(ctx context.Context, kind, from, to string, theirs func(storage.Doc) bool) error {
	return RetryOnConflict(func() error {
		return s.Sweep(ctx, kind, from, to, func(doc storage.Doc) bool { return !theirs(doc) })
	})
}

// EraseOwn is a Holder's Erase where ids of documents begin with the person's.
func (s *Store) EraseOwn(kind string) func(ctx context.Context, x *Erasure) error {
	return func(ctx context.Context, x *Erasure) error {
		from, to := owned(x.Person)
		return s.Erase(ctx, kind, from, to, func(storage.Doc) bool { return true })
	}
}
