// Package computer makes the computer's moves. A Turn is a question to a computer player; a Move is
// its answer.
//
// Package tables asks quick players within the commit to which they answer (Dealer), and those that
// think outside of all locks (Thinker). Two commits for every press would double the time until the
// computer's card is seen: see BenchmarkComputer in package bot.
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

// ErrPlayer says that a computer player has failed.
var ErrPlayer = errors.New("bot: computer player")

// Turn is a seat in which the computer is to move, and what its player is asked.
type Turn struct {
	Seat  engine.Seat
	Level robot.Level

	view   engine.View
	prompt engine.Prompt
	dice   *dice.Dice
	claim  *dice.Dice // decide whether the player claims the rest
}

// claimDice tells the dice of a claim from those of the move that it comes with.
const claimDice = 1

// TurnOf is the turn of the seat, which must be waited for in a deal. The same turn has the same
// dice, whenever its player is asked.
func TurnOf(t *match.Table, s engine.Seat) Turn {
	made := uint64(t.Match.Deal.Made(s))
	seed := []uint64{t.Seed, uint64(len(t.Match.Done) + 1), uint64(s), made}
	return Turn{
		Seat: s, Level: t.Chairs[s].ComputerLevel(), view: t.Match.View(s), prompt: t.Match.Deal.Prompt(s),
		dice: dice.New(seed...), claim: dice.New(append(seed, claimDice)...),
	}
}

// Move is what a computer player does in a seat.
type Move struct {
	seat    engine.Seat
	actions []engine.Action
	rest    bool // the player claims every trick that is left
}

// Ask asks the player.
func (x Turn) Ask(p robot.Player) Move {
	m := Move{seat: x.Seat, actions: p.Act(x.view, x.prompt, x.dice)}
	if claimer, can := p.(robot.Claimer); can && len(m.actions) == 1 {
		m.actions[0], m.rest = claimer.Claim(x.view, m.actions[0], x.claim)
	}
	return m
}

// Apply makes the move at the table, which must not have changed since its player was asked. The error
// is an ErrPlayer if it isn't a legal one.
func (m Move) Apply(t *match.Table) error {
	if len(m.actions) == 0 {
		return fmt.Errorf("%w: it does nothing", ErrPlayer)
	}
	if _, err := t.Match.Deal.Act(m.seat, m.actions...); err != nil {
		return fmt.Errorf("%w: %w", ErrPlayer, err)
	}
	t.RestClaim().Set(m.seat, m.rest)
	return nil
}

// Seed gives the table the number that computer players throw their dice by, unless it has one:
// not the cards', for those are no business of theirs. The error is the random source's.
func Seed(t *match.Table, random io.Reader) error {
	var seed [8]byte
	for t.Seed == 0 {
		if _, err := io.ReadFull(random, seed[:]); err != nil {
			return fmt.Errorf("bot: seed: %w", err)
		}
		t.Seed = binary.LittleEndian.Uint64(seed[:])
	}
	return nil
}
