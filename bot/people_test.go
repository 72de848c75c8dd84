package bot

import (
	"context"
	"crypto/rand"
	"log/slog"
	"testing"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/people"
	"tarockbot/storage"
	"tarockbot/storage/memory"
)

// slowly is a store in which something happens between the reading of the next
// person and its being told.
type slowly struct {
	storage.Store
	meanwhile func()
}

func (s *slowly) Get(ctx context.Context, key storage.Key) (storage.Doc, error) {
	doc, err := s.Store.Get(ctx, key)
	if happens := s.meanwhile; key.Kind == people.KindPerson && happens != nil {
		s.meanwhile = nil
		happens()
	}
	return doc, err
}

// TestReadLate: who was read before they changed, or were forgotten, doesn't take the
// place of what is in memory since.
func TestReadLate(t *testing.T) {
	t.Parallel()
	const anna chat.UserID = "fake:anna"
	ctx := t.Context()
	for name, tt := range map[string]struct {
		meanwhile func(*Bot) error
		lang      string
		known     bool
	}{
		"changed": {func(b *Bot) error {
			_, err := b.Services().People.Change(ctx, anna, func(p *people.Account) { p.Lang = "de" })
			return err
		}, "de", true},
		"forgotten": {func(b *Bot) error {
			if _, err := b.Handle(ctx, chat.Input{ID: "2", User: anna, Name: "anna", Line: "forget yes"}); err != nil {
				return err
			}
			_, err := b.Services().Account.Eraser.EraseAll(ctx)
			return err
		}, "", false},
	} {
		t.Run(name, func(t *testing.T) {
			store := &slowly{Store: memory.New()}
			b, err := New(Config{Store: store, Log: slog.New(slog.DiscardHandler), Random: rand.Reader, Now: time.Now, Language: "en"})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := b.Handle(ctx, chat.Input{ID: "1", User: anna, Name: "anna", Line: "help"}); err != nil {
				t.Fatal(err)
			}
			b.Services().People.Evict(anna)
			store.meanwhile = func() {
				if err := tt.meanwhile(b); err != nil {
					t.Error(err)
				}
			}
			for range 2 { // the first comes too late
				if _, _, err := b.Services().People.Lookup(ctx, anna); err != nil {
					t.Fatal(err)
				}
			}
			if p, known, err := b.Services().People.Lookup(ctx, anna); p.Lang != tt.lang || known != tt.known || err != nil {
				t.Errorf("then there is %+v, %v, %v", p, known, err)
			}
		})
	}
}
