package bot_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tarockbot/bot"
	"tarockbot/bot/tables"
	"tarockbot/bot/upkeep/privacy"
	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/storage"
	"tarockbot/storage/bolt"
	"tarockbot/storage/memory"
	"tarockbot/storage/sealed"
)

func sealedWith(t testing.TB, below storage.Store, keys ...string) *sealed.Store {
	t.Helper()
	s := sealed.New(below, nil, bot.SealedKinds()...)
	setKeys(t, s, keys...)
	return s
}

func setKeys(t testing.TB, s *sealed.Store, lines ...string) {
	t.Helper()
	keys, err := sealed.ParseKeys(strings.Join(lines, ""))
	if err != nil {
		t.Fatal(err)
	}
	s.SetKeys(keys)
}

// runLength cards in a row never match by chance.
const runLength = 8

// encodings returns the cards in several forms, each of at least 8 bytes.
func encodings(cards []card.Card) []string {
	var codes, numbers []string
	var values []byte
	for _, c := range cards {
		codes, numbers, values = append(codes, c.String()), append(numbers, fmt.Sprint(int(c))), append(values, byte(c))
	}
	return []string{strings.Join(codes, `","`), strings.Join(codes, " "), strings.Join(numbers, ","), string(values)}
}

// decks maps a table to encodings of parts of its deck and of exchanged cards.
type decks map[string][]string

func decksIn(t *testing.T, s storage.Store) decks {
	t.Helper()
	all := make(decks)
	for doc, err := range s.Scan(t.Context(), "table", "", "") {
		var x struct{ Deal engine.Record }
		if err == nil {
			err = json.Unmarshal(doc.Data, &x)
		}
		if err != nil || len(x.Deal.Deck) < runLength {
			t.Fatalf("table %s: %v, deal %+v", doc.Key.ID, err, x.Deal)
		}
		var parts []string
		for _, m := range x.Deal.Actions[:min(len(x.Deal.Actions), 2)] { // exchanged cards
			parts = append(parts, m.String())
		}
		for from := 0; from+runLength <= len(x.Deal.Deck); from += runLength {
			parts = append(parts, encodings(x.Deal.Deck[from:from+runLength])...)
		}
		all[doc.Key.ID] = parts
	}
	return all
}

func (ds decks) countIn(text string) map[string]int {
	found := make(map[string]int)
	for table, parts := range ds {
		for _, part := range parts {
			if n := strings.Count(text, part); n > 0 {
				found[table] += n
			}
		}
	}
	return found
}

func fileContent(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestDecksAtRest(t *testing.T) {
	t.Parallel()
	matches := shortOrLong(16, 100)
	for _, tt := range []struct {
		name  string
		key   string
		found int
	}{{"sealed", sealed.NewKey(), 0}, {"in the clear", "", matches}} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			file, backup := filepath.Join(t.TempDir(), "data"), filepath.Join(t.TempDir(), "backup")
			below, seen := openBolt(t, file), newShownScreens()
			w := startWorld(t, sealedWith(t, below, tt.key), withHook(seen.hook), withLimits(bot.Limits{TablesPerChat: matches}))
			for i := range matches {
				p := newPair(w, i, seen)
				for range 4 {
					p.act()
				}
			}
			all := decksIn(t, w.store)
			if len(all) != matches {
				t.Fatalf("%d deals are being played, want %d", len(all), matches)
			}
			must(t, below.Backup(t.Context(), backup, nil))
			for _, path := range []string{file, backup} {
				found := all.countIn(fileContent(t, path))
				if len(found) != tt.found {
					t.Errorf("%s has %d decks, want %d", filepath.Base(path), len(found), tt.found)
				}
			}
			const maxPartsPerCopy = (card.Count / runLength) + 1
			old := 0
			for _, n := range all.countIn(fileContent(t, file)) {
				if n > maxPartsPerCopy {
					old++
				}
			}
			if (old > 0) != (tt.found > 0) {
				t.Errorf("freed pages have the decks of %d tables", old)
			}
		})
	}
}

