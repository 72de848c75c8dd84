package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/engine"
)

// recorded are deals whose results another program computed.
const recorded = "../../engine/kosakeln/testdata/records/kosakeln-spieleversum.json"

// records are the deals of the test data.
func records(t *testing.T) []engine.Record {
	t.Helper()
	return recordsOf(t, recorded)
}

// recordsOf are the deals of a file.
func recordsOf(t *testing.T, name string) []engine.Record {
	t.Helper()
	data, err := os.ReadFile(name)
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
		{"wrong score", written(t, broken), exit.Findings, ": 3 deals, 1 differ\n  deal 2 (kosakeln/spieleversum): \n" + wrong},
		{"illegal action", written(t, illegal), exit.Findings, ": 2 deals, 1 differ\n  deal 1 (kosakeln/spieleversum): engine: action 0"},
		{"unfinished", written(t, unfinished), 0, ": 1 deals, 0 differ\n"},
		{"result too early", written(t, early), exit.Findings, ": 1 deals, 1 differ\n  deal 1 (kosakeln/spieleversum): the deal is not over"},
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
	same := func(a, b *engine.Result) bool { return a == nil && b == nil || a != nil && b != nil && a.Matches(*b) }
	if !slices.EqualFunc(results, append(want, nil), same) {
		t.Errorf("got %s", got.out)
	}
	if !strings.Contains(got.err, "20 deals, 0 differ") {
		t.Errorf("the lines are not on the error output: %q", got.err)
	}
}

func TestReplayUnreadable(t *testing.T) {
	tarockbot(t, "replay", "/nowhere/at/all.json").wantFailure(t, exit.IO, "/nowhere/at/all.json")
	one := written(t, records(t)[0])
	two, err := json.Marshal(records(t)[:2])
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, data, want string }{
		{"no record", `{"format":"chess"}`, "1 deals, 0 differ, 1 can't be read\n  deal 1 can't be read: format \"chess\""},
		{"no JSON", "hello", "1 deals, 0 differ, 1 can't be read\n  deal 1 can't be read: engine: after 0 records: invalid character"},
		{"nothing", "", "1 deals, 0 differ, 1 can't be read\n  deal 1 can't be read: engine: neither one record"},
		{"cut off", string(two[:len(two)-100]), "2 deals, 0 differ, 1 can't be read\n  deal 2 can't be read: engine: after 1 records: unexpected EOF"},
		{"more behind it", string(two) + "]", "3 deals, 0 differ, 1 can't be read\n  deal 3 can't be read: engine: neither"},
	} {
		file := filepath.Join(t.TempDir(), "broken.json")
		if err := os.WriteFile(file, []byte(c.data), 0o600); err != nil {
			t.Fatal(err)
		}
		got := tarockbot(t, "replay", file, one)
		got.wantFailure(t, exit.Data, "can't be read, 0 differ")
		if !strings.Contains(got.out, file+": "+c.want) || !strings.Contains(got.out, one+": 1 deals, 0 differ\n") {
			t.Errorf("%s: got %q", c.name, got.out)
		}
	}
}

// TestReplayMalformed: a record that can't be read, whatever is wrong with it, is told
// of by its number, and one of its actions by the action's; the others are compared.
func TestReplayMalformed(t *testing.T) {
	all := records(t)[:5]
	all[1].Result.Score[0]++
	all[3].Actions[2] = all[3].Actions[len(all[3].Actions)-1]
	data, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	var list []map[string]any
	if err := json.Unmarshal(data, &list); err != nil {
		t.Fatal(err)
	}
	bad := func(key string, value any) map[string]any {
		record := maps.Clone(list[0])
		record[key] = value
		return record
	}
	actions := slices.Clone(list[0]["actions"].([]any))
	actions[7] = "0 knock twice"
	deck := slices.Clone(list[0]["deck"].([]any))
	deck[3] = "JOKER"
	untyped := slices.Clone(actions)
	untyped[7] = 7
	broken := []any{bad("actions", actions), bad("deck", deck), bad("rules", "bridge/rubber"), bad("format", "chess"), bad("dealer", "anna"), 7, bad("actions", untyped)}
	for _, record := range list {
		broken = append(broken, record)
	}
	got := tarockbot(t, "replay", written(t, broken))
	got.wantFailure(t, exit.Data, "7 of 12 deals can't be read, 2 differ")
	for _, want := range []string{
		": 12 deals, 2 differ, 7 can't be read\n",
		`  deal 1 can't be read: action 7, "0 knock twice": `,
		`  deal 2 can't be read: card 3, "JOKER": `,
		`  deal 3 can't be read: unknown rules "bridge/rubber"`,
		`  deal 4 can't be read: format "chess"`,
		"  deal 5 can't be read: field \"dealer\": no JSON string can stand there",
		"  deal 6 can't be read: a record is an object, and no JSON number", "  deal 7 can't be read: action 7: a JSON number, and no text",
		"  deal 9 (kosakeln/spieleversum): \n    score[0]: ",
		"  deal 11 (kosakeln/spieleversum): engine: action 2, ",
	} {
		if !strings.Contains(got.out, want) {
			t.Errorf("no %q in\n%s", want, got.out)
		}
	}
	var results []*engine.Result
	if err := json.Unmarshal([]byte(tarockbot(t, "replay", "--json", written(t, broken)).out), &results); err != nil || len(results) != 12 {
		t.Errorf("%d results, %v", len(results), err)
	}
}

