package script

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/enginetest/golden"
	"tarockbot/engine/kosakeln"
)

// undealableGame fails to deal. Its error shows that the transcript has no earlier mistake.
var undealableGame = engine.Game{ID: "game", Seats: 2, Rules: []engine.RuleSet{{ID: "game/rules"}},
	New: func(string, engine.Options, engine.Cards) (engine.Round, error) { return nil, errors.New("dealt") }}

func twoHands(string, engine.Seat) (places []string) {
	for range 27 {
		places = append(places, "hand 0", "hand 1")
	}
	return places
}

func TestMistakesInTranscripts(t *testing.T) {
	const head = "rules: game/rules\ndealer: 0\n"
	tests := []struct{ name, text, want string }{
		{"no mistake", "# a\n" + head + "hand 0: HK\n1 pass", "dealt"},
		{"an unknown header", "# a\n" + head + "hnad 0: HK\n1 pass", `no header is called "hnad 0"`},
		{"a card twice", "# a\n" + head + "hand 0: HK\nhand 1: HK\n1 pass", "a: hand 1: HK twice"},
		{"an unknown card", "# a\n" + head + "hand 0: HX\nhand 1:\n1 pass", "HX"},
		{"a title without a deal", "# a\n" + head + "# b\n1 pass", `no input under "a"`},
		{"the last title without a deal", "# a\ncovers: c\n" + head, `no input under "a"`},
	}
	for _, tt := range tests {
		r := newRunner(undealableGame, twoHands)
		_, err := golden.Rewrite(tt.text, r.start)
		if err == nil {
			err = r.endDeal()
		}
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
	}
}

func TestMalformedInputs(t *testing.T) {
	for _, input := range []string{"", "?", "? x", "? 2", "? 0 1", "look x", "x lay", "9 lay", "play", "play on", "play low 3", "trick X0"} {
		r := newRunner(undealableGame, twoHands)
		if err := r.input(strings.Fields(input)); err == nil {
			t.Errorf("%q was accepted", input)
		}
	}
}

func dealingPlaces(rules string, dealer engine.Seat) []string {
	all := slices.Repeat([]string{"rest"}, card.Count)
	for seat, hand := range kosakeln.Game.Places(rules, dealer).Hands {
		for _, at := range hand {
			all[at] = fmt.Sprint("hand ", seat)
		}
	}
	return all
}

func TestTranscript(t *testing.T) {
	outcomes := Run(t, kosakeln.Game, "testdata", dealingPlaces)
	CheckCovered(t, outcomes, "play R1/left")
	CheckLeaving(t, outcomes, "R1", []engine.Name{"exchange"}, []engine.Name{LastTricks})
	played := outcomes[0]
	early, said := played.Said(1, engine.Trull)
	if game := played.Item(t, engine.TheGame); !game.Won || played.Taken(1) != 129 || !said || early {
		t.Errorf("game won %v, %d thirds taken, Trull said %v, early %v; want true, 129, true, false", game.Won, played.Taken(1), said, early)
	}
}
