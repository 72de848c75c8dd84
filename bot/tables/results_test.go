package tables

import (
	"crypto/rand"
	"errors"
	"testing"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/bot/match"
	"tarockbot/bot/people"
	"tarockbot/bot/people/standing"
	"tarockbot/storage"
	"tarockbot/storage/memory"
)

// TestUnratedWithStrangers: somebody of whom nothing is known doesn't hide what the others wish.
func TestUnratedWithStrangers(t *testing.T) {
	t.Parallel()
	store := documents.New(memory.New(), documents.Options{Now: time.Now})
	ps := people.New(store, rand.Reader, time.Now, func(chat.PersonID, string) []storage.Doc { return nil })
	bert := chat.Input{User: "fake:bert", Name: "bert"}
	_, err := ps.Resolve(t.Context(), bert)
	_, changeErr := ps.Change(t.Context(), bert.User, func(p *people.Account) { p.Ranking = standing.WishOff })
	d := Dealer{Config{People: ps, Now: time.Now}}
	why, whyErr := d.WhyUnrated(t.Context(), &match.Table{Chairs: []match.Chair{{User: "fake:stranger"}, {User: bert.User}}})
	if err := errors.Join(err, changeErr, whyErr); why != standing.UnratedOff || err != nil {
		t.Errorf("got %q, %v, want %q", why, err, standing.UnratedOff)
	}
}
