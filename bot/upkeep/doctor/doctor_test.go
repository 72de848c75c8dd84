package doctor

import (
	"context"
	"errors"
	"iter"
	"log/slog"
	"slices"
	"testing"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/bot/match"
	"tarockbot/bot/people"
	"tarockbot/bot/tables"
	"tarockbot/engine"
	"tarockbot/storage"
	"tarockbot/storage/memory"
	"tarockbot/storage/storagetest"
)

// TestDamagedRemoval: somebody who is being forgotten may lack their identity, and nobody else. A damaged removal is one
// fault, and the examination goes on: its person counts as being forgotten.
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
	report, err := Examine(ctx, store, forms)
	if err != nil || len(report.Faults) > 0 {
		t.Errorf("while somebody is being forgotten: %+v, %v", report, err)
	}
	report, err = Examine(ctx, storagetest.Damaged{Store: store, Key: removed.Key}, forms)
	if err != nil || report.People != 1 || report.Damaged != 1 || !slices.Equal(report.Faults, []string{"removed anna isn't as it was written"}) {
		t.Errorf("%+v, %v", report, err)
	}
	err = store.Commit(ctx, storage.Doc{Key: removed.Key, Version: 1})
	if report, examineErr := Examine(ctx, store, forms); err != nil || examineErr != nil || len(report.Faults) != 1 {
		t.Errorf("without a removal: %+v, %v, %v", report, err, examineErr)
	}
}

// TestSummariesKeepThinking: a migration, which reads tables without their deals, keeps what their summaries know of
// these, and adds of which server each board is.
func TestSummariesKeepThinking(t *testing.T) {
	t.Parallel()
	ctx, store := t.Context(), memory.New()
	table, err1 := documents.Encode(tables.KindTable, "ABCD", 0, match.Table{ID: "ABCD", Stage: match.Playing, Messages: match.Messages{
		{Place: chat.Place{Chat: "fake:one"}, Space: "fake:server", Seat: engine.Nobody},
	}})
	summary, err2 := documents.Encode(tables.KindSummary, "ABCD", 0, tables.Summary{ID: "ABCD", Stage: match.Open, Thinks: true})
	if err := errors.Join(err1, err2, store.Commit(ctx, table, summary)); err != nil {
		t.Fatal(err)
	}
	tx := documents.NewTransaction(store)
	if err := addSpaces(ctx, store, tx); err != nil {
		t.Fatal(err)
	}
	got := documents.Value[tables.Summary](ctx, tx, tables.KindSummary, "ABCD")
	if tx.Err() != nil || got.Stage != match.Playing || !got.Thinks || !slices.Equal(got.Spaces, []chat.ChatID{"fake:server"}) {
		t.Errorf("got %+v, %v", got, tx.Err())
	}
}

// unscanned is a store of which no kind may be read.
type unscanned struct {
	storage.Store
	t *testing.T
}

func (u unscanned) Scan(ctx context.Context, kind, from, to string) iter.Seq2[storage.Doc, error] {
	u.t.Errorf("documents of the kind %s are read", kind)
	return u.Store.Scan(ctx, kind, from, to)
}

// TestAuditReadsNoNewerData: an audit of a newer bot's data reads nothing but their version.
func TestAuditReadsNoNewerData(t *testing.T) {
	t.Parallel()
	store := memory.New()
	version, err := documents.Encode(documents.KindMeta, "version", 0, Migration.Current()+1)
	if err := errors.Join(err, store.Commit(t.Context(), version)); err != nil {
		t.Fatal(err)
	}
	if _, err := Audit(t.Context(), unscanned{store, t}, time.Unix(0, 0)); !errors.Is(err, documents.ErrNewerData) {
		t.Errorf("got %v", err)
	}
}
