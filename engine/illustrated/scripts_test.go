package illustrated_test

import (
	"fmt"
	"slices"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/enginetest/guides"
	"tarockbot/engine/enginetest/script"
	"tarockbot/engine/illustrated"
)

// dealt is where RULES 2 deals the cards.
func dealt(rules string, dealer engine.Seat) (places []string) {
	add := func(n int, place string) {
		for range n {
			places = append(places, place)
		}
	}
	packet, laps, talonAt := 4, 4, 0
	if rules == illustrated.MayrSedlaczek {
		packet, laps, talonAt = 8, 2, 1
	}
	for lap := range laps {
		if lap == talonAt {
			add(6, "talon")
		}
		for i := range engine.Seat(3) {
			add(packet, fmt.Sprint("hand ", (dealer+1+i)%3))
		}
	}
	return places
}

// valueRow is a line of the table of RULES 2.2, written out once more: worth
// before the talon, after it, in silence; 0 where there is no such thing.
type valueRow struct {
	bonus                 engine.Word
	before, after, silent int
}

var valueTables = map[string][]valueRow{
	illustrated.Loew: {
		{engine.Pagat, 0, 10, 5}, {engine.Uhu, 0, 10, 5},
		{engine.Absolute, 5, 0, 0}, {engine.Panzer, 0, 15, 0},
		{engine.WithoutTrull, 5, 0, 0}, {engine.WithoutKings, 5, 0, 0},
		{engine.Trull, 0, 3, 0}, {engine.Kings, 0, 3, 0}, {engine.TwoTrull, 0, 1, 0},
	},
	illustrated.Beck: {
		{engine.Pagat, 20, 10, 5}, {engine.Uhu, 20, 10, 5},
		{engine.Absolute, 10, 5, 0}, {engine.Panzer, 40, 20, 0},
		{engine.WithoutTrull, 16, 8, 4}, {engine.WithoutKings, 15, 10, 5},
		{engine.Trull, 0, 0, 4}, {engine.Kings, 0, 0, 5}, {engine.TwoTrull, 0, 0, 2},
		{engine.Valat, 48, 24, 12},
	},
	illustrated.MayrSedlaczek: {
		{engine.Pagat, 20, 10, 5},
		{engine.Absolute, 10, 5, 0}, {engine.Panzer, 40, 20, 0},
		{engine.WithoutTrull, 20, 10, 0}, {engine.WithoutKings, 20, 10, 0},
		{engine.Trull, 0, 0, 3}, {engine.Kings, 0, 0, 3},
		{engine.Valat, 80, 40, 20},
	},
}

// gameTable is G by set and contract, for every level that the duel reaches.
var gameTable = map[string]map[engine.Word][]int{
	illustrated.Loew:          {engine.Dreiblatt: {3, 4, 5}, engine.Zweiblatt: {3, 4, 5}, engine.Einblatt: {3, 4, 5}, engine.Solo: {8}},
	illustrated.Beck:          {engine.Dreiblatt: {3, 4, 5}, engine.Zweiblatt: {3}, engine.Einblatt: {3}, engine.Solo: {3}},
	illustrated.MayrSedlaczek: {engine.Dreiblatt: {3}, engine.Zweiblatt: {5}, engine.Einblatt: {7}, engine.Solo: {10}},
}

// times is M.
var times = map[engine.Word]int{engine.Dreiblatt: 1, engine.Zweiblatt: 2, engine.Einblatt: 3, engine.Solo: 4}

// factors are the doublings of each set, early and late.
var factors = map[string]int{
	"illustrated/loew/contra/before": 2, "illustrated/loew/contra/after": 2,
	"illustrated/beck/contra/before": 4, "illustrated/beck/contra/after": 2,
	"illustrated/mayr-sedlaczek/contra/before": 4, "illustrated/mayr-sedlaczek/re/before": 16,
	"illustrated/mayr-sedlaczek/contra/after": 2, "illustrated/mayr-sedlaczek/re/after": 4,
	"illustrated/loew/contra/solo": 2, "illustrated/beck/contra/solo": 2,
	"illustrated/mayr-sedlaczek/contra/solo": 2, "illustrated/mayr-sedlaczek/re/solo": 4,
}

// cells is every value that RULES 2 names. "won" and "lost" cells ask for the
// one and the other once a bonus that can fail, said and in silence.
func cells() map[string]int {
	want := map[string]int{"trischaken/won": 5, "trischaken/clean": 10, "trischaken/lost": 10}
	for name, factor := range factors {
		want[name] = factor
	}
	for set, games := range gameTable {
		for contract, values := range games {
			for level, value := range values {
				want[fmt.Sprint(set, "/game/", contract, "/", level)] = value
			}
		}
		want[set+"/game/won"], want[set+"/game/lost"] = 0, 0
	}
	for set, rows := range valueTables {
		for _, row := range rows {
			row.addCells(want, set+"/"+row.bonus.String())
		}
	}
	return want
}

func (row valueRow) addCells(want map[string]int, name string) {
	add := func(when string, value int) {
		if value != 0 {
			want[name+"/"+when] = value
		}
	}
	add("before", row.before)
	add("after", row.after)
	add("silent", row.silent)
	add("solo", row.before)
	if row.before == 0 {
		add("solo", row.after)
	}
	if held(row.bonus) {
		return
	}
	want[name+"/won"], want[name+"/lost"] = 0, 0
	if row.bonus == engine.Pagat || row.bonus == engine.Uhu {
		want[name+"/beaten"] = 0
	}
}

func held(bonus engine.Word) bool { return bonus.Bonus().Making == engine.ByHolding }

