package bot

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"tarockbot/storage"
)

// book is documents of the ranking as one decision reads and changes them. Many
// people's are changed by one match: each is read once, and what has become of
// it is stored in the decision's own commit.
type book struct {
	store storage.Store
	pages map[storage.Key]*page
	last  map[string]int // the number of a game's last match in the log, once it is known
}

// page is a document of a book: as it is stored, and its value by now.
type page struct {
	doc   storage.Doc // of version 0 if there is none
	value blank
}

// blank is a value that may be nothing: then it needs no document.
type blank interface{ blank() bool }

func newBook(store storage.Store) *book {
	return &book{store: store, pages: make(map[storage.Key]*page), last: make(map[string]int)}
}

// pageOf is the value of the document, to be read or changed. It is the same for
// all who ask for it; the zero value if there is no document.
func pageOf[T any, P interface {
	*T
	blank
}](ctx context.Context, bk *book, kind, id string) (P, error) {
	key := storage.Key{Kind: kind, ID: id}
	if p, ok := bk.pages[key]; ok {
		return p.value.(P), nil
	}
	doc, err := bk.store.Get(ctx, key)
	switch {
	case errors.Is(err, storage.ErrNotFound):
		doc = storage.Doc{Key: key}
	case err != nil:
		return nil, fmt.Errorf("bot: load %s: %w", kind, err)
	}
	value := P(new(T))
	if doc.Version > 0 {
		if err := decode(doc, value); err != nil {
			return nil, err
		}
	}
	bk.pages[key] = &page{doc: doc, value: value}
	return value, nil
}

// changes are the documents that are not what is stored any more.
func (bk *book) changes() ([]storage.Doc, error) {
	keys := slices.SortedFunc(maps.Keys(bk.pages), func(x, y storage.Key) int {
		return cmp.Or(cmp.Compare(x.Kind, y.Kind), cmp.Compare(x.ID, y.ID))
	})
	var docs []storage.Doc
	for _, key := range keys {
		p := bk.pages[key]
		doc := p.doc
		if doc.Data = nil; !p.value.blank() {
			var err error
			if doc.Data, err = json.Marshal(p.value); err != nil {
				return nil, fmt.Errorf("bot: encode %s: %w", key.Kind, err)
			}
		}
		if (doc.Version > 0 || doc.Data != nil) && !bytes.Equal(doc.Data, p.doc.Data) {
			docs = append(docs, doc)
		}
	}
	return docs, nil
}
