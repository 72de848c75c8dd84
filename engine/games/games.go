// Package games lists the games that can be played: one line a game in All.
package games

import (
	"fmt"

	"tarockbot/engine"
	"tarockbot/engine/illustrated"
	"tarockbot/engine/kosakeln"
	"tarockbot/engine/strohmandeln"
)

// All returns every game, the one offered first in front.
func All() []engine.Game {
	return []engine.Game{
		kosakeln.Game,
		illustrated.Game,
		strohmandeln.Game,
	}
}

// ByRules finds the game that has the rule set.
func ByRules(rules string) (engine.Game, error) {
	for _, g := range All() {
		if _, err := g.RuleSet(rules); err == nil {
			return g, nil
		}
	}
	return engine.Game{}, fmt.Errorf("games: no rule set %.40q", rules)
}

// Replay makes the deal that the record tells of, whatever its game.
func Replay(r engine.Record) (*engine.Deal, error) { return whatever(r, engine.Replay) }

// Recall makes the deal as it was settled, whatever its game.
func Recall(r engine.Record) (*engine.Deal, error) { return whatever(r, engine.Recall) }

func whatever(r engine.Record, again func(engine.Game, engine.Record) (*engine.Deal, error)) (*engine.Deal, error) {
	g, err := ByRules(r.Rules)
	if err != nil {
		return nil, err
	}
	return again(g, r)
}
