package platformtest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
)

var errStuck = errors.New("platformtest: no player is offered a move")

// Play lets each user press the first offered move, with the fewest values, until done returns true.
func Play(ctx context.Context, done func() bool, people ...Client) error {
	return play(ctx, done, firstMove, people...)
}

type moveChooser func(moves []Control) (Control, []string)

func play(ctx context.Context, done func() bool, chooseMove moveChooser, people ...Client) error {
	for !done() {
		moved := false
		for _, who := range people {
			m, err := playOne(ctx, who, chooseMove)
			if err != nil {
				return err
			}
			moved = moved || m
		}
		if moved || done() {
			continue
		}
		if err := anyChanged(ctx, people); err != nil {
			return fmt.Errorf("%w: %w", errStuck, err)
		}
	}
	return nil
}

func anyChanged(ctx context.Context, people []Client) error {
	ctx, enough := context.WithCancel(ctx)
	defer enough()
	first := make(chan error, len(people))
	var all sync.WaitGroup
	for _, who := range people {
		all.Go(func() {
			first <- who.Changed(ctx)
			enough()
		})
	}
	all.Wait()
	return <-first
}

func playOne(ctx context.Context, who Client, chooseMove moveChooser) (bool, error) {
	controls, err := who.Controls(ctx)
	if err != nil {
		return false, err
	}
	moves := slices.DeleteFunc(controls, func(c Control) bool { return !c.IsMove() })
	if len(moves) == 0 {
		return false, nil
	}
	c, values := chooseMove(moves)
	_, err = who.Press(ctx, c, values...)
	return true, err
}

func firstMove(moves []Control) (Control, []string) { return moves[0], moves[0].Fewest() }
