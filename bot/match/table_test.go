package match

import (
	"encoding/json"
	"maps"
	"reflect"
	"strings"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/games"
)

// TestFault15RepeatedPrompt tests that a repeated prompt is a new question.
func TestFault15RepeatedPrompt(t *testing.T) {
	t.Parallel()
	withChoice := func(q question) question {
		q.prompt.Choices = append(q.prompt.Choices, engine.Say(engine.EndAnnouncing, 0))
		return q
	}
	first := withChoice(question{deal: 1, moves: 2})
	if !first.same(withChoice(question{deal: 1, moves: 2})) {
		t.Error("a question differs from itself")
	}
	for what, other := range map[string]question{
		"another deal": withChoice(question{deal: 2, moves: 2}), "after an answer": withChoice(question{deal: 1, moves: 3}),
		"in another phase":   withChoice(question{deal: 1, moves: 2, prompt: engine.Prompt{Phase: "other"}}),
		"for cards":          withChoice(question{deal: 1, moves: 2, prompt: engine.Prompt{Pick: engine.Pick{Max: 1}}}),
		"with other choices": {deal: 1, moves: 2},
	} {
		if first.same(other) {
			t.Errorf("%s: got the same question", what)
		}
	}
}

func TestStoredResult(t *testing.T) {
	t.Parallel()
	want := engine.Result{
		Declarer: engine.Nobody, Contract: engine.Simple, Thirds: []int{105, 105}, Tricks: []int{13, 14}, Score: []int{1, 0},
		Items: []engine.Item{{Item: engine.Pagat, Won: true, Value: 1, Silent: true, Breakdown: engine.Breakdown{Gainers: 1}}},
		End:   engine.End{Reason: engine.LostAtOnce, Seat: 1}, Drawn: true,
	}
	data, err := json.Marshal(storeResult(want))
	if err != nil {
		t.Fatal(err)
	}
	var stored storedResult
	if err := json.Unmarshal(data, &stored); err != nil {
		t.Fatal(err)
	}
	if got := stored.restore(); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestExportDealOmitsPeople(t *testing.T) {
	t.Parallel()
	want := map[string]any{"levels": 1.0, "proof": 1.0}
	for _, f := range reflect.VisibleFields(reflect.TypeFor[engine.Record]()) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		want[name] = 1.0
	}
	stored := maps.Clone(want)
	stored["people"] = 1.0
	data, err := json.Marshal(stored)
	if err != nil {
		t.Fatal(err)
	}
	file, err := ExportDeal(data)
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := json.Unmarshal(file, &got); err != nil || !maps.Equal(got, want) {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
}

// TestUndoEndsWithDeal tests that no one can agree to an undo after the deal.
func TestUndoEndsWithDeal(t *testing.T) {
	t.Parallel()
	for what, wantEnd := range map[RequestKind]bool{UndoRequest: true, PauseRequest: false} {
		game, err := games.ByRules("kosakeln/bamberger")
		if err != nil {
			t.Fatal(err)
		}
		setup, err := engine.Setup{Rules: "kosakeln/bamberger", Length: 2}.Check(game)
		if err != nil {
			t.Fatal(err)
		}
		tb := &Table{
			Stage: Playing, Chairs: make(Chairs, 2), Setup: Setup{Setup: setup}, Consent: &ConsentRequest{What: what},
			Match: engine.Match{Game: game, Setup: setup},
		}
		if err := tb.Match.NextDeal(card.Full.Cards()); err != nil {
			t.Fatal(err)
		}
		if _, err := tb.Match.Deal.Act(0, engine.Say(engine.Resign, 0)); err != nil {
			t.Fatal(err)
		}
		if need, _, err := tb.Advance(); err != nil || need != NeedsCards {
			t.Fatalf("got need %v, %v", need, err)
		}
		if got := tb.Consent == nil; got != wantEnd {
			t.Errorf("%q ends with the deal: %v, want %v", what, got, wantEnd)
		}
	}
}
