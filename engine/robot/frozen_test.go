package robot_test

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"testing"

	"tarockbot/engine/enginetest/golden"
	"tarockbot/engine/games"
	"tarockbot/engine/robot"
)

// TestFrozen checks that Easy and Medium, the yardsticks of other levels, play as before. Each line of their files has
// a deal's rules, the checksum of its moves, and the score. New rule sets
// add lines; existing lines must stay.
func TestFrozen(t *testing.T) {
	for _, level := range []robot.Level{robot.Easy, robot.Medium} {
		var lines strings.Builder
		for _, v := range variants(games.All()...) {
			for seed := range 10 {
				d := newDeal(t, v.Rules, v.Options, seed)
				playOut(t, d, slices.Repeat([]robot.Player{level.New()}, d.Game().Seats)...)
				sum := fnv.New64a()
				for _, m := range d.Moves() {
					fmt.Fprintln(sum, m.Seat, m.Action)
				}
				fmt.Fprintf(&lines, "%s %016x %v\n", v.Rules, sum.Sum64(), d.Result().Score)
			}
		}
		golden.Expect(t, "testdata/"+string(level)+".txt", lines.String())
	}
}
