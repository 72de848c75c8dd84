package command

import (
	"slices"
	"testing"

	"tarockbot/engine"
)

func TestAnnouncementsInPromptOrder(t *testing.T) {
	t.Parallel()
	say := func(w engine.Word) engine.Action { return engine.Say(engine.Announce, w) }
	p := engine.Prompt{Choices: []engine.Action{say(engine.Absolute), say(engine.Panzer), say(engine.Valat), engine.Say(engine.EndAnnouncing, 0)}}
	got, err := chosenActions(p, []string{"announce.valat", "announce.absolute"})
	if want := []engine.Action{say(engine.Absolute), say(engine.Valat), engine.Say(engine.EndAnnouncing, 0)}; err != nil || !slices.Equal(got, want) {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
}

func TestMeaningInPrompt(t *testing.T) {
	t.Parallel()
	done, good, take := engine.Say(engine.EndAnnouncing, 0), engine.Say(engine.SayGood, 0), engine.Say(engine.TakeOver, 0)
	auction, after := engine.Prompt{Choices: []engine.Action{take, good}}, engine.Prompt{Choices: []engine.Action{done}}
	for _, tt := range []struct {
		typed  engine.Action
		prompt engine.Prompt
		want   engine.Action
	}{{done, auction, good}, {done, after, done}, {take, auction, take}, {done, engine.Prompt{}, done}} {
		if got := meaningOf(tt.typed, tt.prompt); got != tt.want {
			t.Errorf("%q where %v is offered means %q, want %q", tt.typed, tt.prompt.Choices, got, tt.want)
		}
	}
}
