// Package games lists the games. Add a new game to All.
package games

import (
	"fmt"

	"tarockbot/engine"
	"tarockbot/engine/illustrated"
	"tarockbot/engine/kosakeln"
	"tarockbot/engine/strohmandeln"
)

// All returns every game, as offered.
func All() []engine.Game {
	return []engine.Game{
		kosakeln.Game,
		illustrated.Game,
		strohmandeln.Game,
	}
}

// ByRules returns the game with the rule set.
func ByRules(rules string) (engine.Game, error) {
	for _, g := range All() {
		if _, err := g.RuleSet(rules); err == nil {
			return g, nil
		}
	}
	return engine.Game{}, fmt.Errorf("games: no rule set %.40q", rules)
}

// Replay calls engine.Replay with the record's game.
func Replay(r engine.Record) (*engine.Deal, error) { return withGame(engine.Replay, r) }

// ReplayWithResult calls engine.ReplayWithResult with the record's game.
func ReplayWithResult(r engine.Record) (*engine.Deal, error) {
	return withGame(engine.ReplayWithResult, r)
}

func withGame(call func(engine.Game, engine.Record) (*engine.Deal, error), r engine.Record) (*engine.Deal, error) {
	g, err := ByRules(r.Rules)
	if err != nil {
		return nil, err
	}
	return call(g, r)
}
