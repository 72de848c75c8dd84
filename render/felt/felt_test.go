package felt_test

import (
	"slices"
	"testing"

	"tarockbot/render/felt"
)

func TestLines(t *testing.T) {
	pile := func(line string) felt.Pile { return felt.Pile{Top: &felt.Card{Line: line}} }
	table := felt.Table{
		Reader: 1,
		Seats:  []felt.Seat{{Piles: []felt.Pile{pile("another's")}}, {Piles: []felt.Pile{{Below: 3}, pile("play HK")}}},
		Hand:   []felt.Card{{Line: "play I"}, {}},
		Talon:  []felt.Packet{{Line: "take 1"}},
	}
	if got, want := table.Lines(), []string{"play I", "", "play HK", "take 1"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
