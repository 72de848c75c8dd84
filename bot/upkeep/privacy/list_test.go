package privacy

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/bot/people"
	"tarockbot/storage/memory"
)

// fakeList is a list of removals in memory that fails while fails is set.
type fakeList struct {
	all   []people.Forgotten
	fails error
}

func (l *fakeList) List(context.Context) ([]people.Forgotten, error) { return l.all, nil }

func (l *fakeList) Add(_ context.Context, some ...people.Forgotten) error {
	if l.fails == nil {
		l.all = append(l.all, some...)
	}
	return l.fails
}

// TestListedWhileErasingFails: a person gets on the list although no erasure succeeds.
func TestListedWhileErasingFails(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		store := documents.New(memory.New(), documents.Options{Now: time.Now})
		ps, list, tries := people.New(store, rand.Reader, time.Now, nil), &fakeList{fails: errors.New("away")}, 0
		var listed []people.Forgotten
		e := &Eraser{
			Store: store, People: ps, Notes: &NoteHolder{Store: store}, Log: slog.New(slog.DiscardHandler), Now: time.Now, List: list,
			Holders: []documents.Holder{{Kind: "away", Erase: func(context.Context, *documents.Erasure) error {
				list.fails = nil
				if tries++; tries == 3 {
					listed = slices.Clone(list.all)
					stop()
				}
				return errors.New("away")
			}}},
		}
		in := chat.Input{ID: "forget", User: "fake:anna", Name: "anna"}
		anna, err := ps.Resolve(ctx, in)
		if err := errors.Join(err, e.Forget(ctx, in, anna)); err != nil {
			t.Fatal(err)
		}
		e.Run(ctx)
		if len(listed) != 1 || listed[0].Person != anna.ID {
			t.Errorf("after two failed erasures the list is %v", listed)
		}
	})
}

// TestLoad: listed people whom a restored backup has are erased again, and removals that the list lacks are added to it.
func TestLoad(t *testing.T) {
	t.Parallel()
	ctx, store := t.Context(), documents.New(memory.New(), documents.Options{Now: time.Now})
	ps, list := people.New(store, rand.Reader, time.Now, nil), new(fakeList)
	who := func(name string) people.Person {
		p, err := ps.Resolve(ctx, chat.Input{ID: name, User: chat.UserID("fake:" + name), Name: name})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	anna, bert := who("anna"), who("bert")
	list.all = []people.Forgotten{{Person: anna.ID, At: time.Unix(7, 0).UTC()}, {Person: "long gone"}}
	killed := &Eraser{Store: store, People: ps, Now: time.Now, List: list}
	if err := killed.Forget(ctx, chat.Input{ID: "forget", User: "fake:bert"}, bert); err != nil {
		t.Fatal(err)
	}
	e := &Eraser{Store: store, People: ps, Notes: &NoteHolder{Store: store}, Holders: ps.Holders(), Log: slog.New(slog.DiscardHandler), Now: time.Now, List: list}
	if err := e.Load(ctx); err != nil {
		t.Fatal(err)
	}
	if len(list.all) != 3 || list.all[2].Person != bert.ID || !ps.Erasures.IsBlocked("fake:anna") {
		t.Errorf("the list is %v, and anna is blocked: %v", list.all, ps.Erasures.IsBlocked("fake:anna"))
	}
	if n, err := e.EraseAll(ctx); n != 2 || err != nil {
		t.Errorf("%d were erased: %v", n, err)
	}
}
