package doctor

import (
	"errors"
	"log/slog"
	"slices"
	"testing"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/bot/match"
	"tarockbot/bot/people"
	"tarockbot/bot/tables"
	"tarockbot/storage"
	"tarockbot/storage/memory"
	"tarockbot/storage/storagetest"
)

// TestDamagedRemoval: a damaged removal is one fault, and the examination goes on. Its person counts as being
// forgotten, so that their missing identity is no fault.
func TestDamagedRemoval(t *testing.T) {
	t.Parallel()
	ctx, store := t.Context(), memory.New()
	if err := Migration.Run(ctx, store, slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	person, err1 := documents.Encode(people.KindPerson, "anna", 0, people.Account{ID: "anna", Users: []chat.UserID{"fake:anna"}})
	removal := people.Removal{At: time.Unix(0, 0), User: "fake:anna", Person: "anna"}
	removed, err2 := removal.Doc()
	if err := errors.Join(err1, err2, store.Commit(ctx, person, removed)); err != nil {
		t.Fatal(err)
	}
	forms := map[string]func(storage.Doc) error{people.KindRemoved: documents.CheckForm[people.Removal]}
	report, err := Examine(ctx, storagetest.Damaged{Store: store, Key: removed.Key}, forms)
	if err != nil || report.People != 1 || report.Damaged != 1 || !slices.Equal(report.Faults, []string{"removed anna isn't as it was written"}) {
		t.Errorf("%+v, %v", report, err)
	}
}

// TestSummariesKeepThinking: a migration, which reads tables without their deals, keeps what their summaries know of
// these.
func TestSummariesKeepThinking(t *testing.T) {
	t.Parallel()
	ctx, store := t.Context(), memory.New()
	table, err1 := documents.Encode(tables.KindTable, "ABCD", 0, match.Table{ID: "ABCD", Stage: match.Playing})
	summary, err2 := documents.Encode(tables.KindSummary, "ABCD", 0, tables.Summary{ID: "ABCD", Stage: match.Open, Thinks: true})
	if err := errors.Join(err1, err2, store.Commit(ctx, table, summary)); err != nil {
		t.Fatal(err)
	}
	tx := documents.NewTransaction(store)
	if err := addSpaces(ctx, store, tx); err != nil {
		t.Fatal(err)
	}
	got := documents.Value[tables.Summary](ctx, tx, tables.KindSummary, "ABCD")
	if tx.Err() != nil || got.Stage != match.Playing || !got.Thinks {
		t.Errorf("got %+v, %v", got, tx.Err())
	}
}
