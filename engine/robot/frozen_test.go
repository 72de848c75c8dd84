package robot_test

import (
	"flag"
	"fmt"
	"hash/fnv"
	"os"
	"slices"
	"strings"
	"testing"

	"tarockbot/engine/games"
	"tarockbot/engine/robot"
)

var freeze = flag.Bool("freeze", false, "add the deals of new rule sets to testdata/LEVEL.txt")

// TestFrozen: the levels that others are measured by play 240 deals as they always did.
// A line is a deal among players of the level: its rules, the check sum of all moves,
// and the score.
func TestFrozen(t *testing.T) {
	for _, level := range []robot.Level{robot.Easy, robot.Medium} {
		t.Run(string(level), func(t *testing.T) {
			file := "testdata/" + string(level) + ".txt"
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got, want := frozenDeals(t, level), strings.FieldsFunc(string(text), func(r rune) bool { return r == '\n' })
			if *freeze {
				want = withNew(want, got)
				if err := os.WriteFile(file, []byte(strings.Join(want, "\n")+"\n"), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			compareFrozen(t, got, want)
			if *freeze {
				t.Fatalf("%s has the new rule sets: test again without -freeze", file)
			}
		})
	}
}

// withNew is the lines that there are, and of the others those by rule sets that have none.
func withNew(lines, others []string) []string {
	all := slices.Clone(lines)
	for _, other := range others {
		if !slices.ContainsFunc(lines, func(line string) bool { return byRules(line, other) == 0 }) {
			all = append(all, other)
		}
	}
	return all
}

// byRules compares the rule sets of two lines.
func byRules(a, b string) int { return strings.Compare(strings.Fields(a)[0], strings.Fields(b)[0]) }

// compareFrozen compares the lines, in whatever order the rule sets come.
func compareFrozen(t *testing.T, got, want []string) {
	t.Helper()
	slices.SortStableFunc(got, byRules)
	slices.SortStableFunc(want, byRules)
	if len(want) != len(got) {
		t.Fatalf("%d deals, want %d", len(got), len(want))
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("deal %d:\n got %s\nwant %s", i, got[i], want[i])
		}
	}
}

// TestWithNew: what is frozen stays, also where it would be different now.
func TestWithNew(t *testing.T) {
	got := withNew([]string{"b/x 1", "b/x 2"}, []string{"a/y 3", "b/x 1", "b/x 4"})
	if want := []string{"b/x 1", "b/x 2", "a/y 3"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// frozenDeals plays ten deals of each variant of the rules.
func frozenDeals(t *testing.T, level robot.Level) (lines []string) {
	t.Helper()
	for _, v := range variants(games.All()...) {
		for seed := range 10 {
			d := newDeal(t, v.Rules, v.Options, seed)
			playOut(t, d, slices.Repeat([]robot.Player{level.New()}, d.Game().Seats)...)
			sum := fnv.New64a()
			for _, m := range d.Moves() {
				fmt.Fprintln(sum, m.Seat, m.Action)
			}
			lines = append(lines, fmt.Sprintf("%s %016x %v", v.Rules, sum.Sum64(), d.Result().Score))
		}
	}
	return lines
}
