// Package computer makes the computer's moves: a computer player answers a [Turn] with a [Move].
package computer

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"tarockbot/bot/match"
	"tarockbot/engine"
	"tarockbot/engine/dice"
	"tarockbot/engine/robot"
)

// ErrPlayer reports that a computer player failed.
var ErrPlayer = errors.New("bot: computer player")

// Turn asks a computer player for its move.
type Turn struct {
	Seat  engine.Seat
	Level robot.Level

	view      engine.View
	prompt    engine.Prompt
	dice      *dice.Dice
	claimDice *dice.Dice // for claims
}

const claimDomain = 1

// TurnOf returns the seat's turn. The same position gives the same move.
func TurnOf(t *match.Table, s engine.Seat) Turn {
	made := uint64(t.Match.Deal.MoveCount(s))
	seed := []uint64{t.Seed, uint64(len(t.Match.Done) + 1), uint64(s), made}
	return Turn{
		Seat: s, Level: t.Chairs[s].ComputerLevel(), view: t.Match.View(s), prompt: t.Match.Deal.Prompt(s),
		dice: dice.New(seed...), claimDice: dice.New(append(seed, claimDomain)...),
	}
}

// Move is a computer player's answer.
type Move struct {
	seat       engine.Seat
	actions    []engine.Action
	claimsRest bool
}

// ChooseMove returns the player's move.
func (x Turn) ChooseMove(p robot.Player) Move {
	m := Move{seat: x.Seat, actions: p.Act(x.view, x.prompt, x.dice)}
	if claimer, can := p.(robot.Claimer); can && len(m.actions) == 1 {
		m.actions[0], m.claimsRest = claimer.Claim(x.view, m.actions[0], x.claimDice)
	}
	return m
}

// Apply makes a legal move, or returns ErrPlayer. The table must be unchanged.
func (m Move) Apply(t *match.Table) error {
	if len(m.actions) == 0 {
		return fmt.Errorf("%w: it makes no move", ErrPlayer)
	}
	if _, err := t.Match.Deal.Act(m.seat, m.actions...); err != nil {
		return fmt.Errorf("%w: %w", ErrPlayer, err)
	}
	t.RestClaim().Set(m.seat, m.claimsRest)
	return nil
}

// EnsureSeed seeds computer players. The deck's seed would tell them the cards.
func EnsureSeed(t *match.Table, random io.Reader) error {
	if t.Seed != 0 {
		return nil
	}
	var seed [8]byte
	if _, err := io.ReadFull(random, seed[:]); err != nil {
		return fmt.Errorf("bot: seed: %w", err)
	}
	t.Seed = max(binary.LittleEndian.Uint64(seed[:]), 1)
	return nil
}
