package people

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
	"tarockbot/storage/memory"
)

// TestHolders: somebody is told of their settings and of whom they block by name, and of
// nothing that proves who they are. Who is erased is parted first, and then nobody knows
// them or blocks them.
func TestHolders(t *testing.T) {
	t.Parallel()
	ctx, store := t.Context(), keep.New(memory.New(), keep.Options{})
	ps := New(store, rand.Reader, time.Now)
	resolve := func(user chat.UserID) Person {
		t.Helper()
		p, err := ps.Resolve(ctx, chat.Input{User: user, Name: string(user), Lang: "de"})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	blocks := func(user chat.UserID, others ...Person) {
		t.Helper()
		_, err := ps.Change(ctx, user, func(p *Person) {
			for _, o := range others {
				p.Blocked = append(p.Blocked, Blocked{User: o.Users[0], Person: o.ID, Name: o.Name})
			}
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	anna, bert, carl := resolve("net:anna"), resolve("net:bert"), resolve("net:carl")
	blocks("net:anna", bert)
	blocks("net:carl", anna, bert)
	ps.Crowd.Saw("net:chat", "net:anna", anna)
	entry, err := keep.Encode(KindLink, LinkEntryID(1), 0, LinkEntry{Person: anna.ID, Into: bert.ID})
	if err := errors.Join(err, store.Commit(ctx, entry), ps.LoadLinks(ctx)); err != nil {
		t.Fatal(err)
	}

	d := keep.NewDisclosure(anna.Identity(), []chat.Identity{anna.Identity()})
	if err := ps.tellPerson(ctx, d); err != nil {
		t.Fatal(err)
	}
	told, err := json.Marshal(d.Each[0])
	if want := fmt.Sprintf(`{"blocked":["net:bert"],"settings":{"heard":"de","id":%q,"name":"net:anna"}}`, anna.ID); err != nil || string(told) != want {
		t.Errorf("anna is told %s, %v, want %s", told, err, want)
	}

	ps.Removing.Begin("net:anna")
	parted := 0
	part := func(_ context.Context, _ chat.Input, x chat.Identity) error {
		parted++
		ps.Links.Apply(x, chat.Identity{})
		return nil
	}
	for range 2 { // it may be done again
		for _, h := range append([]keep.Holder{ps.LinkHolder(part)}, ps.Holders()...) {
			if h.Erase == nil {
				continue
			}
			if err := h.Erase(ctx, &keep.Erasure{Identity: anna.Identity()}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if _, known, err := ps.Lookup(ctx, "net:anna"); known || err != nil || parted != 1 || len(ps.Crowd.In("net:chat")) > 0 {
		t.Errorf("anna is known: %v, %v; parted %d times; the chat has %v", known, err, parted, ps.Crowd.In("net:chat"))
	}
	if p := resolve("net:carl"); p.ID != carl.ID || len(p.Blocked) != 1 || p.Blocked[0].User != "net:bert" {
		t.Errorf("carl blocks %v", p.Blocked)
	}
	for _, kind := range []string{KindLink, KindIdentity, KindPerson} {
		for doc, err := range store.Naming(ctx, kind, "net:anna") {
			t.Errorf("she is still in %s %s, %v", kind, doc.Key.ID, err)
		}
	}
	if err := ps.LoadLinks(ctx); err != nil {
		t.Errorf("the journal tells of who is gone: %v", err)
	}
}
