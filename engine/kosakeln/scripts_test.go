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

func dealingOrder(_ string, dealer engine.Seat) (places []string) {
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

func valueName(o script.Outcome, item engine.Item) string {
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

func hasDoubling(o script.Outcome) bool {
	return slices.ContainsFunc(o.Table.Claims, func(c engine.Claim) bool { return c.Doubled > 0 })
}

// rulesToCover lists what the transcripts must cover.
const rulesToCover = `R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R19 R20 R23
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

func TestScripts(t *testing.T) {
	outcomes, values := script.Run(t, kosakeln.Game, "testdata", dealingOrder), script.Values{}
	for _, o := range outcomes {
		if o.Table.Result == nil || o.Table.Declarer == engine.Nobody {
			continue
		}
		for _, item := range o.Table.Result.Items {
			if !o.Table.Result.End.WasCutShort() { // a deal that was cut short proves no outcome of play
				values.Add(t, o, fmt.Sprint(item.Item, " won: ", item.Won), 0)
			}
			if !hasDoubling(o) {
				values.Add(t, o, valueName(o, item), item.Value)
			}
		}
	}
	values.Expect(t, "testdata/values.list")
	script.CheckCovered(t, outcomes, rulesToCover)
	guides.CheckRulings(t, kosakeln.Game, rulesToCover)
	script.CheckLeaving(t, outcomes, "R24", []engine.Name{"exchange", "auction"},
		[]engine.Name{"before", "talon", "discard", "after", "play", script.LastTricks})
}
