package command

import (
	"testing"

	"tarockbot/engine"
)

// TestMeant: "good" is one word of people and two of the game.
func TestMeant(t *testing.T) {
	t.Parallel()
	done, good, take := engine.Say(engine.Done, 0), engine.Say(engine.Good, 0), engine.Say(engine.Take, 0)
	auction, after := engine.Prompt{Words: []engine.Action{take, good}}, engine.Prompt{Words: []engine.Action{done}}
	for _, tt := range []struct {
		typed  engine.Action
		prompt engine.Prompt
		want   engine.Action
	}{{done, auction, good}, {done, after, done}, {take, auction, take}, {done, engine.Prompt{}, done}} {
		if got := meant(tt.typed, tt.prompt); got != tt.want {
			t.Errorf("%q where %v is offered means %q, want %q", tt.typed, tt.prompt.Words, got, tt.want)
		}
	}
}
