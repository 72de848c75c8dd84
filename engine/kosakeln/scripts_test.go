package kosakeln_test

import (
	"fmt"
	"slices"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/enginetest/guides"
	"tarockbot/engine/enginetest/script"
	"tarockbot/engine/kosakeln"
)

// dealt is where RULES 1.1 deals the cards.
func dealt(_ string, dealer engine.Seat) (places []string) {
	add := func(n int, place string) {
		for range n {
			places = append(places, place)
		}
	}
	add(6, "talon")
	for _, place := range []string{"hand", "hand", "personal", "personal", "hand", "hand"} {
		for _, seat := range []engine.Seat{1 - dealer, dealer} {
			add(4, fmt.Sprint(place, " ", seat))
		}
	}
	return places
}

// valueRow is a line of the table of RULES 1.7, written out once more.
type valueRow struct {
	bonus         engine.Word
	silent        int
	after, before [3]int // dreiblatt, zweiblatt, einblatt
	solo          int
}

var valueTable = []valueRow{
	{engine.Pagat, 3, [3]int{6, 8, 10}, [3]int{12, 16, 20}, 24},
	{engine.Uhu, 3, [3]int{7, 10, 12}, [3]int{14, 20, 24}, 28},
	{engine.Pelikan, 3, [3]int{8, 12, 14}, [3]int{16, 24, 28}, 32},
	{engine.Quapil, 3, [3]int{9, 14, 16}, [3]int{18, 28, 32}, 36},
	{engine.Absolute, 0, [3]int{1, 2, 3}, [3]int{2, 4, 6}, 9},
	{engine.Panzer, 0, [3]int{3, 6, 12}, [3]int{6, 12, 24}, 28},
	{engine.WithoutTrull, 0, [3]int{1, 2, 3}, [3]int{2, 4, 6}, 9},
	{engine.WithoutKings, 0, [3]int{1, 2, 3}, [3]int{2, 4, 6}, 9},
	{engine.Valat, 0, [3]int{24, 48, 72}, [3]int{24, 48, 72}, 96},
}

// cells is every value that RULES 1.3 and 1.7 name, by bonus, contract and
// time. "won" and "lost" cells ask for the one and the other once a bonus.
func cells() map[string]int {
	want := map[string]int{"trull/silent": 1, "kings/silent": 1, "birds/silent": 3,
		"trull/said": 1, "kings/said": 1, "birds/said": 3}
	contracts := []string{"dreiblatt", "zweiblatt", "einblatt", "solo"}
	for i, contract := range contracts {
		want["game/"+contract] = 3 * (i + 1)
		want["valat/"+contract+"/silent"] = 4 * 3 * (i + 1)
	}
	for _, row := range valueTable {
		name := row.bonus.String()
		for i, contract := range contracts[:3] {
			want[name+"/"+contract+"/after"] = row.after[i]
			want[name+"/"+contract+"/before"] = row.before[i]
		}
		want[name+"/solo"] = row.solo
		if row.silent > 0 {
			want[name+"/silent"] = row.silent
		}
		want[name+"/won"], want[name+"/lost"] = 0, 0
	}
	want["game/won"], want["game/lost"] = 0, 0
	return want
}

// cell is the value cell that an item shows.
func cell(o script.Outcome, item engine.Item) string {
	name, contract := item.Item.String(), "/"+o.Table.Contract.String()
	early, said := o.Said(item.By, item.Item)
	switch {
	case item.Item == engine.TheGame:
		return name + contract
	case item.Silent && item.Item == engine.Valat:
		return name + contract + "/silent"
	case item.Silent:
		return name + "/silent"
	case !said:
		return name + "/unsaid"
	case slices.Contains([]engine.Word{engine.Trull, engine.Kings, engine.Birds}, item.Item):
		return name + "/said"
	case o.Table.Contract == engine.Solo:
		return name + contract
	case early:
		return name + contract + "/before"
	default:
		return name + contract + "/after"
	}
}

