package bottest

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"tarockbot/bot"
	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/storage"
)

// Asked returns the moves of the recorded deal, even those that a record omits, except forced plays to the
// last trick.
func Asked(t testing.TB, r engine.Record) (moves []engine.Move) {
	t.Helper()
	done, err := games.Replay(r)
	if err != nil {
		t.Fatal(err)
	}
	r.Actions, r.Result = nil, nil
	deal, err := games.Replay(r)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range done.Moves() {
		if _, _, unasked := deal.LastPlay(); !unasked {
			moves = append(moves, m)
		}
		if _, err := deal.Act(m.Seat, m.Action); err != nil {
			t.Fatal(err)
		}
	}
	return moves
}

// Naming lists the stored documents with one of the words in their key or data. Platforms' notes are
// decoded first.
func Naming(ctx context.Context, store storage.Store, words ...string) (found []string, err error) {
	for _, kind := range bot.Kinds() {
		for doc, err := range store.Scan(ctx, kind, "", "") {
			if err != nil {
				return nil, err
			}
			var note struct{ Data []byte }
			if text := doc.Data; kind == "note" && json.Unmarshal(text, &note) == nil {
				doc.Data = note.Data
			}
			for _, word := range words {
				if strings.Contains(doc.Key.ID, word) || bytes.Contains(doc.Data, []byte(word)) {
					found = append(found, kind+" "+doc.Key.ID)
					break
				}
			}
		}
	}
	return found, nil
}

// AwaitNaming waits until the result of Naming satisfies want.
func AwaitNaming(ctx context.Context, t testing.TB, store storage.Store, want func([]string) bool, words ...string) {
	t.Helper()
	ticker := time.NewTicker(5 * time.Millisecond)
	defer ticker.Stop()
	for {
		found, err := Naming(ctx, store, words...)
		if err != nil {
			t.Fatal(err)
		}
		if want(found) {
			return
		}
		select {
		case <-ticker.C:
		case <-ctx.Done():
			t.Fatalf("%q are named in %q", words, found)
		}
	}
}

// Nobody reports whether no documents were found.
func Nobody(found []string) bool { return len(found) == 0 }
