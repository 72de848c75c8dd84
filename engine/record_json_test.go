package engine_test

import (
	"encoding/json"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

// plainRecord lets encoding/json write a record.
type plainRecord engine.Record

func TestRecordJSON(t *testing.T) {
	full := engine.Record{
		Format: engine.RecordFormat, Rules: `<"rules">`, Options: engine.Options{"b": "x", "a": "<&>"}, Dealer: 1, Deck: card.Full.Cards(),
		Actions: []engine.Move{
			{Seat: 1, Action: engine.Say(engine.Bid, engine.Solo)}, {Seat: 0, Action: engine.Say(engine.Pass, 0)},
			{Seat: 0, Action: engine.Action{Verb: engine.ChoosePacket, N: 1}}, {Seat: 0, Action: engine.Action{Verb: engine.ChoosePacket}},
			{Seat: 1, Action: engine.Action{Verb: engine.Discard, Cards: card.Skus.Bit() | card.Pagat.Bit()}},
			{Seat: 1, Action: engine.Play(card.Skus)}, {Seat: 0, Action: engine.Play(53)},
			{Seat: 1, Action: engine.Action{Verb: engine.PlayCard}},
			{Seat: 1, Action: engine.Action{Verb: engine.PlayCard, Cards: card.Skus.Bit() | card.Pagat.Bit()}},
			{Seat: 1, Action: engine.Say(engine.Resign, 0)},
		},
		Result: &engine.Result{Score: []int{1, -1}},
	}
	for name, r := range map[string]engine.Record{
		"full": full, "zero": {}, "empty": {Options: engine.Options{}, Deck: []card.Card{}, Actions: []engine.Move{}},
	} {
		got, err := json.Marshal(r)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		want, err := json.Marshal(plainRecord(r))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if string(got) != string(want) {
			t.Errorf("%s:\n got %s\nwant %s", name, got, want)
		}
	}
}

func TestResultJSON(t *testing.T) {
	three, two := []int{0, 0, 0}, []int{0, 0}
	tests := []struct {
		name   string
		result engine.Result
		want   string
	}{
		{"three seats", engine.Result{Contract: engine.Solo, Thirds: three, Tricks: three, Score: three, UntakenThirds: 9, HasUntaken: true},
			`{"declarer":0,"contract":"solo","thirds":[0,0,0],"tricks":[0,0,0],"items":[],"score":[0,0,0],"rest_thirds":9}`},
		{"no thirds in the rest", engine.Result{Declarer: engine.Nobody, Contract: engine.Trischaken, Thirds: three, Tricks: three, Score: three, HasUntaken: true},
			`{"declarer":null,"contract":"trischaken","thirds":[0,0,0],"tricks":[0,0,0],"items":[],"score":[0,0,0],"rest_thirds":0}`},
		{"thrown in", engine.Result{Declarer: engine.Nobody, Thirds: three, Tricks: three, Score: three},
			`{"declarer":null,"contract":null,"thirds":[0,0,0],"tricks":[0,0,0],"items":[],"score":[0,0,0]}`},
		{"two seats", engine.Result{Contract: engine.Solo, Thirds: two, Tricks: two, Score: two},
			`{"declarer":0,"contract":"solo","thirds":[0,0],"tricks":[0,0],"items":[],"score":[0,0]}`},
	}
	for _, tt := range tests {
		got, err := json.Marshal(tt.result)
		if err != nil || string(got) != tt.want {
			t.Errorf("%s: %s, %v, want %s", tt.name, got, err, tt.want)
		}
		var back engine.Result
		if err := json.Unmarshal(got, &back); err != nil || !back.Matches(tt.result) {
			t.Errorf("%s: Unmarshal gives %+v, %v", tt.name, back, err)
		}
	}
}
