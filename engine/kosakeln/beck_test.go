package kosakeln_test

import (
	"slices"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/enginetest/guides"
	"tarockbot/engine/enginetest/script"
	"tarockbot/engine/kosakeln"
)

const beckRulesToCover = `R1 R6 R17 R23 R25 R26 R27 R28 R29
1.9/good 1.9/passed-is-out 1.9/take 1.9/hold 1.9/after-hold 1.9/overbid 1.9/dreiblatt-only 1.9/solo-ends 1.9/thrown-in
1.9/declarer-only 1.9/together 1.9/early-contra 1.9/no-early-turn 1.9/early-closed 1.9/contra-game 1.9/no-re 1.9/solo
1.9/without 1.9/without-silent 1.9/held 1.9/honours 1.9/silent-beaten 1.9/valat-adds 1.9/declarers-valat 1.9/times 1.9/paid 1.9/excess
1.9/left-unbid 1.9/left-bid 1.9/left-declarer 1.9/left-defender 1.9/left-doubled 1.9/left-cards 1.9/left-silent 1.9/left-least
R24/points R24/bird-open R24/bird-won R24/bird-fallen R24/valat-open R24/valat-broken R24/without-open`

func TestBeckScripts(t *testing.T) {
	outcomes := script.Run(t, kosakeln.Game, "testdata/beck", dealingOrder)
	script.TariffValues(t, outcomes).Expect(t, "testdata/beck/values.list")
	script.CheckCovered(t, outcomes, beckRulesToCover)
	guides.CheckRulings(t, kosakeln.Game, beckRulesToCover)
	script.CheckLeaving(t, outcomes, "R24", []engine.Name{"exchange", "auction"},
		[]engine.Name{"before", "talon", "discard", "after", "play", script.LastTricks})
}

func TestMatchLengths(t *testing.T) {
	for rules, lengths := range map[string]map[int]bool{
		kosakeln.Beck: {0: true, 4: false}, kosakeln.Bamberger: {0: false, 4: true}, kosakeln.Spieleversum: {0: false, 2: true},
	} {
		for length, offered := range lengths {
			if _, err := (engine.Setup{Rules: rules, Length: length}).Check(kosakeln.Game); (err == nil) != offered {
				t.Errorf("%s, %d deals: Check returns %v", rules, length, err)
			}
		}
	}
}

func TestBeckExample(t *testing.T) {
	deals := script.Run(t, kosakeln.Game, "testdata/beck/example", dealingOrder)
	settled, annaResigns, bertResigns := deals[0], deals[1], deals[2]
	table, result, points := settled.Table, settled.Table.Result, guides.PointNumbers
	item := func(o script.Outcome, word engine.Word) engine.Item { return o.Item(t, word) }
	game, absolute, pagat := item(settled, engine.TheGame), item(settled, engine.Absolute), item(settled, engine.Pagat)
	value := func(word engine.Word) int { return item(settled, word).Value }
	raised := engine.BeckTariff().Games[0]
	half := engine.Rounded(result.Thirds[0]) - game.Excess
	goal := engine.Absolute.Bonus().Points
	left := func(o script.Outcome, declarers int) []int {
		game := item(o, engine.TheGame)
		return []int{game.Excess, game.Base, game.Excess, game.Factor, game.Value, item(o, engine.Absolute).Value, item(o, engine.Pagat).Value, declarers}
	}
	last := card.SetOf(card.Pagat, card.Pagat+16).Thirds() // Bert takes the I with the XVII
	given := result.Thirds[0] + last
	guides.CheckExampleNumbers(t, kosakeln.Game, "beck", [][]int{
		{table.Exchange[0].N, table.Exchange[1].N},
		{raised[0], raised[1], raised[2]},
		{goal, absolute.Base},
		{pagat.Base},
		{game.Factor},

		append([]int{result.Tricks[0]}, points(settled.Taken(0))...),
		append([]int{table.Exchange[0].N + table.DeclarerDiscards.N}, points(result.Thirds[0]-settled.Taken(0))...),
		append(points(result.Thirds[0]), engine.Rounded(result.Thirds[0]), game.Excess, half),
		slices.Concat([]int{result.Tricks[1], table.Exchange[1].N, 8 - table.Exchange[1].N, 6 - table.DeclarerDiscards.N},
			points(result.Thirds[1]), []int{engine.Rounded(result.Thirds[1])}),

		{game.Base, game.Excess, game.Factor, game.Value},
		{goal, absolute.Value},
		{pagat.Value},
		{value(engine.WithoutKings)},
		{value(engine.Trull)},
		{value(engine.Kings)},
		append(slices.Clone(result.Score), engine.Contracts[1].Times, engine.Contracts[2].Times, engine.Contracts[3].Times),

		slices.Concat(points(result.Thirds[1]), []int{engine.Rounded(result.Thirds[1]), half}, left(annaResigns, annaResigns.Table.Result.Score[1])),
		slices.Concat(points(given), []int{engine.Rounded(given)}, left(bertResigns, bertResigns.Table.Result.Score[0])),
	})
}
