package documents

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/storage"
)

// Transaction reads documents, each once, and stores the changed ones in one commit. It is not safe
// for concurrent use.
type Transaction struct {
	store storage.Store
	read  map[storage.Key]*document
	more  []storage.Doc
}

// document is a document that a transaction has read.
type document struct {
	version int64  // 0 if there is none
	was     []byte // the value as it was read, encoded
	value   any    // the value by now
}

// blank is a value that may be nothing: then it needs no document.
type blank interface{ Blank() bool }

// NewTransaction begins a transaction on the store.
func NewTransaction(store storage.Store) *Transaction {
	return &Transaction{store: store, read: make(map[storage.Key]*document)}
}

// Value returns the document's value, to be read or changed: the same pointer for all callers, the
// zero value if there is no document. A value whose method Blank returns true is stored by having no
// document.
func Value[T any](ctx context.Context, c *Transaction, kind, id string) (*T, error) {
	key := storage.Key{Kind: kind, ID: id}
	if d, ok := c.read[key]; ok {
		return d.value.(*T), nil
	}
	doc, err := c.store.Get(ctx, key)
	value := new(T)
	d := &document{version: doc.Version, was: doc.Data, value: value}
	switch {
	case errors.Is(err, storage.ErrNotFound):
		d.was, err = d.encode()
	case err == nil:
		err = Decode(doc, value)
	}
	if err != nil {
		return nil, fmt.Errorf("bot: load %s: %w", kind, err)
	}
	c.read[key] = d
	return value, nil
}

// Add has documents stored with the transaction, as they are.
func (c *Transaction) Add(docs ...storage.Doc) { c.more = append(c.more, docs...) }

// Docs returns the documents that differ from the stored ones, and those added.
func (c *Transaction) Docs() ([]storage.Doc, error) {
	keys := slices.SortedFunc(maps.Keys(c.read), func(x, y storage.Key) int {
		return cmp.Or(cmp.Compare(x.Kind, y.Kind), cmp.Compare(x.ID, y.ID))
	})
	var docs []storage.Doc
	for _, key := range keys {
		d := c.read[key]
		data, err := d.encode()
		if err != nil {
			return nil, err
		}
		if !bytes.Equal(data, d.was) {
			docs = append(docs, storage.Doc{Key: key, Version: d.version, Data: data})
		}
	}
	return append(docs, c.more...), nil
}

// encode is the value as it is to be stored; nil if it needs no document.
func (d *document) encode() ([]byte, error) {
	if b, ok := d.value.(blank); ok && b.Blank() {
		return nil, nil
	}
	data, err := json.Marshal(d.value)
	if err != nil {
		return nil, fmt.Errorf("bot: encode %T: %w", d.value, err)
	}
	return data, nil
}

// ErrBusy: nothing was decided, for others changed the same again and again; it may be tried again.
var ErrBusy = errors.New("bot: busy")

// Tries is how often a decision is made when others change the same document at that moment.
const Tries = 5

// RetryOnConflict decides until its commit doesn't conflict with another; ErrBusy if it always does.
func RetryOnConflict(decide func() error) error {
	for range Tries {
		if err := decide(); !errors.Is(err, storage.ErrConflict) {
			return err
		}
	}
	return ErrBusy
}

// Transact calls decide and commits its changes. After a conflict it does both again. If decide fails,
// nothing is stored.
func (s *Store) Transact(ctx context.Context, decide func(*Transaction) error) error {
	return RetryOnConflict(func() error { return s.transactOnce(ctx, decide) })
}

// TransactBy is Transact for an input, which has no effect twice.
func (s *Store) TransactBy(ctx context.Context, in chat.Input, decide func(*Transaction) error) error {
	return s.RetryUnlessSeen(ctx, in, func() error { return s.transactOnce(ctx, decide, s.SeenDoc(in)) })
}

// transactOnce calls decide and commits its changes, with more documents.
func (s *Store) transactOnce(ctx context.Context, decide func(*Transaction) error, more ...storage.Doc) error {
	c := NewTransaction(s)
	if err := decide(c); err != nil {
		return err
	}
	docs, err := c.Docs()
	if err != nil {
		return err
	}
	return s.Commit(ctx, append(docs, more...)...)
}

// RetryUnlessSeen is Again for what an input does, which is refused if it had its effect meanwhile.
func (s *Store) RetryUnlessSeen(ctx context.Context, in chat.Input, decide func() error) error {
	return RetryOnConflict(func() error {
		err := decide()
		if !errors.Is(err, storage.ErrConflict) {
			return err
		}
		if seen, seenErr := s.Seen(ctx, in); seenErr != nil || seen {
			return OrDuplicate(seenErr)
		}
		return err
	})
}

// SeenDoc marks an input as decided. It is written with the input's effect and
// must be new, so the same input can't have an effect twice.
func (s *Store) SeenDoc(in chat.Input) storage.Doc {
	return storage.Doc{Key: storage.Key{Kind: KindSeen, ID: SeenID(in)}, Data: strconv.AppendInt(nil, s.options.Now().Unix(), 10)}
}

// SeenID has a fixed size, and is the person's: nobody can use up another's ids. The number that the id ends
// with comes first: what is stored at the same time lies together, and many inputs write few pages.
func SeenID(in chat.Input) string {
	return fmt.Sprintf("%016x%s", lastNumber(in.ID), InputSum(in))
}

// InputSum tells the input from all others, and nothing of it.
func InputSum(in chat.Input) string {
	sum := sha256.Sum256([]byte(string(in.User) + "\x00" + in.ID))
	return hex.EncodeToString(sum[:16])
}

// LineSum tells what the input says from all else.
func LineSum(in chat.Input) string {
	sum := sha256.Sum256([]byte(in.Line))
	return hex.EncodeToString(sum[:8])
}

// lastNumber is the number that the text ends with; 0 if there is none that makes sense.
func lastNumber(s string) uint64 {
	digits := s[len(strings.TrimRight(s, "0123456789")):]
	n, err := strconv.ParseUint(digits, 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// Seen says whether the input has had its effect already.
func (s *Store) Seen(ctx context.Context, in chat.Input) (bool, error) {
	var at int64
	version, err := s.Load(ctx, KindSeen, SeenID(in), &at)
	return version > 0, err
}

// MarkSeen remembers an input whose effect needs no commit of its own.
func (s *Store) MarkSeen(ctx context.Context, in chat.Input) error {
	if err := s.Commit(ctx, s.SeenDoc(in)); !errors.Is(err, storage.ErrConflict) {
		return err
	}
	return nil
}

// OrDuplicate is the error, or that the input has had its effect.
func OrDuplicate(err error) error {
	if err != nil {
		return err
	}
	return chat.Refuse("done-already")
}

// seenFor is how long an input is remembered: platforms deliver again for a day.
const seenFor = 48 * time.Hour

// SweepSeen forgets inputs that no platform delivers any more.
func (s *Store) SweepSeen(ctx context.Context) error {
	limit := s.options.Now().Add(-seenFor).Unix()
	return s.Sweep(ctx, KindSeen, "", "", Is(func(at int64) bool { return at >= limit }))
}
