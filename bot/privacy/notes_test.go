package privacy

import (
	"slices"
	"testing"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
	"tarockbot/storage/memory"
)

// TestNotesAtLast: what a platform notes of somebody while they are being erased goes at
// last, also if it calls them by a name that only notes of before told.
func TestNotesAtLast(t *testing.T) {
	t.Parallel()
	store := keep.New(memory.New(), keep.Options{})
	ns := &Notes{Store: store, Named: map[string]func(chat.UserID, map[string][]byte) []string{
		"fake": func(_ chat.UserID, notes map[string][]byte) []string {
			if channel := notes["direct/anna"]; channel != nil {
				return []string{string(channel)}
			}
			return nil
		},
	}}
	write := func(key, data string) {
		t.Helper()
		if err := store.Notes("fake").Write(t.Context(), key, []byte(data)); err != nil {
			t.Fatal(err)
		}
	}
	left := func() (keys []string) {
		for doc, err := range store.Scan(t.Context(), keep.KindNote, "", "") {
			if err != nil {
				t.Fatal(err)
			}
			keys = append(keys, doc.Key.ID)
		}
		return keys
	}
	write("direct/anna", "1700")
	write("calls/1700", "{}")
	write("calls/18", "{}")
	last, err := ns.Erase(t.Context(), chat.Identity{Person: "p", User: "fake:anna"})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := left(), []string{"fake/calls/18"}; !slices.Equal(got, want) {
		t.Errorf("at first %q are left, want %q", got, want)
	}
	write("calls/1700", "{}")
	if err := last(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got, want := left(), []string{"fake/calls/18"}; !slices.Equal(got, want) {
		t.Errorf("at last %q are left, want %q", got, want)
	}
}
