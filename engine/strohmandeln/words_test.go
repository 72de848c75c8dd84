package strohmandeln

import (
	"slices"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

func TestDeclareAndRossAreOffered(t *testing.T) {
	r := round{rules: &ruleSet{bonuses: []bonus{declaredTrull, rossTopschin, declaredKings}}}
	r.play.Hands[0] = card.Trull | card.Kings | 1<<card.XVII | 1<<card.XVIII
	want := []engine.Action{engine.Say(engine.Declare, engine.Trull), rossChoices[0], engine.Say(engine.Declare, engine.Kings)}
	if got := (playing{}).choices(&r, 0, r.play.Hands[0]); !slices.Equal(got, want) {
		t.Errorf("offered %v, want %v", got, want)
	}
}
