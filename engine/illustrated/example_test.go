package illustrated_test

import (
	"slices"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/enginetest/guides"
	"tarockbot/engine/enginetest/script"
	"tarockbot/engine/illustrated"
)

// the excess is counted from halfPoints
const halfPoints = 35

func TestGuideExample(t *testing.T) {
	deals := script.Run(t, illustrated.Game, "testdata/example", dealingOrder)
	loew, panzer, beck, mayr, annaResigns, bertResigns := deals[0], deals[1], deals[2], deals[3], deals[4], deals[5]
	declarers := loew.Table.Result.Thirds[0]
	defenders := card.Full.Thirds() - declarers
	rows := append(saidRows(t, loew), countedRows(loew)...)
	rows = append(rows, settledRows(t, loew)...)
	rows = append(rows, panzerRows(t, panzer)...)
	rows = append(rows, sameCardsRow(t, beck), sameCardsRow(t, mayr))
	rows = append(rows, resignedRow(t, annaResigns, defenders), resignedRow(t, bertResigns, card.Full.Thirds()-keptByDefenders(loew, bertResigns)))
	guides.CheckExampleNumbers(t, illustrated.Game, "example", rows)
	guides.CheckSectionNumbers(t, illustrated.Game, "cards", 3, slices.Concat(guides.FaceRows(), guides.PointRows(), [][]int{{card.Full.Thirds() / 3}}))
	guides.CheckSectionNumbers(t, illustrated.Game, "cards", 6, [][]int{guides.WinningScoreRow()})
	guides.CheckSectionNumbers(t, illustrated.Game, "cards", 4, append(guides.TrickRows(t, loew.Table.Tricks[6]), guides.SideResultsRow(declarers, defenders)))
}

func saidRows(t *testing.T, o script.Outcome) [][]int {
	t.Helper()
	game, absolute, pagat := o.Item(t, engine.TheGame), o.Item(t, engine.Absolute), o.Item(t, engine.Pagat)
	return [][]int{
		{3, game.Times}, // G of a Zweiblatt that nobody takes over
		{game.Base},
		{engine.Absolute.Bonus().Points, absolute.Base},
		{pagat.Base},
	}
}

func countedRows(o script.Outcome) [][]int {
	points, result := guides.PointNumbers, o.Table.Result
	own, tricks := result.Thirds[0], o.Taken(0)
	rest := card.Full.Thirds() - own
	return [][]int{
		append([]int{result.Tricks[0]}, points(tricks)...),
		points(own - tricks),
		append(points(own), engine.Rounded(own), engine.Rounded(own)-halfPoints, halfPoints),
		slices.Concat([]int{result.Tricks[1] + result.Tricks[2], 6 - o.Table.DeclarerDiscards.N}, points(rest), []int{engine.Rounded(rest)}),
	}
}

func settledRows(t *testing.T, o script.Outcome) [][]int {
	t.Helper()
	game, absolute, pagat := o.Item(t, engine.TheGame), o.Item(t, engine.Absolute), o.Item(t, engine.Pagat)
	return [][]int{
		{game.Base, game.Excess, game.Times, game.Value},
		{engine.Absolute.Bonus().Points, absolute.Base, absolute.Times, absolute.Value},
		{pagat.Base, pagat.Times, pagat.Value},
		o.Table.Result.Score,
	}
}

func panzerRows(t *testing.T, o script.Outcome) [][]int {
	t.Helper()
	game, panzer, score := o.Item(t, engine.TheGame), o.Item(t, engine.Panzer), o.Table.Result.Score
	return [][]int{
		{engine.Panzer.Bonus().Points, panzer.Base, panzer.Times, panzer.Value},
		{game.Base, game.Times, game.Value},
		{score[0], score[1]},
	}
}

func sameCardsRow(t *testing.T, o script.Outcome) []int {
	t.Helper()
	item := func(word engine.Word) []int {
		i := o.Item(t, word)
		return []int{i.Base, i.Times, i.Value}
	}
	game, score := o.Item(t, engine.TheGame), o.Table.Result.Score
	row := append([]int{game.Base, game.Excess, game.Times, game.Value}, item(engine.Absolute)...)
	if o.Rules == illustrated.Beck {
		row = append(row, item(engine.TwoTrull)...)
	}
	return append(append(row, score[0]), item(engine.Pagat)...)
}

func resignedRow(t *testing.T, o script.Outcome, thirds int) []int {
	t.Helper()
	game, score := o.Item(t, engine.TheGame), o.Table.Result.Score
	return append(guides.PointNumbers(thirds), engine.Rounded(thirds), halfPoints, game.Excess,
		game.Base, game.Excess, game.Times, game.Value,
		o.Item(t, engine.Absolute).Value, o.Item(t, engine.Pagat).Value, max(score[0], score[1]))
}

func keptByDefenders(played, resigned script.Outcome) int {
	return resigned.Taken(1) + resigned.Taken(2) + played.Table.Result.UntakenThirds
}
