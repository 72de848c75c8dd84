package bot

import (
	"testing"

	"tarockbot/engine"
)

// TestFault15Question: what is asked again after an answer, or in another deal,
// is another question, even in the same words: the buttons of the first don't
// answer the second.
func TestFault15Question(t *testing.T) {
	asked := func(q question) question {
		q.prompt.Words = append(q.prompt.Words, engine.Say(engine.Done, 0))
		return q
	}
	first := asked(question{deal: 1, moves: 2})
	if !first.same(asked(question{deal: 1, moves: 2})) {
		t.Error("it isn't the same as itself")
	}
	for what, other := range map[string]question{
		"another deal": asked(question{deal: 2, moves: 2}), "after an answer": asked(question{deal: 1, moves: 3}),
		"in another phase": asked(question{deal: 1, moves: 2, prompt: engine.Prompt{Phase: "other"}}),
		"for cards":        asked(question{deal: 1, moves: 2, prompt: engine.Prompt{Pick: engine.Pick{Max: 1}}}),
		"in other words":   {deal: 1, moves: 2},
	} {
		if first.same(other) {
			t.Errorf("%s it is the same", what)
		}
	}
}
