package render_test

import (
	"math/rand/v2"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/render/plan"
)

// TestDrawsEveryGame draws the board and a seat's cards in a random deal of each rule set: at the end and
// in every phase, or in phases new to the game.
func TestDrawsEveryGame(t *testing.T) {
	s, w, random := studio(t), catalogue(t).In("de"), rand.New(rand.NewPCG(5, 6))
	for _, g := range games.All() {
		drawn := make(map[engine.Name]bool)
		for _, rules := range g.Rules {
			t.Run(rules.ID, func(t *testing.T) {
				if *times > 1 {
					clear(drawn)
				}
				r := randomRecordOf(t, random, g, rules)
				for n := range len(r.Actions) + 1 {
					d := after(t, r, n)
					if phase := d.PublicView().Phase; !drawn[phase] || n == len(r.Actions) {
						drawn[phase] = true
						draws(t, s.Picture(plan.TableAndHand{Scene: sceneOf(d), Hand: heldBy(d, engine.Seat(n%g.Seats))}, w, n%2 == 0))
					}
				}
			})
		}
	}
}
