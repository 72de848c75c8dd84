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
	"tarockbot/bot/documents"
	"tarockbot/bot/people"
	"tarockbot/storage"
	"tarockbot/storage/memory"
	"tarockbot/storage/storagetest"
)

var otherNamesOnFake = map[string]func(chat.UserID, map[string][]byte) []string{
	"fake": func(_ chat.UserID, notes map[string][]byte) []string {
		if channel := notes["direct/anna"]; channel != nil {
			return []string{string(channel)}
		}
		return nil
	},
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func newEraser(below storage.Store, others ...documents.Holder) (*Eraser, *people.People) {
	store := documents.New(below, documents.Options{Now: time.Now})
	ps := people.New(store, rand.Reader, time.Now, nil)
	return &Eraser{
		Store: store, People: ps, Notes: &NoteHolder{Store: store}, Log: slog.New(slog.DiscardHandler), Now: time.Now,
		Holders: append(ps.Holders(), others...),
	}, ps
}

func forget(t *testing.T, e *Eraser, who string) people.Person {
	t.Helper()
	in := chat.Input{ID: who, User: chat.UserID("fake:" + who), Name: who}
	p, err := e.People.Resolve(t.Context(), in)
	must(t, errors.Join(err, e.Forget(t.Context(), in, p)))
	return p
}

func TestForgetTwice(t *testing.T) {
	t.Parallel()
	below := &storagetest.Flaky{Store: memory.New()}
	ctx := t.Context()
	e, ps := newEraser(below)
	in := chat.Input{ID: "first", User: "fake:anna", Name: "anna"}
	anna, err := ps.Resolve(ctx, in)
	below.Fail(storagetest.Failure{Err: storage.ErrFull})
	if forgetErr := e.Forget(ctx, in, anna); err != nil || !errors.Is(forgetErr, storage.ErrFull) || ps.Erasures.IsBlocked("fake:anna") || len(e.unlisted.all) > 0 {
		t.Errorf("full store: %v, blocked %v, unlisted %v", forgetErr, ps.Erasures.IsBlocked("fake:anna"), e.unlisted.all)
	}
	if n, err := e.EraseAll(ctx); n > 0 || err != nil {
		t.Errorf("full store: %d erasures were requested: %v", n, err)
	}
	must(t, e.Forget(ctx, in, anna))
	in.ID = "second"
	if err := e.Forget(ctx, in, anna); !chat.IsRefusal(err, "done-already") {
		t.Errorf("second request: %v", err)
	}
	if !ps.Erasures.IsBlocked("fake:anna") {
		t.Error("anna isn't blocked after the second request")
	}
}

// TestEraseAll: notes written during the erasure are erased too, even under a name that
// only an erased note told.
func TestEraseAll(t *testing.T) {
	t.Parallel()
	ctx, store := t.Context(), memory.New()
	var log []string
	var eraseErr error
	var e *Eraser
	note := func(key, data string) error { return e.Store.Notes("fake").Write(ctx, key, []byte(data)) }
	e, ps := newEraser(store,
		documents.Holder{Kind: "first", Erase: func(_ context.Context, x *documents.Erasure) error {
			log = append(log, "first "+string(x.User))
			return errors.Join(note("calls/1700", "{}"), eraseErr)
		}},
		documents.Holder{Kind: "stays", NotErased: "reason"},
		documents.Holder{Kind: "second", Erase: func(_ context.Context, x *documents.Erasure) error {
			log = append(log, "second "+string(x.Person))
			return nil
		}},
	)
	e.Notes.OtherNames = otherNamesOnFake
	e.Holders = slices.Concat(e.Notes.Holders(), e.Holders)
	must(t, errors.Join(note("direct/anna", "1700"), note("calls/1700", "{}"), note("calls/18", "{}")))
	anna := forget(t, e, "anna")
	if !ps.Erasures.IsBlocked("fake:anna") {
		t.Error("anna isn't blocked")
	}
	eraseErr = errors.New("gone")
	if n, err := e.EraseAll(ctx); n != 1 || err == nil || err.Error() != "bot: erase from first: gone" || len(log) != 1 {
		t.Errorf("%d requested, erased %q, error %v", n, log, err)
	}
	eraseErr, log = nil, nil
	must(t, note("direct/anna", "1700"))
	if n, err := e.EraseAll(ctx); n != 1 || err != nil || !slices.Equal(log, []string{"first fake:anna", "second " + string(anna.ID)}) {
		t.Errorf("%d requested, erased %q, error %v", n, log, err)
	}
	var left []string
	for _, kind := range []string{documents.KindNote, people.KindPerson, people.KindIdentity} {
		for doc, err := range store.Scan(ctx, kind, "", "") {
			if err != nil {
				t.Fatal(err)
			}
			left = append(left, doc.Key.ID)
		}
	}
	if got := strings.Join(left, " "); got != "fake/calls/18" || ps.Erasures.IsBlocked("fake:anna") {
		t.Errorf("documents left: %q; anna is blocked: %v", got, ps.Erasures.IsBlocked("fake:anna"))
	}
	if erased, err := HasResidue(ctx, store); !erased || err != nil {
		t.Errorf("HasResidue: %v, %v, want true", erased, err)
	}
	if n, err := e.EraseAll(ctx); n != 0 || err != nil {
		t.Errorf("%d requests are left: %v", n, err)
	}
}

func TestFault06Erasing(t *testing.T) {
	t.Parallel()
	ctx, faults := t.Context(), true
	e, ps := newEraser(memory.New(), documents.Holder{Kind: "faulty", Erase: func(_ context.Context, x *documents.Erasure) error {
		if faults && x.User == "fake:anna" {
			panic("a table of anna's")
		}
		return nil
	}})
	for _, who := range []string{"anna", "bert", "carl"} {
		forget(t, e, who)
	}
	if n, err := e.EraseAll(ctx); n != 3 || !errors.As(err, new(*chat.Fault)) {
		t.Errorf("%d requested, error %v", n, err)
	}
	if n, err := e.EraseAll(ctx); n != 1 || err == nil || !ps.Erasures.IsBlocked("fake:anna") {
		t.Errorf("%d requests are left, error %v", n, err)
	}
	faults = false
	if n, err := e.EraseAll(ctx); n != 1 || err != nil || ps.Erasures.IsBlocked("fake:anna") {
		t.Errorf("without the fault %d requests are left, error %v", n, err)
	}
}
