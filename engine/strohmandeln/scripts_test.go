package strohmandeln_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/enginetest/guides"
	"tarockbot/engine/enginetest/script"
	"tarockbot/engine/strohmandeln"
)

func dealingOrder(packets int, piles ...int) script.Layout {
	return func(_ string, dealer engine.Seat) (places []string) {
		add := func(n int, place string, number ...any) {
			for _, seat := range []engine.Seat{1 - dealer, dealer} {
				for range n {
					places = append(places, strings.TrimSpace(fmt.Sprintln(append([]any{place, seat}, number...)...)))
				}
			}
		}
		for range packets {
			add(5, "hand")
		}
		for i, n := range piles {
			add(n, "pile", i+1)
		}
		return places
	}
}

var grandThirds = map[string]int{strohmandeln.Classic: 134, strohmandeln.Extended: 134, strohmandeln.Forty: 171}

func valueName(o script.Outcome, item engine.Item) string {
	name := o.Rules + " " + item.Item.String()
	result := o.Table.Result
	gets := item.By
	if !item.Won {
		gets = 1 - item.By
	}
	switch item.Item {
	case engine.TheGame:
		name += "/" + outcome(o, item)
		if o.Table.Declarer != engine.Nobody && o.Table.Claims[0].Doubled > 0 {
			name += "/contra"
		}
		if result.Thirds[gets] >= grandThirds[o.Rules] {
			name += "/grand"
		}
	case engine.Trull, engine.Kings:
		if item.Silent {
			return name + "/gathered"
		}
		return name + "/declared"
	case engine.Rostopschin:
		if item.Won {
			return name + "/won"
		}
		return name + "/lost"
	}
	return name
}

func outcome(o script.Outcome, game engine.Item) string {
	switch {
	case o.Table.Declarer == engine.Nobody:
		return "simple"
	case game.Won:
		return "won"
	default:
		return "lost"
	}
}

// rulesToCover lists what the transcripts must cover.
const rulesToCover = `R9b R15 R16 R18 R21 R23 R30
0/needs-107 0/follow 0/trump 0/tarock-led 0/anything 0/no-duty-to-beat
3.1/deal 3.1/fold 3.1/fold-needs-no-tarock 3.1/fold-after-undertaking 3.1/asked-all-the-same 3.1/same-dealer
3.2/undertake 3.2/dealer-undertakes 3.2/simple 3.2/throw-in
3.2/other-seat 3.2/contra 3.2/contra-grand 3.2/contra-game-alone 3.2/good 3.2/answer-fold 3.2/no-simple
3.3/order 3.3/to-hand 3.3/stays 3.3/winner-first 3.3/last-card 3.3/not-used
3.4/from-both 3.4/duty-over-both 3.4/free-choice
3.5/no-grand 3.5/grand 3.5/under-26 3.5/draw 3.5/undertaker-draw-lost
3.5/declare 3.5/declare-turned-up 3.5/declare-late 3.5/declare-once 3.5/not-declared
3.5/gathered 3.5/pagat 3.5/captured 3.5/uhu 3.5/kakadu 3.5/early-bird 3.5/valat
3.5/ross 3.5/ross-needs 3.5/ross-beaten 3.5/topschin-beaten 3.5/not-led 3.5/not-said 3.5/no-words 3.5/no-ross
3.6/deal 3.6/needs-45 3.6/grand 3.6/draw 3.6/undertaker-draw-lost 3.6/glatzen
leaving/unspoken leaving/simple leaving/undertaker leaving/opponent leaving/grand leaving/bonuses leaving/leaver-none leaving/ross leaving/answer leaving/contra
R24/begun R24/failed R24/made R24/declared R24/bird-won R24/bird-open`

func TestScripts(t *testing.T) {
	outcomes := slices.Concat(script.Run(t, strohmandeln.Game, "testdata", dealingOrder(3, 4, 4, 4)),
		script.Run(t, strohmandeln.Game, "testdata/forty", dealingOrder(2, 4, 3, 3)))
	values := script.Values{}
	for _, o := range outcomes {
		if o.Table.Result == nil || o.Table.Result.End.WasCutShort() {
			continue
		}
		draw := slices.Contains(o.Covers, "3.5/draw") || slices.Contains(o.Covers, "3.6/draw")
		if o.Table.Result.Drawn != draw {
			t.Errorf("%s: the result has Drawn %v", o.Name, !draw)
		}
		for _, item := range o.Table.Result.Items {
			values.Add(t, o, valueName(o, item), item.Value)
		}
	}
	values.Expect(t, "testdata/values.list")
	script.CheckCovered(t, outcomes, rulesToCover)
	guides.CheckRulings(t, strohmandeln.Game, rulesToCover)
	script.CheckLeaving(t, outcomes, "R24", []engine.Name{"undertake"}, []engine.Name{"go-on", "answer", "play", script.LastTricks})
}
