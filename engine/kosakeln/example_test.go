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

func TestGuideExample(t *testing.T) {
	deals := script.Run(t, kosakeln.Game, "testdata/example", dealingOrder)
	settled, annaResigns, bertResigns := deals[0], deals[1], deals[2]
	table, result, points := settled.Table, settled.Table.Result, guides.PointNumbers
	item := func(o script.Outcome, word engine.Word) int { return o.Item(t, word).Value }
	game, absolute := settled.Item(t, engine.TheGame), settled.Item(t, engine.Absolute)
	pagat, kings := item(settled, engine.Pagat), item(settled, engine.Kings)
	won := engine.Rounded(result.Thirds[0])
	goal := engine.Absolute.Bonus().Points
	guides.CheckExampleNumbers(t, kosakeln.Game, "example", [][]int{
		{table.Exchange[0].N, table.Exchange[1].N},

		{game.Base},
		{kings},
		{goal, absolute.Base, pagat},
		{game.Factor},

		append([]int{result.Tricks[0]}, points(settled.Taken(0))...),
		append([]int{table.Exchange[0].N + table.DeclarerDiscards.N}, points(result.Thirds[0]-settled.Taken(0))...),
		append(points(result.Thirds[0]), won),
		slices.Concat([]int{result.Tricks[1], table.Exchange[1].N, 8 - table.Exchange[1].N, 6 - table.DeclarerDiscards.N},
			points(result.Thirds[1]), []int{engine.Rounded(result.Thirds[1])}),

		{engine.Rounded(engine.NeededThirds), won, game.Base, game.Factor, game.Value},
		{goal, absolute.Base, absolute.Factor, absolute.Value},
		{pagat},
		{kings},
		{game.Value, absolute.Value + pagat + kings, -result.Score[0], result.Score[1]},

		{item(annaResigns, engine.TheGame), item(annaResigns, engine.Absolute), item(annaResigns, engine.Pagat), item(annaResigns, engine.Kings), annaResigns.Table.Result.Score[1]},
		{item(bertResigns, engine.TheGame), item(bertResigns, engine.Absolute), item(bertResigns, engine.Pagat), item(bertResigns, engine.Kings), bertResigns.Table.Result.Score[0]},
	})
	guides.CheckSectionNumbers(t, kosakeln.Game, "cards", 3, slices.Concat(guides.FaceRows(), guides.PointRows(), [][]int{{card.Full.Thirds() / 3}}))
	guides.CheckSectionNumbers(t, kosakeln.Game, "cards", 6, [][]int{guides.WinningScoreRow()})
	guides.CheckSectionNumbers(t, kosakeln.Game, "cards", 4, append(guides.TrickRows(t, table.Tricks[0]), guides.SideResultsRow(result.Thirds...)))
}
