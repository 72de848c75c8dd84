package doctor

import (
	"bytes"
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
	"tarockbot/storage/bolt"
	"tarockbot/storage/memory"
	"tarockbot/storage/sealed"
	"tarockbot/storage/storagetest"
)

func openUsedData(t *testing.T) storage.Store {
	t.Helper()
	store, err := bolt.Open(storagetest.Unpacked(t, "../../testdata/version7.db.gz"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	return store
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func get(t *testing.T, store storage.Store, kind, id string) storage.Doc {
	t.Helper()
	doc, err := store.Get(t.Context(), storage.Key{Kind: kind, ID: id})
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// replace replaces old in the document. An empty text deletes the document.
func replace(t *testing.T, store storage.Store, kind, id, old, text string) {
	t.Helper()
	doc := get(t, store, kind, id)
	if !bytes.Contains(doc.Data, []byte(old)) {
		t.Fatalf("%s %s is %s; want %q in it", kind, id, doc.Data, old)
	}
	if doc.Data = bytes.Replace(doc.Data, []byte(old), []byte(text), 1); text == "" {
		doc.Data = nil
	}
	must(t, store.Commit(t.Context(), doc))
}

func put(t *testing.T, store storage.Store, kind, id, data string) {
	t.Helper()
	must(t, store.Commit(t.Context(), storage.Doc{Key: storage.Key{Kind: kind, ID: id}, Data: []byte(data)}))
}

func TestExamine(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		damage func(*testing.T, storage.Store)
		faults []string // prefixes
	}{
		"no damage": {func(*testing.T, storage.Store) {}, nil},
		"an illegal move": {func(t *testing.T, s storage.Store) {
			replace(t, s, "table", "s5bvpmhz", `"1 play XVI"`, `"1 play XXI"`)
		}, []string{"table s5bvpmhz can't be read: "}},
		"another table's document": {func(t *testing.T, s storage.Store) {
			put(t, s, "table", "copied23", string(get(t, s, "table", "8dxg5n96").Data))
		}, []string{"table copied23 contains the id 8dxg5n96", "table copied23 has no summary"}},
		"a lost summary": {func(t *testing.T, s storage.Store) {
			replace(t, s, "brief", "8dxg5n96", "", "")
		}, []string{"table 8dxg5n96 has no summary"}},
		"a false summary": {func(t *testing.T, s storage.Store) {
			replace(t, s, "brief", "56quwudw", "fake:ida", "fake:emil")
		}, []string{"table 56quwudw has a wrong summary"}},
		"a summary without a table": {func(t *testing.T, s storage.Store) {
			put(t, s, "brief", "nowhere1", "{}")
		}, []string{"brief nowhere1 belongs to no table"}},
		"a lost alarm": {func(t *testing.T, s storage.Store) {
			var table struct{ Alarm string }
			must(t, json.Unmarshal(get(t, s, "table", "8dxg5n96").Data, &table))
			replace(t, s, "alarm", table.Alarm, "", "")
		}, []string{"table 8dxg5n96 lacks its alarm "}},
		"alarms without tables": {func(t *testing.T, s storage.Store) {
			put(t, s, "alarm", "wall|00000000000000000001|table|nowhere1", "true")
			put(t, s, "alarm", "wall|00000000000000000002|person|nobody", "true")
			put(t, s, "alarm", "wall|soon|table|nowhere1", "true")
		}, []string{"alarm wall|00000000000000000001|table|nowhere1 belongs to no table", `bot: alarm "wall|soon|table|nowhere1": `}},
		"another result": {func(t *testing.T, s storage.Store) {
			replace(t, s, "deal", "x8q4q58c-1", `"score":[12,-12]`, `"score":[-9,9]`)
		}, []string{"deal x8q4q58c-1 has another result when replayed"}},
		"broken deals": {func(t *testing.T, s storage.Store) {
			put(t, s, "deal", "s5bvpmhz-8", "{")
			replace(t, s, "deal", "x8q4q58c-1", `,"1 play C7"]`, "]")
		}, []string{"deal s5bvpmhz-8 can't be read", "deal x8q4q58c-1 can't be replayed"}},
		"identities without people": {func(t *testing.T, s storage.Store) {
			put(t, s, "identity", "fake:nobody", `"2222222"`)
			put(t, s, "identity", "fake:nothing", "{")
		}, []string{"identity fake:nobody belongs to no person", "identity fake:nothing can't be read"}},
		"people without identities": {func(t *testing.T, s storage.Store) {
			put(t, s, "person", "3333333", `{"id":"3333333","users":["fake:noone"]}`)
			put(t, s, "person", "4444444", `{"id":"5555555"}`)
		}, []string{"person 3333333 lacks the identity fake:noone", "person 4444444 can't be read"}},
		"a malformed removal": {func(t *testing.T, s storage.Store) {
			put(t, s, people.KindRemoved, "3333333", "{")
		}, []string{"removed 3333333 can't be read"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			store := openUsedData(t)
			must(t, Migration.Run(t.Context(), store, slog.New(slog.DiscardHandler)))
			tt.damage(t, store)
			report, err := Examine(t.Context(), store, map[string]func(storage.Doc) error{
				people.KindRemoved: documents.CheckForm[people.Removal],
				tables.KindTable:   func(storage.Doc) error { return errors.New("Examine checked only the form of a table") },
			})
			if err != nil || !slices.EqualFunc(report.Faults, tt.faults, strings.HasPrefix) {
				t.Errorf("got %q, %v; want %q", report.Faults, err, tt.faults)
			}
			if tt.faults == nil && (report.Tables != 15 || report.Deals != 11 || report.People != 13 || report.Editions != Editions{}) {
				t.Errorf("got %+v", report)
			}
		})
	}
}

func TestExamineOlderData(t *testing.T) {
	t.Parallel()
	for version, want := range map[string]error{"5": nil, "4": documents.ErrTooOld, "1000": documents.ErrNewerData} {
		store := openUsedData(t)
		replace(t, store, "meta", "version", "7", version)
		replace(t, store, "brief", "8dxg5n96", "", "")
		put(t, store, "other", "id", "{")
		report, err := Examine(t.Context(), store, map[string]func(storage.Doc) error{"other": documents.CheckForm[int]})
		if !errors.Is(err, want) || want == nil && (report.Tables != 15 || report.Faults != nil) {
			t.Errorf("version %s: %+v, %v", version, report, err)
		}
	}
}

func TestExamineBackupSkipsDeletedTables(t *testing.T) {
	t.Parallel()
	store := openUsedData(t)
	newer := bytes.Replace(get(t, store, "deal", "x8q4q58c-1").Data, []byte(`"edition":2`), []byte(`"edition":1000`), 1)
	put(t, store, "deal", "longgone-0", string(newer))
	put(t, store, "deal", "longgone-1", "{")
	backup, err1 := ExamineBackup(t.Context(), store)
	deals, err2 := ExamineDeals(t.Context(), store)
	must(t, errors.Join(err1, err2))
	if backup.Faults != nil || backup.Newer != 1 || backup.Tables != 15 {
		t.Errorf("backup deals: %+v", backup)
	}
	if len(deals.Faults) != 1 || deals.Newer != 1 || deals.Tables != 0 || deals.Deals != 13 {
		t.Errorf("all deals: %+v", deals)
	}
}

func TestSealedTables(t *testing.T) {
	t.Parallel()
	below := memory.New()
	keys, err := sealed.ParseKeys(sealed.NewKey())
	if err != nil {
		t.Fatal(err)
	}
	withKey := sealed.New(below, keys, tables.KindTable)
	put(t, withKey, tables.KindTable, "abcd2345", "{}")
	withoutKey, err := ExamineDeals(t.Context(), sealed.New(below, sealed.Keys{}, tables.KindTable))
	if err != nil || withoutKey.Sealed != 1 || withoutKey.Faults != nil {
		t.Errorf("without a key: %+v, %v", withoutKey, err)
	}
	put(t, below, tables.KindTable, "moved234", string(get(t, below, tables.KindTable, "abcd2345").Data))
	moved, err := ExamineDeals(t.Context(), withKey)
	if err != nil || moved.Sealed != 0 || !slices.Equal(moved.Faults, []string{"table moved234 doesn't match its seal"}) {
		t.Errorf("with a copied table: %+v, %v", moved, err)
	}
}

func TestDamagedRemoval(t *testing.T) {
	t.Parallel()
	ctx, store := t.Context(), memory.New()
	must(t, Migration.Run(ctx, store, slog.New(slog.DiscardHandler)))
	person, err1 := documents.Encode(people.KindPerson, "anna", 0, people.Account{ID: "anna", Users: []chat.UserID{"fake:anna"}})
	removal := people.Removal{At: time.Unix(0, 0), User: "fake:anna", Person: "anna"}
	removed, err2 := removal.Doc()
	must(t, errors.Join(err1, err2, store.Commit(ctx, person, removed)))
	forms := map[string]func(storage.Doc) error{people.KindRemoved: documents.CheckForm[people.Removal]}
	report, err := Examine(ctx, store, forms)
	if err != nil || len(report.Faults) > 0 {
		t.Errorf("during an erasure: %+v, %v", report, err)
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

// TestSummariesKeepThinking: migration decodes tables without their deals and so can't recompute Thinks.
func TestSummariesKeepThinking(t *testing.T) {
	t.Parallel()
	ctx, store := t.Context(), memory.New()
	table, err1 := documents.Encode(tables.KindTable, "ABCD", 0, match.Table{ID: "ABCD", Stage: match.Playing, Messages: match.Messages{
		{Place: chat.Place{Chat: "fake:one"}, Space: "fake:server", Seat: engine.Nobody},
	}})
	summary, err2 := documents.Encode(tables.KindSummary, "ABCD", 0, tables.Summary{ID: "ABCD", Stage: match.Open, Thinks: true})
	must(t, errors.Join(err1, err2, store.Commit(ctx, table, summary)))
	tx := documents.NewTransaction(store)
	must(t, addSpaces(ctx, store, tx))
	got := documents.Value[tables.Summary](ctx, tx, tables.KindSummary, "ABCD")
	if tx.Err() != nil || got.Stage != match.Playing || !got.Thinks || !slices.Equal(got.Spaces, []chat.ChatID{"fake:server"}) {
		t.Errorf("got %+v, %v", got, tx.Err())
	}
}

type failOnScan struct {
	storage.Store
	t *testing.T
}

func (u failOnScan) Scan(ctx context.Context, kind, from, to string) iter.Seq2[storage.Doc, error] {
	u.t.Errorf("documents of the kind %s were read", kind)
	return u.Store.Scan(ctx, kind, from, to)
}

func TestAuditReadsNoNewerData(t *testing.T) {
	t.Parallel()
	store := memory.New()
	version, err := documents.Encode(documents.KindMeta, "version", 0, Migration.Current()+1)
	must(t, errors.Join(err, store.Commit(t.Context(), version)))
	if _, err := Audit(t.Context(), failOnScan{store, t}, time.Unix(0, 0)); !errors.Is(err, documents.ErrNewerData) {
		t.Errorf("got %v", err)
	}
}

// TestEditions: deals of this edition must replay to their result, older ones to an end; newer ones aren't replayed.
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
		{name: "unchanged"},
		{"a wrong result", `"value":3`, `"value":4`, "another result", 0, 0},
		{"older rules", `"value":3` + "|" + edition, `"value":4|`, "", 1, 0},
		{"older rules, explicit edition", `"value":3` + "|" + edition, `"value":4|,"edition":1`, "", 1, 0},
		{"newer rules", `"value":3` + "|" + edition, `"value":4|` + newer, "", 0, 1},
		{"newer rules, unfinished here", `"actions":["0 resign"]|` + edition, `"actions":[]|` + newer, "", 0, 1},
		{"invalid edition", edition, `,"edition":-1`, "can't be read", 0, 0},
		{"older rules, unfinished", `"actions":["0 resign"]|` + edition, `"actions":[]|`, "can't be replayed", 1, 0},
	} {
		changed, was, is := string(settled), strings.Split(tt.was, "|"), strings.Split(tt.is, "|")
		for i := range was {
			if !strings.Contains(changed, was[i]) {
				t.Fatalf("%s: no %s in %s", tt.name, was[i], changed)
			}
			changed = strings.Replace(changed, was[i], is[i], 1)
		}
		store := memory.New()
		must(t, store.Commit(t.Context(), storage.Doc{Key: storage.Key{Kind: past.KindDeal, ID: "abcd2345-1"}, Data: []byte(changed)}))
		report, err := ExamineDeals(t.Context(), store)
		if err != nil || report.Editions != (Editions{Older: tt.older, Newer: tt.newer}) || (tt.fault == "") != (len(report.Faults) == 0) ||
			!strings.Contains(strings.Join(report.Faults, "\n"), tt.fault) {
			t.Errorf("%s: %v, %+v, %q", tt.name, err, report.Editions, report.Faults)
		}
	}
}