// level is how often the contract was raised in the auction.
func level(t engine.PublicView) (n int) {
	for _, call := range t.Calls {
		switch call.Action.Verb {
		case engine.Bid:
			n = 0
		case engine.Take:
			n++
		case engine.Hold:
			if t.Rules == illustrated.Beck {
				n++
			}
		}
	}
	return n
}

// excess is E as the table shows it.
func excess(t engine.PublicView) int {
	for _, c := range t.Claims {
		if t.Rules == illustrated.Loew && c.Bonus == engine.Panzer {
			return 0
		}
	}
	return max(t.Result.Thirds[t.Declarer]+1, 0)/3 - 35
}

// rules is what transcripts must name: the rulings that concern a single deal
// of Illustrated Tarock, and the rules of section 2 that can be got wrong.
const rules = `R1 R6 R11 R12 R13 R14 R17 R23
2/deal-four 2/deal-eight 2/redeal 2/thrown-in 2/excess-won 2/excess-lost 2/rounded 2/defender-own 2/times 2/other-time
2/turns-early 2/turns-early-mayr 2/turns-late-loew 2/turns-late 2/turns-re 2/next-first
2/contra-once 2/contra-declarers 2/contra-game 2/contra-early-closed 2/no-re 2/held-not-doubled 2/binds-both
2/leave-unbid 2/leave-bid 2/leave-declarer 2/leave-defender 2/leave-decided 2/leave-loew 2/leave-least 2/leave-trischaken 2/leave-doubled
2/leave-silent R24/bird-won R24/bird-lost R24/bird-fallen R24/bird-kept R24/bird-away R24/bird-open R24/held R24/without R24/without-open
R24/valat-broken R24/valat-open R24/points
2.1/pass 2.1/good 2.1/challenger 2.1/take 2.1/hold 2.1/retake-held 2.1/overbid-takes 2.1/third-no-take 2.1/survivor-takes
2.1/level-anew 2.1/taken-over 2.1/solo-ends 2.1/beck-taken 2.1/beck-held 2.1/beck-once 2.1/beck-dreiblatt-only 2.1/mayr
2.2/bird-held 2.2/without-none 2.2/without-dealt 2.2/without-spoiled 2.2/without-needs-game 2.2/silent-without
2.2/loew-held-said 2.2/held-start 2.2/silent-any 2.2/silent-beaten 2.2/partner-beats 2.2/partner-beats-said 2.2/mayr-silent
2.2/defender-pagat 2.2/declarer-only 2.2/announced-lost 2.2/order 2.2/valat-adds 2.2/uhu-off 2.2/honours 2.2/no-honours
2.2/beck-example 2.2/points-together 2.2/loew-times
2.3/beat 2.3/pagat 2.3/talon 2.3/clean 2.3/tie 2.3/silence`

// TestScripts plays the transcripts and checks that together they show every
// value and every rule. Values are read off the results, not off what a
// transcript says of itself.
func TestScripts(t *testing.T) {
	outcomes := script.Run(t, illustrated.Game, "testdata", dealt)
	shown := map[string]bool{}
	want := cells()
	for _, o := range outcomes {
		if r := o.Table.Result; r == nil || r.End.CutShort() {
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
	guides.CheckRulings(t, illustrated.Game, rules)
	script.CheckLeaving(t, outcomes, "R24", []engine.Name{"auction"},
		[]engine.Name{"before", "talon", "discard", "after", "play", script.LastTricks})
}

// note marks what an item shows and compares it with the tables.
func note(t *testing.T, o script.Outcome, item engine.Item, want map[string]int, shown map[string]bool) {
	t.Helper()
	compare := func(name string, value int) {
		shown[name] = true
		if w, known := want[name]; !known || w != value {
			t.Errorf("%s: %s is %d, the table has %d (%v)", o.Name, name, value, w, known)
		}
	}
	if item.Item == engine.Trischaken {
		compare("trischaken/"+trischakenCell(item), item.Value)
		return
	}
	set, factor := o.Table.Rules, max(item.Factor, 1)
	if factor > 1 {
		compare(set+"/"+doublingCell(o.Table, item), factor)
	}
	raw := item.Value / factor / times[o.Table.Contract]
	name := set + "/" + item.Item.String()
	switch end := ending(item); {
	case item.Item == engine.TheGame:
		e := excess(o.Table)
		compare(fmt.Sprint(name, "/", o.Table.Contract, "/", level(o.Table)), raw-max(e, -e))
		shown[name+"/"+end] = true
	default:
		compare(name+"/"+when(o, item), raw)
		shown[name+"/"+end] = true
	}
}

// ending is whether the item was made, lost, or a silent bird beaten.
func ending(item engine.Item) string {
	switch {
	case item.Won:
		return "won"
	case item.Silent:
		return "beaten"
	default:
		return "lost"
	}
}

// when is the time at which an item was said.
func when(o script.Outcome, item engine.Item) string {
	early, said := o.Said(item.By, item.Item)
	switch {
	case item.Silent != !said:
		return "neither said nor silent"
	case item.Silent:
		return "silent"
	case o.Table.Contract == engine.Solo:
		return "solo"
	case early:
		return "before"
	default:
		return "after"
	}
}

func trischakenCell(item engine.Item) string {
	switch {
	case !item.Won:
		return "lost"
	case item.Value > 5:
		return "clean"
	default:
		return "won"
	}
}

// doublingCell is which doubling, and when: what was announced early was
// doubled early, the game at either time.
func doublingCell(t engine.PublicView, item engine.Item) string {
	i := slices.IndexFunc(t.Claims, func(c engine.Claim) bool { return c.Bonus == item.Item && c.Seat == item.By })
	c := t.Claims[i]
	name := []string{"none", "contra", "re"}[c.Doubled]
	switch {
	case t.Contract == engine.Solo:
		return name + "/solo"
	case c.Squared || c.Early:
		return name + "/before"
	default:
		return name + "/after"
	}
}
