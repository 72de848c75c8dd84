package bot

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/outbox/digest"
	"tarockbot/bot/people/standing"
	"tarockbot/bot/tables/past"
	"tarockbot/storage"
	"tarockbot/storage/memory"
	"tarockbot/storage/storagetest"
)

func newBotForAnna(t *testing.T, store storage.Store) (b *Bot, ask func(line string) chat.Answer) {
	t.Helper()
	b, err := New(Config{Store: store, Random: rand.Reader, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	return b, func(line string) chat.Answer {
		n++
		a, err := b.Handle(t.Context(), chat.Input{ID: fmt.Sprint(n), User: "fake:anna", Name: "anna", Lang: "en", Line: line})
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
}

func TestExportIsBounded(t *testing.T) {
	t.Parallel()
	store := &storagetest.Counted{Store: memory.New()}
	b, ask := newBotForAnna(t, store)
	ask("help")
	anna, _, err := b.Services().People.LookupLinked(t.Context(), "fake:anna")
	if err != nil {
		t.Fatal(err)
	}
	const matches, rivals = 1000, 6000
	long := strings.Repeat("x", chat.MaxFile/matches)
	put := func(kind, id string, v any) {
		if err := b.Documents().Put(t.Context(), kind, id, 0, v); err != nil {
			t.Fatal(err)
		}
	}
	for i := range matches {
		p := match.HistoryEntry{Table: chat.TableID(fmt.Sprint("t", i)), Rules: long, Ended: time.Unix(int64(i), 0).UTC(), People: []chat.PersonID{anna.ID, "bert"}, Totals: []int{1, -1}}
		put(past.KindHistory, string(anna.ID)+"|"+p.Cursor(), p)
	}
	for i := range rivals {
		put(standing.KindRival, standing.RivalID("kosakeln", anna.ID, chat.PersonID(fmt.Sprint("rival", i))), standing.Tally{Points: i, Matches: 1})
	}
	put(digest.KindDigest, string(anna.ID), digest.Digest{Plan: digest.Plan{Calls: map[chat.TableID]int{"t7": 1}}})
	if err := b.Services().Messages.Digests.Load(t.Context()); err != nil {
		t.Fatal(err)
	}
	store.Reads = 0
	var x struct {
		Accounts         []struct{ Digest struct{ Games []string } }
		Matches          []any
		Rivals           []any
		Left, RivalsLeft int
	}
	file := ask("export").File
	if err := json.Unmarshal(file.Data, &x); err != nil || len(file.Data) > chat.MaxFile {
		t.Errorf("the file has %d bytes: %v", len(file.Data), err)
	}
	for what, n := range map[string][3]int{"matches": {len(x.Matches), x.Left, matches}, "rivals": {len(x.Rivals), x.RivalsLeft, rivals}} {
		if n[0] == 0 || n[1] == 0 || n[0]+n[1] != n[2] {
			t.Errorf("of %d %s, %d are exported and %d omitted", n[2], what, n[0], n[1])
		}
	}
	if games := x.Accounts[0].Digest.Games; len(games) != 1 || games[0] != "t7" {
		t.Errorf("the exported digest has %q", games)
	}
	const otherReads = 20
	if maxReads := len(x.Rivals) + otherReads; store.Reads > maxReads {
		t.Errorf("%d single reads, want at most %d", store.Reads, maxReads)
	}
}

func TestFilesInProgressAreLimited(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b, ask := newBotForAnna(t, memory.New())
		files := b.Services().Account.Files
		for range cap(files) {
			files <- struct{}{}
		}
		for _, line := range []string{"export", "history export"} {
			if a := ask(line); a.Alert != b.Services().Language.Words.In("en").Say("refuse.files-busy") {
				t.Errorf("%s gets %+v", line, a)
			}
		}
		time.AfterFunc(time.Second/2, func() { <-files })
		if a := ask("export"); a.File == nil || len(files) != cap(files)-1 {
			t.Errorf("after waiting the answer is %+v; %d files are in progress", a, len(files))
		}
	})
}
