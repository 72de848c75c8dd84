package kosakeln_test

import (
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/enginetest/guides"
	"tarockbot/engine/enginetest/script"
	"tarockbot/engine/kosakeln"
)

// TestGuideExample holds every number of the deal that the guide works out to
// what the engine makes of it.
func TestGuideExample(t *testing.T) {
	deals := script.Run(t, kosakeln.Game, "testdata/example", dealt)
	settled, anna, bert := deals[0], deals[1], deals[2]
	table, result, row := settled.Table, settled.Table.Result, guides.Row
	item := func(o script.Outcome, word engine.Word) int { return o.Item(t, word).Value }
	game, absolute := settled.Item(t, engine.TheGame), settled.Item(t, engine.Absolute)
	pagat, kings := item(settled, engine.Pagat), item(settled, engine.Kings)
	won := engine.Rounded(result.Thirds[0])
	goal := engine.Absolute.Bonus().Points
	guides.CheckExampleNumbers(t, kosakeln.Game, "example",
		row(table.Exchange[0].N, table.Exchange[1].N),

		row(game.Base),
		row(kings),
		row(goal, absolute.Base, pagat),
		row(game.Factor),

		row(result.Tricks[0], guides.PointNumbers(settled.Taken(0))),
		row(table.Exchange[0].N+table.DeclarerDiscards.N, guides.PointNumbers(result.Thirds[0]-settled.Taken(0))),
		row(guides.PointNumbers(result.Thirds[0]), won),
		row(result.Tricks[1], table.Exchange[1].N, 8-table.Exchange[1].N, 6-table.DeclarerDiscards.N,
			guides.PointNumbers(result.Thirds[1]), engine.Rounded(result.Thirds[1])),

		row(engine.Rounded(engine.NeededThirds), won, game.Base, game.Factor, game.Value),
		row(goal, absolute.Base, absolute.Factor, absolute.Value),
		row(pagat),
		row(kings),
		row(game.Value, absolute.Value+pagat+kings, -result.Score[0], result.Score[1]),

		row(item(anna, engine.TheGame), item(anna, engine.Absolute), item(anna, engine.Pagat), item(anna, engine.Kings), anna.Table.Result.Score[1]),
		row(item(bert, engine.TheGame), item(bert, engine.Absolute), item(bert, engine.Pagat), item(bert, engine.Kings), bert.Table.Result.Score[0]),
	)
	guides.CheckSectionNumbers(t, kosakeln.Game, "cards", 3, guides.FaceRows()...)
	guides.CheckSectionNumbers(t, kosakeln.Game, "cards", 6, guides.NeededRows())
	guides.CheckSectionNumbers(t, kosakeln.Game, "cards", 4, guides.TrickRows(table.Tricks[0], result.Thirds...)...)
}
