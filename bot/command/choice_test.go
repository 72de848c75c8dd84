package command

import (
	"slices"
	"testing"

	"tarockbot/engine"
)

// TestAnnouncedInOrder: what is chosen together is said in the order in which it
// may be, whichever was pressed first.
func TestAnnouncedInOrder(t *testing.T) {
	t.Parallel()
	say := func(w engine.Word) engine.Action { return engine.Say(engine.Announce, w) }
	p := engine.Prompt{Words: []engine.Action{say(engine.Absolute), say(engine.Panzer), say(engine.Valat), engine.Say(engine.Done, 0)}}
	got, err := chosenActions(p, []string{"announce.valat", "announce.absolute"})
	if want := []engine.Action{say(engine.Absolute), say(engine.Valat), engine.Say(engine.Done, 0)}; err != nil || !slices.Equal(got, want) {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
}
