package illustrated_test

import (
	"fmt"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/enginetest/guides"
	"tarockbot/engine/enginetest/script"
	"tarockbot/engine/illustrated"
)

func dealingOrder(rules string, dealer engine.Seat) (places []string) {
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

// rulesToCover lists what the transcripts must cover.
const rulesToCover = `R1 R6 R11 R12 R13 R14 R17 R23
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

func TestScripts(t *testing.T) {
	outcomes := script.Run(t, illustrated.Game, "testdata", dealingOrder)
	script.TariffValues(t, outcomes).Expect(t, "testdata/values.list")
	script.CheckCovered(t, outcomes, rulesToCover)
	guides.CheckRulings(t, illustrated.Game, rulesToCover)
	script.CheckLeaving(t, outcomes, "R24", []engine.Name{"auction"},
		[]engine.Name{"before", "talon", "discard", "after", "play", script.LastTricks})
}