// doubled says whether anything was, so that values aren't the table's.
func doubled(o script.Outcome) bool {
	return slices.ContainsFunc(o.Table.Claims, func(c engine.Claim) bool { return c.Doubled > 0 })
}

// rules is what transcripts must name: the rulings that concern a single deal
// of Kosakeln, and the rules of sections 0 and 1 that can be got wrong.
const rules = `R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R19 R20 R23
0/follow 0/trump 0/tarock-led 0/anything 0/no-duty-to-beat 0/highest-wins 0/winner-leads 0/forehand-leads
0/needs-107 0/discard-honours 0/discard-tarocks 0/looking-back
1.1/deal
1.2/classic 1.2/medium 1.2/easy 1.2/tactical 1.2/club 1.2/shown-when-both 1.2/unpicked-unseen 1.2/unpicked-counts
1.3/jump 1.3/hold 1.3/hold-forehand-only 1.3/pass-is-out 1.3/thrown-in 1.3/forehand-solo-ends
1.4/defender-speaks 1.4/solo-one-round
1.5/dreiblatt 1.5/zweiblatt 1.5/einblatt 1.5/solo 1.5/rest-counts 1.5/rest-open
1.6/ladder 1.6/carried 1.6/larger-factor 1.6/answers-only 1.6/only-payer 1.6/never-held 1.6/never-early
1.6/contra-early 1.6/contra-off 1.6/defender-bird 1.6/solo
1.7/declarer-bamberger 1.7/spieleversum-rights 1.7/once-a-side 1.7/bird-in-hand 1.7/without-none
1.7/held-before-talon 1.7/held-said 1.7/announced-lost 1.7/guarded 1.7/highest-first 1.7/unguarded
1.7/auto-loss 1.7/spoiled-plays-on 1.7/without-needs-game
1.7/valat-alone 1.7/valat-defender 1.7/valat-defender-not 1.7/valat-hushes
R24/bird-won R24/bird-lost R24/bird-fallen R24/bird-kept R24/bird-away R24/bird-open R24/held R24/without R24/without-open
R24/valat-broken R24/valat-open R24/points`

// TestScripts plays the transcripts and checks that together they show every
// value and every rule. Values are read off the results, not off what a
// transcript says of itself.
func TestScripts(t *testing.T) {
	outcomes := script.Run(t, kosakeln.Game, "testdata", dealt)
	shown := map[string]bool{}
	want := cells()
	for _, o := range outcomes {
		if o.Table.Result == nil {
			continue
		}
		for _, item := range o.Table.Result.Items {
			note(t, o, item, want, shown)
		}
	}
	for name := range want {
		if !shown[name] {
			t.Errorf("no transcript shows the value %s", name)
		}
	}
	script.CheckCovered(t, outcomes, rules)
	guides.CheckRulings(t, kosakeln.Game, rules)
	script.CheckLeaving(t, outcomes, "R24", []engine.Name{"exchange", "auction"},
		[]engine.Name{"before", "talon", "discard", "after", "play", script.LastTricks})
}

// note marks what an item shows and compares it with the table. Won and lost
// have to be played out, a settlement doesn't show them.
func note(t *testing.T, o script.Outcome, item engine.Item, want map[string]int, shown map[string]bool) {
	t.Helper()
	if o.Table.Declarer == engine.Nobody {
		return
	}
	if !o.Table.Result.End.CutShort() {
		shown[item.Item.String()+"/lost"] = shown[item.Item.String()+"/lost"] || !item.Won
		shown[item.Item.String()+"/won"] = shown[item.Item.String()+"/won"] || item.Won
	}
	if doubled(o) {
		return
	}
	name := cell(o, item)
	value, known := want[name]
	if !known || value != item.Value {
		t.Errorf("%s: %s is %d, the table has %d (%v)", o.Name, name, item.Value, value, known)
	}
	shown[name] = true
}
