package people

import (
	"crypto/rand"
	"reflect"
	"strings"
	"testing"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
	"tarockbot/storage/memory"
)

// TestCodes: of the codes that somebody has asked for the newest counts, for a while,
// however it is read; they are told until when, and codes go with who asked for them, or
// when they are too old.
func TestCodes(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 2, 3, 4, 5, 6, 0, time.UTC)
	ctx, store := t.Context(), keep.New(memory.New(), keep.Options{})
	ps := New(store, rand.Reader, func() time.Time { return now })
	asks := func(user chat.UserID) (Person, string) {
		t.Helper()
		p, err := ps.Resolve(ctx, chat.Input{User: user, Name: string(user)})
		if err != nil {
			t.Fatal(err)
		}
		code, err := ps.NewCode(ctx, user)
		if err != nil {
			t.Fatal(err)
		}
		return p, code
	}
	finds := func(typed string) chat.PersonID {
		t.Helper()
		p, err := ps.ByCode(ctx, CodeSum(typed))
		switch {
		case chat.RefusedWith(err, "link-code"):
			return ""
		case err != nil:
			t.Fatal(err)
		}
		return p.ID
	}
	anna, old := asks("net:anna")
	_, code := asks("net:anna")
	bert, berts := asks("net:bert")
	if CodeSum("0011-abcd-efgh-jkmn") != CodeSum("oOiLABCDefghjkmn") {
		t.Error("a code that is read wrong is another")
	}
	typed := strings.ToUpper(strings.ReplaceAll(code, "-", ""))
	for typed, want := range map[string]chat.PersonID{code: anna.ID, typed: anna.ID, berts: bert.ID, old: "", "": "", "abcd": ""} {
		if got := finds(typed); got != want {
			t.Errorf("%q is the code of %q, want %q", typed, got, want)
		}
	}
	d := keep.NewDisclosure(anna.Identity(), anna.Identities())
	until := now.Add(CodeLife)
	if err := ps.tellCodes(ctx, d); err != nil || !reflect.DeepEqual(d.Each[0]["codes"], []time.Time{until, until}) {
		t.Errorf("anna is told %v, %v", d.Each, err)
	}
	if err := ps.eraseCodes(ctx, &keep.Erasure{Identity: anna.Identity()}); err != nil {
		t.Fatal(err)
	}
	if finds(code) != "" || finds(berts) != bert.ID {
		t.Error("anna's codes aren't erased, or bert's are")
	}
	now = until
	if finds(berts) != "" {
		t.Error("bert's code counts for too long")
	}
	if err := ps.SweepCodes(ctx); err != nil {
		t.Fatal(err)
	}
	for doc, err := range store.Scan(ctx, KindCode, "", "") {
		t.Errorf("%s is left, %v", doc.Key.ID, err)
	}
}
