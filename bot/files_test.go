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
	"tarockbot/bot/documents"
	"tarockbot/bot/match"
	"tarockbot/bot/outbox/digest"
	"tarockbot/bot/people"
	"tarockbot/bot/people/standing"
	"tarockbot/bot/tables/past"
	"tarockbot/storage"
	"tarockbot/storage/memory"
	"tarockbot/storage/storagetest"
)

// exportRead is what some of an export is.
type exportRead struct {
	Accounts []struct {
		Digest *struct{ Games []chat.TableID }
	}
	Matches          []struct{ Players []string }
	Rivals           []struct{ Rival string }
	Left, RivalsLeft int
}

// exports hands in "export" and reads the file that comes.
func exports(t *testing.T, b *Bot, who people.Person) (x exportRead) {
	t.Helper()
	a, err := b.Handle(t.Context(), chat.Input{ID: "export", User: who.Users[0], Name: who.Name, Lang: "en", Line: "export"})
	if err != nil || a.File == nil {
		t.Fatal(a, err)
	}
	if len(a.File.Data) > chat.MaxFile {
		t.Errorf("the file has %d bytes", len(a.File.Data))
	}
	if err := json.Unmarshal(a.File.Data, &x); err != nil {
		t.Fatal(err)
	}
	return x
}

// TestExportIsBounded: of what there is no room for in an export, nothing is looked
// at but to be counted; and nobody's name is looked up twice.
func TestExportIsBounded(t *testing.T) {
	t.Parallel()
	store := &storagetest.Counted{Store: memory.New()}
	b := botOver(t, store)
	in := chat.Input{ID: "help", User: "fake:anna", Name: "anna", Lang: "en", Line: "help"}
	if _, err := b.Handle(t.Context(), in); err != nil {
		t.Fatal(err)
	}
	anna, _, err := b.Services().People.LookupLinked(t.Context(), in.User)
	if err != nil {
		t.Fatal(err)
	}
	const matches, rivals = 1000, 6000
	long := strings.Repeat("x", chat.MaxFile/matches)
	docs := make([]storage.Doc, 0, matches+rivals)
	put := func(kind, id string, v any) {
		doc, err := documents.Encode(kind, id, 0, v)
		if err != nil {
			t.Fatal(err)
		}
		docs = append(docs, doc)
	}
	for i := range matches {
		p := match.Past{Table: chat.TableID(fmt.Sprint("t", i)), Rules: long, Ended: time.Unix(int64(i), 0).UTC(), People: []chat.PersonID{anna.ID, "bert"}, Totals: []int{1, -1}}
		put(past.KindHistory, string(anna.ID)+"|"+p.Mark(), p)
	}
	for i := range rivals {
		put(standing.KindRival, standing.RivalID("kosakeln", anna.ID, chat.PersonID(fmt.Sprint("rival", i))), standing.Tally{Points: i, Matches: 1})
	}
	put(digest.KindDigest, string(anna.ID), digest.Digest{Plan: digest.Plan{Calls: map[chat.TableID]int{"t7": 1}}})
	if err := store.Commit(t.Context(), docs...); err != nil {
		t.Fatal(err)
	}
	if err := b.Services().Messages.Digests.Load(t.Context()); err != nil {
		t.Fatal(err)
	}
	store.Reads = 0
	x := exports(t, b, anna)
	if len(x.Matches) == 0 || x.Left == 0 || len(x.Matches)+x.Left != matches {
		t.Errorf("of %d matches %d are exported, and %d not", matches, len(x.Matches), x.Left)
	}
	if len(x.Rivals) == 0 || x.RivalsLeft == 0 || len(x.Rivals)+x.RivalsLeft != rivals {
		t.Errorf("of %d rivals %d are exported, and %d not", rivals, len(x.Rivals), x.RivalsLeft)
	}
	if d := x.Accounts[0].Digest; d == nil || len(d.Games) != 1 || d.Games[0] != "t7" {
		t.Errorf("the digest that is exported is %+v", d)
	}
	const others = 20 // the person, the bot's own
	if most := len(x.Rivals) + others; store.Reads > most {
		t.Errorf("%d documents were read one by one, want at most %d", store.Reads, most)
	}
}

// TestFilesOneAfterTheOther: only so many files are made at a time; others wait a
// little, and are told so if that is not enough.
func TestFilesOneAfterTheOther(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := botOver(t, memory.New())
		for range cap(b.Services().Account.Files) {
			b.Services().Account.Files <- struct{}{}
		}
		for i, line := range []string{"export", "history export"} {
			in := chat.Input{ID: fmt.Sprint(i), User: "fake:anna", Name: "anna", Lang: "en", Line: line}
			a, err := b.Handle(t.Context(), in)
			if want := b.Services().Words.In("en").Say("refuse.files-busy"); err != nil || a.Alert != want {
				t.Errorf("%s gets %+v, %v, want %q", line, a, err, want)
			}
		}
		time.AfterFunc(time.Second/2, func() { <-b.Services().Account.Files })
		in := chat.Input{ID: "waits", User: "fake:anna", Name: "anna", Lang: "en", Line: "export"}
		if a, err := b.Handle(t.Context(), in); err != nil || a.File == nil {
			t.Errorf("who has waited gets %+v, %v", a, err)
		}
		if n := len(b.Services().Account.Files); n != cap(b.Services().Account.Files)-1 {
			t.Errorf("%d files are being made still", n)
		}
	})
}

// botOver is a bot that doesn't run.
func botOver(t *testing.T, store storage.Store) *Bot {
	t.Helper()
	b, err := New(Config{Store: store, Random: rand.Reader, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	return b
}