func TestKeyAddedAndRotated(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "data")
	below := openBolt(t, file)
	s := sealedWith(t, below)
	const others = 12 // so that some freed pages stay unused
	w := startWorld(t, s, withLimits(bot.Limits{TablesPerChat: others + 2}))
	for i := range others {
		w.seat("bamberger 2", fmt.Sprint("emil", i), fmt.Sprint("franz", i))
	}
	ids := []string{w.seat("bamberger tactical 2", "anna", "bert"), w.seat("bamberger 2", "carl", "dora")}
	w.mustSay("carl", offeredMove(w.hand("carl", ids[1])))
	w.mustSay("dora", offeredMove(w.hand("dora", ids[1])))
	choice := w.hand("anna", ids[0]).Choice
	w.chooseOne("anna")
	all := decksIn(t, s)
	if found := all.countIn(fileContent(t, file)); len(found) != others+2 {
		t.Errorf("without a key the file has %d decks, want all", len(found))
	}
	old, newer, sealer := sealed.NewKey(), sealed.NewKey(), tables.Sealer{Tables: w.bot.Services().Tables}
	for _, keys := range [][]string{{old}, {old, newer}} {
		setKeys(t, s, keys...)
		for _, want := range []int{others + 2, 0} {
			stale, err := sealer.Stale(w.ctx)
			if err == nil {
				err = sealer.Reseal(w.ctx, stale)
			}
			if len(stale) != want || err != nil {
				t.Fatalf("%d tables are resealed (%v), want %d", len(stale), err, want)
			}
		}
	}
	setKeys(t, s, newer)
	w.mustSay("anna", choice.Toggle+" "+choice.Options[slices.IndexFunc(choice.Options, isFree)+1].Value)
	chosen := 0
	for _, o := range w.hand("anna", ids[0]).Choice.Options {
		if o.Chosen && !o.Fixed {
			chosen++
		}
	}
	if chosen != 2 {
		t.Errorf("%d cards are chosen, want 2", chosen)
	}
	for _, kind := range bot.SealedKinds() {
		for doc, err := range below.Scan(w.ctx, kind, "", "") {
			if err != nil || !sealed.IsSealed(doc.Data) {
				t.Errorf("%s %s is in the clear (%v)", kind, doc.Key.ID, err)
			}
		}
	}
	who, m := w.anyMove(ids[1], "carl", "dora")
	w.mustSay(who, m)
	setKeys(t, s, newer, old) // the next start seals with the added key
	w.restart()
	w.eventually("all tables to be resealed", func() bool {
		for _, err := range s.Stale(w.ctx, "table") {
			return err != nil
		}
		return true
	})
	if n := len(w.storedMoves(ids[1], 0)); n != 3 {
		t.Errorf("%d moves, want 3", n)
	}
	must(t, w.end())
	if erased, err := privacy.HasResidue(t.Context(), s); !erased || err != nil {
		t.Errorf("HasResidue: %v, %v, want true", erased, err)
	}
	must(t, below.Close())
	must(t, bolt.Compact(t.Context(), file))
	if found := all.countIn(fileContent(t, file)); len(found) > 0 {
		t.Errorf("the rewritten file has decks: %v", found)
	}
}

func TestLostKey(t *testing.T) {
	t.Parallel()
	key := sealed.NewKey()
	s := sealedWith(t, memory.New(), key)
	w := startWorld(t, s, withLimits(bot.Limits{TablesPerPerson: 1}))
	w.seat("bamberger 2", "anna", "bert")
	w.playMatch("anna", "bert")
	lostTable := w.seat("bamberger 2", "anna", "bert")
	dorasTable := w.seat("bamberger 2", "carl", "dora")
	w.mustSay("anna", offeredMove(w.hand("anna", lostTable)))
	restartWith := func(key string) {
		t.Helper()
		if err := w.end(); err != nil { // the end still writes with the old key
			t.Fatal(err)
		}
		setKeys(t, s, key)
		w.boot()
	}
	restartWith(sealed.NewKey())
	if log := w.log.String(); strings.Count(log, "tables left out") != 1 || strings.Count(log, "level=ERROR") != 1 {
		t.Errorf("the log says %s", log)
	}
	w.seat("bamberger 2", "anna", "bert") // the lost table doesn't count
	w.expectRefusal("anna", "hand "+lostTable, "table-lost")
	if err := (tables.Expiry{Tables: w.bot.Services().Tables}).OnAlarm(w.ctx, lostTable); err != nil { // must keep the table
		t.Errorf("the alarm of a lost table: %v", err)
	}
	if text := text(*w.mustSay("anna", "history").Screen); !strings.Contains(text, "bert") {
		t.Errorf("anna's history is lost: %s", text)
	}
	w.audit()
	restartWith(key)
	if w.mustSay("anna", "hand "+lostTable).Screen == nil {
		t.Error("the table is missing although the key is back")
	}
	restartWith(sealed.NewKey())
	w.forget("dora")
	left := maps.Collect(w.documents("table"))
	if left[dorasTable] != nil || left[lostTable] == nil {
		t.Errorf("sealed tables left: %q, want only anna's and bert's", slices.Collect(maps.Keys(left)))
	}
}
