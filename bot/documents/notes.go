package documents

import (
	"context"

	"tarockbot/bot/chat"
)

// Notes implements chat.Notes for one platform.
type Notes struct {
	store    *Store
	platform string
}

var _ chat.Notes = Notes{}

// Notes returns the notes of the named platform.
func (s *Store) Notes(platform string) Notes { return Notes{s, platform} }

// Note is a stored note.
type Note struct{ Data []byte }

// Read implements chat.Notes.
func (n Notes) Read(ctx context.Context, key string) ([]byte, error) {
	var note Note
	_, err := n.store.Load(ctx, KindNote, n.platform+"/"+key, &note)
	return note.Data, err
}

// Claim implements chat.Notes.
func (n Notes) Claim(ctx context.Context, key string, data []byte) (bool, error) {
	return n.store.Claim(ctx, KindNote, n.platform+"/"+key, Note{data})
}

// Write implements chat.Notes.
func (n Notes) Write(ctx context.Context, key string, data []byte) error {
	return n.store.Transact(ctx, func(tx *Transaction) error {
		Value[Note](ctx, tx, KindNote, n.platform+"/"+key).Data = data
		return nil
	})
}
