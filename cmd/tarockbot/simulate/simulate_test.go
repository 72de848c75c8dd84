package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"

	"tarockbot/bot/chat"
	"tarockbot/engine/games"
	"tarockbot/storage"
)

var sameSeeds = flag.Uint64("same-seeds", 2, "how many seeds TestSameSeed plays twice")

func TestMain(m *testing.M) {
	runtime.GOMAXPROCS(1)
	os.Exit(m.Run())
}

// TestSameSeed allows one evening in ten to differ, because the scheduler rarely swaps two goroutines that are due at
// the same moment. The race detector always swaps them.
func TestSameSeed(t *testing.T) {
	for n := range *sameSeeds {
		t.Run(fmt.Sprint("seed ", n), func(t *testing.T) {
			counts, mostEqual := make(map[string]int), 0
			evenings := 2
			for i := 0; i < evenings; i++ {
				_, history := evening(t, n)
				counts[history]++
				mostEqual = max(mostEqual, counts[history])
				if len(counts) > 1 {
					evenings = 10
				}
			}
			if mostEqual < evenings-1 {
				t.Errorf("%d evenings with one seed have different events; evenings by hash: %v", evenings, counts)
			}
		})
	}
}

func TestInvitations(t *testing.T) {
	for _, g := range games.All() {
		for _, set := range g.Rules {
			_, short, _ := strings.Cut(set.ID, "/")
			if !slices.ContainsFunc(invitations, func(terms string) bool {
				name, _, _ := strings.Cut(terms, " ")
				return name == set.ID || name == short
			}) {
				t.Errorf("invitations lack the rule set %s", set.ID)
			}
		}
	}
}

func TestContentOfScreen(t *testing.T) {
	text := []chat.Line{{{Text: "a card"}}}
	for i, s := range []chat.Screen{
		{Text: text}, {Caption: text}, {Picture: &chat.Picture{Alt: "a card"}}, {Felt: &chat.Felt{Game: "a card"}},
		{Choice: &chat.Choice{Label: "a card"}}, {Menus: []chat.Menu{{Label: "a card"}}},
		{Buttons: [][]chat.Button{{{Label: "a card"}}}}, {Translations: []chat.Screen{{Text: text}}},
	} {
		if !strings.Contains(contentOf(s), "a card") {
			t.Errorf("the content of screen %d is %q, want a card in it", i, contentOf(s))
		}
	}
}

func TestPlannedDeath(t *testing.T) {
	shared := newStore(false)
	shared.onCommit = func(string, []storage.Doc) {}
	s := shared.open()
	s.planDeath(death{commitsLeft: 1, applied: true})
	shared.deterministicTurn.Store(true)
	key := storage.Key{Kind: "kind", ID: "id"}
	for _, c := range []struct {
		version int64
		want    error
	}{{1, storage.ErrConflict}, {0, storage.ErrUncertain}, {0, storage.ErrClosed}} {
		if err := s.Commit(t.Context(), storage.Doc{Key: key, Version: c.version, Data: []byte("{}")}); !errors.Is(err, c.want) {
			t.Errorf("got the commit error %v, want %v", err, c.want)
		}
	}
}

func TestHistoryHash(t *testing.T) {
	h := newHistory(new(clock))
	before := h.eventHash()
	if h.record("an event"); h.eventHash() == before {
		t.Error("the hash doesn't depend on the event")
	}
}
