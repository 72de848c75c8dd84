package main

import (
	"encoding/json"
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
	all, err := engine.ParseRecords([]byte(readText(t, name)))
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// written is a file with the value as JSON.
func written(t *testing.T, value any) string {
	t.Helper()
	return text(t, jsonText(value))
}

// edited is a file with a record that has items enough, changed.
func edited(t *testing.T, change func(*engine.Record)) string {
	t.Helper()
	all := records(t)
	r := all[slices.IndexFunc(all, func(r engine.Record) bool { return len(r.Result.Items) > 2 })]
	result := r.Result.Clone()
	r.Result = &result
	change(&r)
	return written(t, r)
}

// text is a file with the text.
func text(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "text.json")
	writePrivate(t, name, text)
	return name
}

func TestReplay(t *testing.T) {
	const deal, unreadable = "\n  deal 1 (kosakeln/spieleversum): ", ": 1 deals, 0 differ, 1 can't be read\n  deal 1 can't be read: "
	two := jsonText(records(t)[:2])
	wrong := func(edition int) string {
		return edited(t, func(r *engine.Record) { r.Result.Score[0], r.Edition = r.Result.Score[0]+1, edition })
	}
	for _, c := range []struct {
		name string
		file string
		code int
		want string // after the file's name
	}{
		{"right", recorded, 0, ": 20 deals, 0 differ\n"},
		{"one deal, no array", written(t, records(t)[0]), 0, ": 1 deals, 0 differ\n"},
		{"unfinished", edited(t, func(r *engine.Record) { r.Actions, r.Result = r.Actions[:5], nil }), 0, ": 1 deals, 0 differ\n"},
		{"the items in another order", edited(t, func(r *engine.Record) { slices.Reverse(r.Result.Items) }), 0, ": 1 deals, 0 differ\n"},

		{"wrong score", wrong(0), exit.Findings, ": 1 deals, 1 differ" + deal + "\n    score[0]: recorded "},
		{"an item twice", edited(t, func(r *engine.Record) { r.Result.Items = append(r.Result.Items, r.Result.Items[1]) }),
			exit.Findings, "}], computed []\n"},
		{"illegal action", edited(t, func(r *engine.Record) { r.Actions[0] = r.Actions[len(r.Actions)-1] }),
			exit.Findings, deal + "engine: action 0"},
		{"result too early", edited(t, func(r *engine.Record) { r.Actions = r.Actions[:5] }), exit.Findings, deal + "the deal is not over"},

		{"settled by older rules", wrong(engine.FirstEdition), 0, "1 deals settled by older rules"},
		{"settled by these rules", wrong(engine.Edition), exit.Findings, "1 differ\n"},
		{"settled by newer rules", wrong(engine.Edition + 1), exit.Data, ") can't be compared: settled by newer rules"},
		{"no edition", wrong(-1), exit.Data, unreadable + `field "edition": there is no edition -1`},

		{"a card twice", edited(t, func(r *engine.Record) { r.Deck[1] = r.Deck[0] }), exit.Data, unreadable},
		{"no dealer", edited(t, func(r *engine.Record) { r.Dealer = 9 }), exit.Data, unreadable},
		{"no option", edited(t, func(r *engine.Record) { r.Options = engine.Options{"weather": "fine"} }), exit.Data, unreadable},
		{"an unknown game", text(t, `{"format":"`+engine.RecordFormat+`","rules":"strohmandeln/vienna","deck":["JOKER"]}`), exit.Data,
			unreadable + `unknown rules "strohmandeln/vienna"`},
		{"no record", text(t, `{"format":"chess"}`), exit.Data, unreadable + `format "chess"`},
		{"no JSON", text(t, "hello"), exit.Data, unreadable + "engine: after 0 records: invalid character"},
		{"nothing", text(t, ""), exit.Data, unreadable + "engine: neither one record"},
		{"cut off", text(t, two[:len(two)-100]), exit.Data,
			": 2 deals, 0 differ, 1 can't be read\n  deal 2 can't be read: engine: after 1 records: unexpected EOF"},
		{"more behind it", text(t, two+"]"), exit.Data, ": 3 deals, 0 differ, 1 can't be read\n  deal 3 can't be read: engine: neither"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := tarockbot(t, "replay", c.file)
			if got.code != c.code || !strings.HasPrefix(got.out, c.file) || !strings.Contains(got.out, c.want) {
				t.Errorf("got exit %d, %q and %q, want exit %d and %q", got.code, got.out, got.err, c.code, c.want)
			}
		})
	}
	tarockbot(t, "replay", "/nowhere/at/all.json").wantFailure(t, exit.IO, "/nowhere/at/all.json")
}

// TestReplayOfMany: of several files with deals of all kinds each deal is told of by its number, and all are counted.
func TestReplayOfMany(t *testing.T) {
	all := records(t)[:3]
	all[1].Result.Score[0]++
	all[2].Actions[2] = all[2].Actions[len(all[2].Actions)-1]
	mixed, one := written(t, []any{7, all[0], map[string]any{"format": "chess"}, all[1], all[2]}), written(t, records(t)[0])
	got := tarockbot(t, "replay", mixed, one)
	got.wantFailure(t, exit.Data, "2 of 6 deals can't be read, 2 differ")
	for _, want := range []string{
		mixed + ": 5 deals, 2 differ, 2 can't be read\n", one + ": 1 deals, 0 differ\n",
		"  deal 1 can't be read: a record is an object, and no JSON number", `  deal 3 can't be read: format "chess"`,
		"  deal 4 (kosakeln/spieleversum): \n    score[0]: ", "  deal 5 (kosakeln/spieleversum): engine: action 2, ",
	} {
		if !strings.Contains(got.out, want) {
			t.Errorf("no %q in\n%s", want, got.out)
		}
	}
	var results []*engine.Result
	err := json.Unmarshal([]byte(tarockbot(t, "replay", "--json", mixed).out), &results)
	if err != nil || len(results) != 5 || results[0] != nil || results[1] == nil {
		t.Errorf("%d results, %v", len(results), err)
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
