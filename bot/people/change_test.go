package people_test

import (
	"crypto/rand"
	"errors"
	"testing"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/bot/people"
	"tarockbot/storage"
	"tarockbot/storage/memory"
)

// TestErrorDropsChange checks that an error of decide leaves the account as it was.
func TestErrorDropsChange(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	ps := people.New(documents.New(memory.New(), documents.Options{}), rand.Reader, time.Now, func(chat.PersonID, string) []storage.Doc { return nil })
	anna := chat.Input{User: "net:1", Name: "Anna"}
	if _, err := ps.Resolve(ctx, anna); err != nil {
		t.Fatal(err)
	}
	refused := errors.New("refused")
	for _, tt := range []struct{ returned, want error }{{people.ErrNoChange, nil}, {refused, refused}} {
		_, err := ps.ChangeWithDocs(ctx, anna.User, func(p *people.Account) ([]storage.Doc, error) {
			p.ConfirmsCards = true
			return nil, tt.returned
		})
		if p, _, _ := ps.Lookup(ctx, anna.User); !errors.Is(err, tt.want) || p.ConfirmsCards {
			t.Errorf("after %v the error is %v, want %v; changed: %v", tt.returned, err, tt.want, p.ConfirmsCards)
		}
	}
}
