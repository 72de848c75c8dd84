package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"tarockbot/engine"
)

// recorded are deals whose results another program computed.
const recorded = "../../engine/kosakeln/testdata/records/kosakeln-spieleversum.json"

// records reads the deals of recorded.
func records(t *testing.T) []engine.Record {
	t.Helper()
	data, err := os.ReadFile(recorded)
	if err != nil {
		t.Fatal(err)
	}
	all, err := engine.ParseRecords(data)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// written is a file with the value as JSON.
func written(t *testing.T, value any) string {
	t.Helper()
	data, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "records.json")
	if err := os.WriteFile(name, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestReplay(t *testing.T) {
	broken := records(t)[:3]
	broken[1].Result.Score[0]++
	wrong := fmt.Sprintf("    score[0]: recorded %d, computed %d\n", broken[1].Result.Score[0], broken[1].Result.Score[0]-1)
	illegal := records(t)[:2]
	illegal[0].Actions[0] = illegal[0].Actions[len(illegal[0].Actions)-1]
	unfinished := records(t)[:1]
	unfinished[0].Actions = unfinished[0].Actions[:5]
	early := records(t)[:1]
	early[0].Actions = early[0].Actions[:5]
	unfinished[0].Result = nil
	for _, c := range []struct {
		name string
		file string
		code int
		want string // after the file's name
	}{
		{"right", recorded, 0, ": 20 deals, 0 differ\n"},
		{"one deal, no array", written(t, records(t)[0]), 0, ": 1 deals, 0 differ\n"},
		{"wrong score", written(t, broken), exitDiffers, ": 3 deals, 1 differ\n  deal 2 (kosakeln/spieleversum): \n" + wrong},
		{"illegal action", written(t, illegal), exitDiffers, ": 2 deals, 1 differ\n  deal 1 (kosakeln/spieleversum): engine: action 0"},
		{"unfinished", written(t, unfinished), 0, ": 1 deals, 0 differ\n"},
		{"result too early", written(t, early), exitDiffers, ": 1 deals, 1 differ\n  deal 1 (kosakeln/spieleversum): the deal is not over"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := tarockbot(t, "replay", c.file)
			if got.code != c.code || !strings.HasPrefix(got.out, c.file) || !strings.Contains(got.out, c.want) {
				t.Errorf("got exit %d, %q and %q, want exit %d and %q", got.code, got.out, got.err, c.code, c.want)
			}
		})
	}
}

func TestReplayJSON(t *testing.T) {
	all := records(t)
	unfinished := all[0]
	unfinished.Actions, unfinished.Result = unfinished.Actions[:5], nil
	got := tarockbot(t, "replay", "--json", recorded, written(t, unfinished))
	got.wantSuccess(t, "[")
	var results []*engine.Result
	if err := json.Unmarshal([]byte(got.out), &results); err != nil {
		t.Fatal(err)
	}
	var want []*engine.Result
	for _, r := range all {
		want = append(want, r.Result)
	}
	if !reflect.DeepEqual(results, append(want, nil)) {
		t.Errorf("got %s", got.out)
	}
	if !strings.Contains(got.err, "20 deals, 0 differ") {
		t.Errorf("the lines are not on the error output: %q", got.err)
	}
}

func TestReplayUnreadable(t *testing.T) {
	tarockbot(t, "replay", "/nowhere/at/all.json").wantFailure(t, exitIO, "/nowhere/at/all.json")
	file := written(t, map[string]string{"format": "chess"})
	tarockbot(t, "replay", file).wantFailure(t, exitData, file)
	tarockbot(t, "replay", file).wantFailure(t, exitData, "chess")
}

// TestReplayOfAnUnknownGame: its actions are no actions here, but that is not
// what is wrong.
func TestReplayOfAnUnknownGame(t *testing.T) {
	record := func(rules string) map[string]any {
		return map[string]any{"format": engine.RecordFormat, "rules": rules, "deck": []string{"JOKER"}, "actions": []string{"0 knock twice"}}
	}
	one := written(t, record("strohmandeln/vienna"))
	tarockbot(t, "replay", one).wantFailure(t, exitData, `deal 1: unknown rules "strohmandeln/vienna"`)
	several := written(t, []any{records(t)[0], record("bridge/rubber")})
	tarockbot(t, "replay", several).wantFailure(t, exitData, `deal 2: unknown rules "bridge/rubber"`)
	verb := written(t, []any{records(t)[0], map[string]any{"format": engine.RecordFormat, "rules": "kosakeln/spieleversum", "actions": []string{"0 knock twice"}}})
	tarockbot(t, "replay", verb).wantFailure(t, exitData, "record 2: ")
	tarockbot(t, "replay", verb).wantFailure(t, exitData, "knock")
}

func TestDifferences(t *testing.T) {
	base := engine.Result{Declarer: 0, Contract: engine.Solo, Thirds: []int{1, 2}, Tricks: []int{3, 4}, Score: []int{5, -5},
		Items: []engine.Item{{Item: engine.TheGame, Value: 5, Won: true}}}
	short := base.Clone()
	short.End.How = "resign"
	for _, c := range []struct {
		name     string
		computed engine.Result
		change   func(*engine.Result)
		want     string
	}{
		{"nothing", base, func(*engine.Result) {}, ""},
		{"fields", base, func(r *engine.Result) { r.Contract, r.Thirds[1] = 0, 9 },
			`contract: recorded null, computed "solo"; thirds[1]: recorded 9, computed 2`},
		{"in an item", base, func(r *engine.Result) { r.Items[0].Value = 6 }, "items[0].value: recorded 6, computed 5"},
		{"an item less", base, func(r *engine.Result) { r.Items = nil },
			`items: recorded [], computed [{"by":0,"item":"game","value":5,"won":true}]`},
		{"the count of an unfinished deal", short, func(r *engine.Result) { r.Thirds[0], r.Score[0] = 9, 9 }, "score[0]: recorded 9, computed 5"},
	} {
		recorded := base.Clone()
		c.change(&recorded)
		if got := strings.Join(differences(recorded, c.computed), "; "); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}
