package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"

	"tarockbot/engine/games"
)

var sameSeeds = flag.Uint64("same-seeds", 2, "of how many seeds the evening is played twice")

func TestMain(m *testing.M) {
	runtime.GOMAXPROCS(1) // as in main
	os.Exit(m.Run())
}

// TestSameSeed checks that a seed is always the same evening. If two evenings differ, more are
// played, and all but one must be the same: once in many thousand evenings the machine stops between
// two goroutines that are due at the same moment, and the scheduler picks the other one first. The
// race detector always mixes them.
func TestSameSeed(t *testing.T) {
	for n := range *sameSeeds {
		t.Run(fmt.Sprint("seed ", n), func(t *testing.T) {
			came, most := make(map[string]int), 0 // by the hash of the history
			evenings := 2
			for i := 0; i < evenings; i++ {
				_, history := evening(t, n)
				came[history]++
				most = max(most, came[history])
				if len(came) > 1 {
					evenings = 10
				}
			}
			if most < evenings-1 {
				t.Errorf("of %d evenings these came so often: %v", evenings, came)
			}
		})
	}
}

// TestInvitations checks that people start games by every rule set.
func TestInvitations(t *testing.T) {
	for _, g := range games.All() {
		for _, set := range g.Rules {
			_, short, _ := strings.Cut(set.ID, "/")
			if !slices.ContainsFunc(invitations, func(terms string) bool {
				name, _, _ := strings.Cut(terms, " ")
				return name == set.ID || name == short
			}) {
				t.Errorf("no invitation is to %s", set.ID)
			}
		}
	}
}
