// Package computer makes the computer's moves. A [Turn] is a question to a computer player; a [Move] is its
// answer.
//
// Package tables asks quick players during the change that they answer (Dealer), and slow ones outside all locks
// (Thinker). Two commits for every press would double the time until the computer's card is seen: see
// BenchmarkComputer in package bot.
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

// Turn is what a computer player in a seat is asked.
type Turn struct {
	Seat  engine.Seat
	Level robot.Level

	view      engine.View
	prompt    engine.Prompt
	dice      *dice.Dice
	claimDice *dice.Dice // for the decision to claim all remaining tricks
}

// claimDomain ends the seed of a Turn's claimDice, so that it differs from the seed of its dice.
const claimDomain = 1

// TurnOf returns the seat's turn. A deal must be running and wait for the seat. The dice depend only on the
// position, so asking again gives the same move.
func TurnOf(t *match.Table, s engine.Seat) Turn {
	made := uint64(t.Match.Deal.MoveCount(s))
	seed := []uint64{t.Seed, uint64(len(t.Match.Done) + 1), uint64(s), made}
	return Turn{
		Seat: s, Level: t.Chairs[s].ComputerLevel(), view: t.Match.View(s), prompt: t.Match.Deal.Prompt(s),
		dice: dice.New(seed...), claimDice: dice.New(append(seed, claimDomain)...),
	}
}

// Move is a computer player's answer to a Turn.
type Move struct {
	seat       engine.Seat
	actions    []engine.Action
	claimsRest bool // the player claims all remaining tricks
}

// Ask returns the player's move.
func (x Turn) Ask(p robot.Player) Move {
	m := Move{seat: x.Seat, actions: p.Act(x.view, x.prompt, x.dice)}
	if claimer, can := p.(robot.Claimer); can && len(m.actions) == 1 {
		m.actions[0], m.claimsRest = claimer.Claim(x.view, m.actions[0], x.claimDice)
	}
	return m
}

// Apply makes the move at the table, which must not have changed since its player was asked. It returns ErrPlayer
// if the move is illegal.
func (m Move) Apply(t *match.Table) error {
	if len(m.actions) == 0 {
		return fmt.Errorf("%w: it does nothing", ErrPlayer)
	}
	if _, err := t.Match.Deal.Act(m.seat, m.actions...); err != nil {
		return fmt.Errorf("%w: %w", ErrPlayer, err)
	}
	t.RestClaim().Set(m.seat, m.claimsRest)
	return nil
}

// EnsureSeed gives the table a seed for computer players, once. It is independent of the deck's seed, so that
// players learn nothing of the cards. It returns the random source's error.
func EnsureSeed(t *match.Table, random io.Reader) error {
	if t.Seed != 0 {
		return nil
	}
	var seed [8]byte
	if _, err := io.ReadFull(random, seed[:]); err != nil {
		return fmt.Errorf("bot: seed: %w", err)
	}
	t.Seed = max(binary.LittleEndian.Uint64(seed[:]), 1) // 0 means none
	return nil
}
