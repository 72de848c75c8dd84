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

var freeze = flag.Bool("freeze", false, "write testdata/LEVEL.txt anew: a level becomes another player")

// TestFrozen: the levels that others are measured by play 200 deals as they always did.
// A line is a deal among players of the level: its rules, the check sum of all moves,
// and the score.
func TestFrozen(t *testing.T) {
	for _, level := range []robot.Level{robot.Easy, robot.Medium} {
		t.Run(string(level), func(t *testing.T) {
			file := "testdata/" + string(level) + ".txt"
			got := frozenDeals(t, level)
			if *freeze {
				if err := os.WriteFile(file, []byte(strings.Join(got, "\n")+"\n"), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			want := strings.Split(strings.TrimSpace(string(text)), "\n")
			if len(want) != len(got) {
				t.Fatalf("%d deals, want %d", len(got), len(want))
			}
			for i := range want {
				if got[i] != want[i] {
					t.Errorf("deal %d:\n got %s\nwant %s", i, got[i], want[i])
				}
			}
		})
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
