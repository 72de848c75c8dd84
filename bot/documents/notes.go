package documents

import (
	"context"

	"tarockbot/bot/chat"
)

// Notes is a platform's memory in the store. It implements chat.Notes.
type Notes struct {
	store    *Store
	platform string
}

var _ chat.Notes = Notes{}

// Notes is the small memory of the platform of that name.
func (s *Store) Notes(platform string) Notes { return Notes{s, platform} }

// Note is the stored form of a platform's datum.
type Note struct{ Data []byte }

// Read implements chat.Notes.
func (n Notes) Read(ctx context.Context, key string) ([]byte, error) {
	var kept Note
	_, err := n.store.Load(ctx, KindNote, n.platform+"/"+key, &kept)
	return kept.Data, err
}

// Claim implements chat.Notes.
func (n Notes) Claim(ctx context.Context, key string, data []byte) (bool, error) {
	return n.store.Claim(ctx, KindNote, n.platform+"/"+key, Note{data})
}

// Write implements chat.Notes.
func (n Notes) Write(ctx context.Context, key string, data []byte) error {
	return n.store.Transact(ctx, func(c *Transaction) error {
		note, err := Value[Note](ctx, c, KindNote, n.platform+"/"+key)
		if err == nil {
			note.Data = data
		}
		return err
	})
}