// TestReplayOfEditions: only an older edition of the rules explains another result; of a
// newer one nothing can be said, and what is none is told.
func TestReplayOfEditions(t *testing.T) {
	forged := records(t)[0]
	result := forged.Result.Clone()
	result.Score[0]++
	forged.Result = &result
	for _, c := range []struct {
		edition, code int
		says          string
	}{
		{0, exit.Findings, "1 differ\n"},
		{engine.FirstEdition, 0, "1 deals settled by older rules"},
		{engine.Edition, exit.Findings, "1 differ\n"},
		{engine.Edition + 1, exit.Data, "deal 1 (kosakeln/spieleversum) can't be compared: settled by newer rules"},
		{99, exit.Data, "0 differ, 1 can't be compared"},
		{-1, exit.Data, `deal 1 can't be read: field "edition": there is no edition -1`},
	} {
		forged.Edition = c.edition
		if got := tarockbot(t, "replay", written(t, forged)); got.code != c.code || !strings.Contains(got.out, c.says) {
			t.Errorf("edition %d: exit %d, want %d; %s%s", c.edition, got.code, c.code, got.out, got.err)
		}
	}
}

// TestReplayOfNoDeal: what no deal can begin with makes a record unreadable, and isn't
// another result.
func TestReplayOfNoDeal(t *testing.T) {
	all := records(t)[:4]
	all[0].Deck = slices.Clone(all[0].Deck)
	all[0].Deck[1] = all[0].Deck[0]
	all[1].Dealer = 9
	all[2].Options = engine.Options{"weather": "fine"}
	got := tarockbot(t, "replay", written(t, all))
	got.wantFailure(t, exit.Data, "3 of 4 deals can't be read, 0 differ")
	for i := range 3 {
		if want := fmt.Sprintf("  deal %d can't be read: ", i+1); !strings.Contains(got.out, want) {
			t.Errorf("no %q in\n%s", want, got.out)
		}
	}
}

// TestReplayOfAnUnknownGame: its actions are no actions here, but that is not
// what is wrong.
func TestReplayOfAnUnknownGame(t *testing.T) {
	record := map[string]any{"format": engine.RecordFormat, "rules": "strohmandeln/vienna", "deck": []string{"JOKER"}, "actions": []string{"0 knock twice"}}
	got := tarockbot(t, "replay", written(t, record))
	got.wantFailure(t, exit.Data, "1 of 1 deals can't be read")
	if want := `  deal 1 can't be read: unknown rules "strohmandeln/vienna"`; !strings.Contains(got.out, want) {
		t.Errorf("no %q in %q", want, got.out)
	}
}

// TestReplayItems: the order of a result's items means nothing; how often one stands
// there does.
func TestReplayItems(t *testing.T) {
	all := records(t)
	i := slices.IndexFunc(all, func(r engine.Record) bool { return len(r.Result.Items) > 2 })
	turned, twice := all[i], all[i]
	reversed := turned.Result.Clone()
	slices.Reverse(reversed.Items)
	turned.Result = &reversed
	tarockbot(t, "replay", written(t, turned)).wantSuccess(t, ": 1 deals, 0 differ\n")
	doubled := twice.Result.Clone()
	doubled.Items = append(doubled.Items, doubled.Items[1])
	twice.Result = &doubled
	item, err := json.Marshal(doubled.Items[1])
	if err != nil {
		t.Fatal(err)
	}
	var fields any
	if err := json.Unmarshal(item, &fields); err != nil {
		t.Fatal(err)
	}
	got := tarockbot(t, "replay", written(t, twice))
	got.wantFailure(t, exit.Findings, "1 of 1 deals differ")
	if want := "    items: recorded [" + jsonText(fields) + "], computed []\n"; !strings.Contains(got.out, want) {
		t.Errorf("no %q in %q", want, got.out)
	}
}

func TestDifferences(t *testing.T) {
	base := engine.Result{Declarer: 0, Contract: engine.Solo, Thirds: []int{1, 2}, Tricks: []int{3, 4}, Score: []int{5, -5},
		Items: []engine.Item{{Item: engine.TheGame, Value: 5, Won: true}}}
	short := base.Clone()
	short.End.Reason = "resign"
	for _, c := range []struct {
		name     string
		computed engine.Result
		change   func(*engine.Result)
		want     string
	}{
		{"nothing", base, func(*engine.Result) {}, ""},
		{"fields", base, func(r *engine.Result) { r.Contract, r.Thirds[1] = 0, 9 },
			`contract: recorded null, computed "solo"; thirds[1]: recorded 9, computed 2`},
		{"in an item", base, func(r *engine.Result) { r.Items[0].Value = 6 }, `items: recorded [{"by":0,"item":"game","value":6,"won":true}], computed [{"by":0,"item":"game","value":5,"won":true}]`},
		{"an item less", base, func(r *engine.Result) { r.Items = nil },
			`items: recorded [], computed [{"by":0,"item":"game","value":5,"won":true}]`},
		{"the count of an unfinished deal", short, func(r *engine.Result) { r.Thirds[0], r.RestThirds, r.HasRest, r.Score[0] = 9, 9, true, 9 }, "score[0]: recorded 9, computed 5"},
	} {
		recorded := base.Clone()
		c.change(&recorded)
		if got := strings.Join(differences(recorded, c.computed), "; "); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}
