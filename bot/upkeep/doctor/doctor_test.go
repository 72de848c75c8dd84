package doctor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/bot/match"
	"tarockbot/bot/people"
	"tarockbot/bot/tables"
	"tarockbot/bot/tables/past"
	"tarockbot/engine"
	"tarockbot/engine/games"
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

// TestEditions: a deal says by which edition of the rules it was settled. One of this edition must come to its result when
// it is replayed, an older one to its end, and a newer one to nothing.
func TestEditions(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("../../../engine/kosakeln/testdata/records/kosakeln-bamberger-classic.json")
	if err != nil {
		t.Fatal(err)
	}
	records, err := engine.ParseRecords(data)
	if err != nil {
		t.Fatal(err)
	}
	record := records[0]
	record.Actions, record.Result, record.Edition = []engine.Move{{Action: engine.Say(engine.Resign, 0)}}, nil, engine.Edition
	deal, err := games.Replay(record)
	if err != nil {
		t.Fatal(err)
	}
	record.Result = deal.Result()
	settled, err := json.Marshal(record)
	if err != nil {
		t.Fatal(err)
	}
	edition, newer := fmt.Sprintf(`,"edition":%d`, engine.Edition), fmt.Sprintf(`,"edition":%d`, engine.Edition+1)
	for _, tt := range []struct {
		name, was, is, fault string
		older, newer         int
	}{
		{name: "as it is"},
		{"a result that isn't its own", `"value":3`, `"value":4`, "another result", 0, 0},
		{"one by other rules", `"value":3` + "|" + edition, `"value":4|`, "", 1, 0},
		{"one that says so", `"value":3` + "|" + edition, `"value":4|,"edition":1`, "", 1, 0},
		{"one by newer rules", `"value":3` + "|" + edition, `"value":4|` + newer, "", 0, 1},
		{"one by newer rules that doesn't end here", `"actions":["0 resign"]|` + edition, `"actions":[]|` + newer, "", 0, 1},
		{"one by no rules", edition, `,"edition":-1`, "can't be read", 0, 0},
		{"one by other rules that doesn't end", `"actions":["0 resign"]|` + edition, `"actions":[]|`, "can't be replayed", 1, 0},
	} {
		changed, was, is := string(settled), strings.Split(tt.was, "|"), strings.Split(tt.is, "|")
		for i := range was {
			if !strings.Contains(changed, was[i]) {
				t.Fatalf("%s: no %s in %s", tt.name, was[i], changed)
			}
			changed = strings.Replace(changed, was[i], is[i], 1)
		}
		store := memory.New()
		if err := store.Commit(t.Context(), storage.Doc{Key: storage.Key{Kind: past.KindDeal, ID: "abcd2345-1"}, Data: []byte(changed)}); err != nil {
			t.Fatal(err)
		}
		report, err := ExamineDeals(t.Context(), store)
		if err != nil || report.Editions != (Editions{Older: tt.older, Newer: tt.newer}) || (tt.fault == "") != (len(report.Faults) == 0) ||
			!strings.Contains(strings.Join(report.Faults, "\n"), tt.fault) {
			t.Errorf("%s: %v, %+v, %q", tt.name, err, report.Editions, report.Faults)
		}
	}
}
