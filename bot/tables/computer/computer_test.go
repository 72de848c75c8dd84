package computer

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"testing"
	"testing/iotest"

	"tarockbot/bot/match"
	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/dice"
	"tarockbot/engine/games"
	"tarockbot/engine/robot"
)

func computerTable(t *testing.T, level robot.Level) *match.Table {
	t.Helper()
	const rules = "strohmandeln/classic"
	game, err := games.ByRules(rules)
	if err != nil {
		t.Fatal(err)
	}
	table := &match.Table{Stage: match.Playing, Seed: 7, Chairs: match.Chairs{match.RobotChair(level), match.RobotChair(level)}}
	table.Match = engine.Match{Game: game, Setup: engine.Setup{Rules: rules, Length: 2}}
	if err := table.Match.NextDeal(table.Match.Rules().Cards().Cards()); err != nil {
		t.Fatal(err)
	}
	return table
}

func nextTurn(t *testing.T, table *match.Table) Turn {
	t.Helper()
	for s := range table.Waiting().All() {
		return TurnOf(table, s)
	}
	t.Fatal("no seat is to move")
	return Turn{}
}

func TestMoveIsReproducible(t *testing.T) {
	t.Parallel()
	for _, level := range robot.Levels() {
		table := computerTable(t, level)
		for range 10 {
			x, again := nextTurn(t, table), nextTurn(t, table)
			m := x.ChooseMove(level.New())
			if other := again.ChooseMove(level.New()); !slices.EqualFunc(m.actions, other.actions, func(x, y engine.Action) bool { return x == y }) || m.claimsRest != other.claimsRest {
				t.Fatalf("%s: asked twice, the computer does %v and %v", level, m, other)
			}
			if err := m.Apply(table); err != nil {
				t.Fatalf("%s: %v", level, err)
			}
		}
	}
}

type playerFunc func(engine.View) []engine.Action

func (f playerFunc) Act(v engine.View, _ engine.Prompt, _ *dice.Dice) []engine.Action { return f(v) }

type claimer struct{ robot.Player }

func (claimer) Claim(_ engine.View, chosen engine.Action, _ *dice.Dice) (engine.Action, bool) {
	return chosen, true
}

func TestClaim(t *testing.T) {
	t.Parallel()
	table := computerTable(t, robot.Medium)
	x := nextTurn(t, table)
	if err := x.ChooseMove(claimer{robot.Medium.New()}).Apply(table); err != nil {
		t.Fatal(err)
	}
	if table.RestClaimants != x.Seat.Bit() {
		t.Errorf("seat %v claims the rest, want %v", table.RestClaimants, x.Seat)
	}
}

func TestErrPlayer(t *testing.T) {
	t.Parallel()
	for name, player := range map[string]playerFunc{
		"a player that does nothing": func(engine.View) []engine.Action { return nil },
		"a player with another hand's card": func(v engine.View) []engine.Action {
			return []engine.Action{{Verb: engine.PlayCard, Cards: (card.Full &^ v.Hand.Cards).Lowest().Bit()}}
		},
	} {
		table := computerTable(t, robot.Medium)
		x, before := nextTurn(t, table), table.Match.Deal.MoveCount(0)+table.Match.Deal.MoveCount(1)
		if err := x.ChooseMove(player).Apply(table); !errors.Is(err, ErrPlayer) {
			t.Errorf("%s: the error is %v", name, err)
		}
		if made := table.Match.Deal.MoveCount(0) + table.Match.Deal.MoveCount(1); made != before {
			t.Errorf("%s: %d moves have been made, want %d", name, made, before)
		}
	}
}

func TestEnsureSeed(t *testing.T) {
	t.Parallel()
	table := new(match.Table)
	if err := EnsureSeed(table, iotest.ErrReader(io.ErrClosedPipe)); !errors.Is(err, io.ErrClosedPipe) || table.Seed != 0 {
		t.Errorf("without randomness the seed is %d, %v", table.Seed, err)
	}
	for range 2 { // the second time, the seed exists
		if err := EnsureSeed(table, bytes.NewReader(make([]byte, 8))); err != nil || table.Seed != 1 {
			t.Errorf("from zero bytes the seed is %d, %v", table.Seed, err)
		}
		if err := EnsureSeed(table, iotest.ErrReader(io.ErrClosedPipe)); err != nil {
			t.Errorf("a seed is drawn twice: %v", err)
		}
	}
}
