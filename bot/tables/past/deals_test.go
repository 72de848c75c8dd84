package past

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/bot/match"
	"tarockbot/engine"
	"tarockbot/engine/fair"
	"tarockbot/storage"
	"tarockbot/storage/memory"
	"tarockbot/storage/storagetest"
)

func storeDeal(t *testing.T, archive Archive, number int, deal match.StoredDeal) {
	t.Helper()
	doc, err := DealDoc("a", number, deal)
	if err == nil {
		err = archive.Store.Commit(t.Context(), doc)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestStoredDeals(t *testing.T) {
	t.Parallel()
	archive := Archive{Store: documents.New(memory.New(), documents.Options{})}
	text := func(s string) *string { return &s }
	cuts := []fair.Cut{{Seat: 0, Text: text("anna's")}, {Seat: 1, Text: text("bert's")}}
	proof := fair.Proof{Cuts: cuts}
	proof.Context.Seats = []string{"anna", "bert"}
	proof.Draws = []fair.Proof{proof}
	players := match.Players{People: []chat.PersonID{"anna", "bert"}}
	storeDeal(t, archive, 1, match.StoredDeal{Record: engine.Record{Rules: "r"}, Players: players, Proof: &proof})
	storeDeal(t, archive, 2, match.StoredDeal{Record: engine.Record{Rules: "r"}, Players: players})
	if err := archive.Holders()[0].Erase(t.Context(), &documents.Erasure{Identity: chat.Identity{Person: "anna"}}); err != nil {
		t.Fatal(err)
	}
	deal, found, err := archive.LoadDeal(t.Context(), "a", 1)
	if err != nil || !found || deal.Record.Rules != "r" {
		t.Fatalf("got %+v, %v, %v", deal, found, err)
	}
	for _, cuts := range [][]fair.Cut{deal.Proof.Cuts, deal.Proof.Draws[0].Cuts} {
		if cuts[0].Text != nil || cuts[1].Text == nil || *cuts[1].Text != "bert's" {
			t.Errorf("the cuts are %+v", cuts)
		}
	}
	for number, want := range map[int]bool{1: true, 2: true, 3: false} {
		if has, err := archive.HasDeal(t.Context(), "a", number); err != nil || has != want {
			t.Errorf("deal %d is stored: %v, %v, want %v", number, has, err, want)
		}
	}
	damaged := documents.New(storagetest.Damaged{Store: archive.Store, Key: storage.Key{Kind: KindDeal, ID: "a-1"}}, documents.Options{})
	if has, err := (Archive{Store: damaged}).HasDeal(t.Context(), "a", 1); has || !errors.Is(err, storage.ErrDamaged) {
		t.Errorf("a damaged deal is stored: %v, %v", has, err)
	}
}

func TestDealsFile(t *testing.T) {
	t.Parallel()
	archive := Archive{Store: documents.New(memory.New(), documents.Options{})}
	for number, rules := range []string{1: "first", 3: strings.Repeat("x", chat.MaxFile/2)} {
		if rules != "" {
			storeDeal(t, archive, number, match.StoredDeal{Record: engine.Record{Rules: rules}})
		}
	}
	f := NewDealsFile()
	for _, p := range []match.HistoryEntry{{Table: "a", Deals: 1}, {Table: "none", Deals: 5}, {Table: "a", Deals: 3}} {
		if err := f.Add(t.Context(), archive.Store, p.Table, p.Deals); err != nil {
			t.Fatal(err)
		}
	}
	if f.Deals() != 3 || f.Matches() != 2 || f.IsFull() {
		t.Errorf("%d deals of %d matches, full: %v", f.Deals(), f.Matches(), f.IsFull())
	}
	if err := f.Add(t.Context(), archive.Store, "a", 3); err != nil || !f.IsFull() || f.Deals() != 3 {
		t.Errorf("%d deals, full: %v, %v", f.Deals(), f.IsFull(), err)
	}
	var deals []engine.Record
	file := f.File("deals.json")
	if err := json.Unmarshal(file.Data, &deals); err != nil || len(file.Data) > chat.MaxFile {
		t.Fatal(err)
	}
	if deals[0].Rules != "first" || len(deals[1].Rules) < 6 || deals[2].Rules != "first" {
		t.Errorf("the file has deals of the rules %.9q, %.9q and %.9q", deals[0].Rules, deals[1].Rules, deals[2].Rules)
	}
	if err := archive.Store.Put(t.Context(), KindDeal, "b-1", 0, 7); err != nil {
		t.Fatal(err)
	}
	if err := NewDealsFile().Add(t.Context(), archive.Store, "b", 1); err == nil {
		t.Error("an unreadable deal causes no error")
	}
}
