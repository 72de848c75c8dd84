package privacy

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
	"tarockbot/bot/people"
	"tarockbot/storage/memory"
)

// fakeNames tells by which channel the notes of the network "fake" call somebody.
var fakeNames = map[string]func(chat.UserID, map[string][]byte) []string{
	"fake": func(_ chat.UserID, notes map[string][]byte) []string {
		if channel := notes["direct/anna"]; channel != nil {
			return []string{string(channel)}
		}
		return nil
	},
}

// TestEraseAll: one after the other erases, until one fails; then all do so again. What a
// platform notes meanwhile of who is forgotten goes as well, also if it calls them by a name
// that only notes of before told.
func TestEraseAll(t *testing.T) {
	t.Parallel()
	ctx, store := t.Context(), keep.New(memory.New(), keep.Options{Now: time.Now})
	ps := people.New(store, rand.Reader, time.Now)
	note := func(key, data string) error { return store.Notes("fake").Write(ctx, key, []byte(data)) }
	notes := &Notes{Store: store, Named: fakeNames}
	var log []string
	var fails error
	e := &Eraser{
		Store: store, People: ps, Notes: notes, Log: slog.New(slog.DiscardHandler), Now: time.Now,
		Holders: slices.Concat(notes.Holders(), ps.Holders(), []keep.Holder{
			{Kind: "first", Erase: func(_ context.Context, x *keep.Erasure) error {
				log = append(log, "first "+string(x.User))
				return errors.Join(note("calls/1700", "{}"), fails)
			}},
			{Kind: "stays", Stays: "so"},
			{Kind: "second", Erase: func(_ context.Context, x *keep.Erasure) error {
				log = append(log, "second "+string(x.Person))
				return nil
			}},
		}),
	}
	in := chat.Input{ID: "forget", User: "fake:anna", Name: "anna"}
	anna, err := ps.Resolve(ctx, in)
	if err := errors.Join(err, note("direct/anna", "1700"), note("calls/1700", "{}"), note("calls/18", "{}"), e.Forget(ctx, in, anna)); err != nil {
		t.Fatal(err)
	}
	if !ps.Removing.Has("fake:anna") {
		t.Error("anna is still listened to")
	}
	fails = errors.New("gone")
	if n, err := e.EraseAll(ctx); n != 1 || err == nil || err.Error() != "bot: erase from first: gone" || len(log) != 1 {
		t.Errorf("of %d erased %q, the error is %v", n, log, err)
	}
	fails, log = nil, nil
	if err := note("direct/anna", "1700"); err != nil {
		t.Fatal(err)
	}
	if n, err := e.EraseAll(ctx); n != 1 || err != nil || !slices.Equal(log, []string{"first fake:anna", "second " + string(anna.ID)}) {
		t.Errorf("of %d erased %q, the error is %v", n, log, err)
	}
	var left []string
	for _, kind := range []string{keep.KindNote, people.KindPerson, people.KindIdentity} {
		for doc, err := range store.Scan(ctx, kind, "", "") {
			if err != nil {
				t.Fatal(err)
			}
			left = append(left, doc.Key.ID)
		}
	}
	if got := strings.Join(left, " "); got != "fake/calls/18" || ps.Removing.Has("fake:anna") {
		t.Errorf("left is %q, and anna is being forgotten: %v", got, ps.Removing.Has("fake:anna"))
	}
	if erased, err := HoldsErased(ctx, store); !erased || err != nil {
		t.Errorf("the file needn't be made anew: %v", err)
	}
	if n, err := e.EraseAll(ctx); n != 0 || err != nil {
		t.Errorf("%d are still to be erased: %v", n, err)
	}
}
