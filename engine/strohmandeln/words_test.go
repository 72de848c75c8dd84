package strohmandeln

import (
	"slices"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

// TestWordsOfAllKinds: where rules know both, what may be declared and what may
// be said of a card are offered together.
func TestWordsOfAllKinds(t *testing.T) {
	r := round{rules: &ruleSet{bonuses: []bonus{declaredTrull, rossTopschin, declaredKings}}}
	r.play.Hands[0] = card.Trull | card.Kings | 1<<xvii | 1<<xviii
	want := []engine.Action{engine.Say(engine.Declare, engine.Trull), rossWords[0], engine.Say(engine.Declare, engine.Kings)}
	if got := (playing{}).words(&r, 0, r.play.Hands[0]); !slices.Equal(got, want) {
		t.Errorf("offered %v, want %v", got, want)
	}
}
