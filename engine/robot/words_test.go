package robot_test

import (
	"strings"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/robot"
)

// Hands from poor to rich.
const (
	poor   = "II III V VI VIII H4 H3 HC D4 D3 DC S7 S8 SC C7 C8"
	fair   = "I II V VI VIII X XI XIII XV XVII HK H4 DK D3 S8 C7"
	good   = "I II V VI VIII X XI XIII XV XVIII XXI HK DK D3 SK C7"
	superb = "I V VI VIII X XI XIII XV XVII XX XXI SKUS HK DK SK S8"
	ultimo = "I II V VI VIII X XI XIII XV XVI XVII XX XXI SKUS HK DK"
)

// TestWords: bids, announcements and doublings. Offered words are separated
// by commas.
func TestWords(t *testing.T) {
	const bids = "bid dreiblatt, bid zweiblatt, bid einblatt, bid solo, pass"
	const before = "announce pagat, announce valat, done"
	tests := []struct {
		name, hand, offered string
		calls               []engine.Move
		contract            engine.Word
		declarer            engine.Seat
		taken               int
		want                string
	}{
		{name: "passes a poor hand", hand: poor, offered: bids, want: "pass"},
		{name: "bids a fair hand low", hand: fair, offered: bids, want: "bid dreiblatt"},
		{name: "bids a good hand higher", hand: good, offered: bids, want: "bid einblatt"},
		{name: "bids a superb hand to the top", hand: superb, offered: bids, want: "bid solo"},
		{name: "passes a poor hand over a bid", hand: poor, offered: bids[len("bid dreiblatt, "):],
			calls: []engine.Move{{Seat: 1, Action: engine.Say(engine.Bid, engine.Dreiblatt)}}, want: "pass"},
		{name: "holds when strong", hand: good, offered: "bid solo, hold, pass",
			calls: []engine.Move{{Seat: 0, Action: engine.Say(engine.Bid, engine.Dreiblatt)}, {Seat: 1, Action: engine.Say(engine.Bid, engine.Einblatt)}}, want: "hold"},
		{name: "lets go when weak", hand: poor, offered: "bid solo, hold, pass",
			calls: []engine.Move{{Seat: 0, Action: engine.Say(engine.Bid, engine.Dreiblatt)}, {Seat: 1, Action: engine.Say(engine.Bid, engine.Einblatt)}}, want: "pass"},
		{name: "announces what it holds", hand: poor, contract: engine.Dreiblatt,
			offered: "announce kings, announce birds, done", want: "announce kings"},
		{name: "keeps quiet about the Pagat", hand: good, contract: engine.Dreiblatt, offered: before, want: "done"},
		{name: "announces the Pagat with tarocks enough", hand: ultimo, contract: engine.Dreiblatt, offered: before, want: "announce pagat"},
		{name: "Absolute waits for the talon", hand: superb, contract: engine.Dreiblatt, taken: -1,
			offered: "announce absolute, done", want: "done"},
		{name: "Absolute when strong", hand: superb, contract: engine.Dreiblatt, offered: "announce absolute, done", want: "announce absolute"},
		{name: "no Without before the talon", hand: superb, contract: engine.Dreiblatt, taken: -1,
			offered: "announce without-kings, done", want: "done"},
		{name: "Without when the game is as good as won", hand: superb, contract: engine.Dreiblatt,
			offered: "announce without-kings, done", want: "announce without-kings"},
		{name: "contra only when very strong", hand: superb, contract: engine.Einblatt, declarer: 1,
			offered: "contra game, done", want: "contra game"},
		{name: "no contra with a fair hand", hand: fair, contract: engine.Einblatt, declarer: 1,
			offered: "contra game, done", want: "done"},
		{name: "no contra in an unknown contract", hand: superb, contract: engine.Valat, declarer: 1,
			offered: "contra game, done", want: "done"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v := engine.View{PublicView: engine.PublicView{Contract: tt.contract, Declarer: tt.declarer, Calls: tt.calls,
				Packet: 3, Taken: tt.taken, HandSize: []int{16, 16}}}
			v.Cards = cards(t, tt.hand)
			got := robot.Medium.New().Act(v, engine.Prompt{Choices: words(t, tt.offered)}, nil)[0]
			if got.String() != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestThreeSeatWords: what is said at a table of three.
func TestThreeSeatWords(t *testing.T) {
	over := func(word engine.Word) []engine.Move {
		return []engine.Move{{Seat: 1, Action: engine.Say(engine.Bid, word)}}
	}
	tests := []struct {
		name, hand, offered string
		calls               []engine.Move
		want                string
	}{
		{"bids a fair hand low", fair, "bid dreiblatt, bid zweiblatt, bid einblatt, bid solo, pass", nil, "bid dreiblatt"},
		{"passes a poor one", poor, "bid dreiblatt, bid zweiblatt, bid einblatt, bid solo, pass", nil, "pass"},
		{"is out over a bid with a poor hand", poor, "bid zweiblatt, bid einblatt, bid solo, take, good", over(engine.Dreiblatt), "good"},
		{"bids higher with a good one", good, "bid zweiblatt, bid einblatt, bid solo, take, good", over(engine.Dreiblatt), "bid einblatt"},
		{"takes over what is high enough", fair, "bid einblatt, bid solo, take, good", over(engine.Zweiblatt), "take"},
		{"holds what was taken over", good, "hold, good", over(engine.Zweiblatt), "hold"},
		{"gives it up when weak", poor, "hold, good", over(engine.Zweiblatt), "good"},
		{"announces two Trull cards", fair, "announce honours, done", nil, "announce honours"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v := engine.View{PublicView: engine.PublicView{Declarer: engine.Nobody, Calls: tt.calls, HandSize: []int{16, 16, 16}}}
			v.Cards = cards(t, tt.hand)
			if got := robot.Medium.New().Act(v, engine.Prompt{Choices: words(t, tt.offered)}, nil)[0]; got.String() != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestOtherTables: at a table of as many as no row is about, the Pagat is not
// announced with any hand.
func TestOtherTables(t *testing.T) {
	for _, hand := range []string{poor, ultimo} {
		v := engine.View{PublicView: engine.PublicView{Declarer: 0, HandSize: make([]int, 1)}}
		v.Cards = cards(t, hand)
		p := engine.Prompt{Choices: words(t, "announce pagat, done")}
		if got := robot.Medium.New().Act(v, p, nil)[0]; got.String() != "done" {
			t.Errorf("with %s: %q", hand, got)
		}
	}
}

// words reads actions separated by commas.
func words(t *testing.T, list string) (actions []engine.Action) {
	t.Helper()
	for _, s := range strings.Split(list, ", ") {
		a, err := engine.ParseAction(s)
		if err != nil {
			t.Fatal(err)
		}
		actions = append(actions, a)
	}
	return actions
}
