package bottest

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// Client is one person at one chat network, as far as a test can play that
// person: it sees messages and presses what they offer, by the network's own
// protocol. A platform's test double offers it.
type Client interface {
	// Command gives a command as people of that network do, such as
	// "challenge @bert spieleversum 2", in the public chat, and returns the
	// private word or page that answers it.
	Command(ctx context.Context, line string) (string, error)
	// Controls are what the person's newest private panel and the public
	// board offer now, the panel's first.
	Controls(ctx context.Context) ([]Control, error)
	// Press presses a button, or chooses the values and confirms. The word is
	// the private answer; a refusal is one, too.
	Press(ctx context.Context, c Control, values ...string) (string, error)
	// Changed waits until something the person sees may have changed.
	Changed(ctx context.Context) error
}

// Control is a button, or a choice of Min to Max values.
type Control struct {
	Message string   // which message it is in, as the network names it
	ID      string   // what pressing hands in
	Label   string   // what the person reads
	Values  []string // to choose from; nil for a button
	Fixed   []string // values that are chosen for good
	Min     int
	Max     int
}

// errStuck: nobody is offered anything, and nothing changes.
var errStuck = errors.New("bottest: nobody is offered a move")

// Play lets the people press the first move they are offered until done says
// that the match is over. Moves are controls whose ID begins with "do " or
// "confirm ".
func Play(ctx context.Context, done func() bool, people ...Client) error {
	for !done() {
		moved := false
		for _, who := range people {
			m, err := playOne(ctx, who)
			if err != nil {
				return err
			}
			moved = moved || m
		}
		if moved || done() {
			continue
		}
		if err := people[0].Changed(ctx); err != nil {
			return fmt.Errorf("%w: %w", errStuck, err)
		}
	}
	return nil
}

func playOne(ctx context.Context, who Client) (bool, error) {
	controls, err := who.Controls(ctx)
	if err != nil {
		return false, err
	}
	for _, c := range controls {
		if strings.HasPrefix(c.ID, "do ") || strings.HasPrefix(c.ID, "confirm ") {
			_, err := who.Press(ctx, c, leastOf(c)...)
			return true, err
		}
	}
	return false, nil
}

// leastOf is the fewest values that the choice takes, the last ones offered.
func leastOf(c Control) []string {
	values := append([]string(nil), c.Fixed...)
	for i := len(c.Values) - 1; i >= 0 && len(values) < c.Min; i-- {
		values = append(values, c.Values[i])
	}
	return values
}
