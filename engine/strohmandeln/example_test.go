package strohmandeln_test

import (
	"slices"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/enginetest/guides"
	"tarockbot/engine/enginetest/script"
	"tarockbot/engine/strohmandeln"
)

func TestGuideExample(t *testing.T) {
	deals := script.Run(t, strohmandeln.Game, "testdata/example", dealingOrder(3, 4, 4, 4))
	extended, classic, bertResigns, annaResigns := deals[0], deals[1], deals[2], deals[3]
	points := guides.PointNumbers
	result := extended.Table.Result
	item := func(o script.Outcome, word engine.Word) []int { return []int{o.Item(t, word).Value} }
	guides.CheckExampleNumbers(t, strohmandeln.Game, "example", [][]int{
		points(engine.NeededThirds),
		{len(extended.Table.Tricks), result.Tricks[1], result.Tricks[0]},

		append(points(result.Thirds[1]), engine.Rounded(result.Thirds[1])),
		append(points(result.Thirds[0]), engine.Rounded(result.Thirds[0])),

		append(item(extended, engine.TheGame), points(grandThirds[extended.Rules])...),
		item(extended, engine.Trull),
		item(extended, engine.Pagat),
		item(extended, engine.Kings),
		{result.Score[1], result.Score[0], 2 * result.Score[1], 2 * result.Score[0]},

		item(classic, engine.TheGame),
		item(classic, engine.Pagat),
		{classic.Table.Result.Score[1], classic.Table.Result.Score[0]},

		slices.Concat(item(bertResigns, engine.TheGame), item(bertResigns, engine.Kings), []int{bertResigns.Table.Result.Score[0]}),
		append(item(annaResigns, engine.TheGame), annaResigns.Table.Result.Score[1]),
	})
	forty, err := strohmandeln.Game.RuleSet(strohmandeln.Forty)
	if err != nil {
		t.Fatal(err)
	}
	guides.CheckSectionNumbers(t, strohmandeln.Game, "cards", 3, append(guides.FaceRows(), []int{card.Full.Thirds() / 3}, []int{forty.Thirds(forty.Pack) / 3}))
	half := forty.Thirds(forty.Pack) / 3 / 2
	guides.CheckSectionNumbers(t, strohmandeln.Game, "cards", 6,
		[][]int{{len(card.Full.Cards()), engine.NeededThirds / 3, engine.NeededThirds / 3}, {forty.ThirdsToWin() / 3, half, half}})
	trick := extended.Table.Tricks[2]
	guides.CheckSectionNumbers(t, strohmandeln.Game, "cards", 4, append(guides.TrickRows(t, trick), guides.SideResultsRow(result.Thirds...),
		[]int{forty.Pack.Len(), trick.Cards[0].Face(), trick.Cards[1].Face(), forty.Thirds(trick.Set()) / 3}))
}
