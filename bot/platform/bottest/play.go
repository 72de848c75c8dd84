package bottest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
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
	// Files are the files that the person sees, in public as well, pictures apart,
	// oldest first.
	Files() []File
	// Changed waits until something may have changed since Controls.
	Changed(ctx context.Context) error
}

// File is a file that somebody may keep.
type File struct {
	Name string
	Type string // "" where the network makes it of the name
	Data []byte // nil if something before the network's double drops files
}

// ErrUnanswered is the error of a press or command that the bot has not
// answered for as long as people at that network wait.
var ErrUnanswered = errors.New("bottest: the bot doesn't answer")

// Patient is somebody who looks again when a press was not answered.
type Patient struct{ Client }

// Press presses, and takes no answer for an answer.
func (p Patient) Press(ctx context.Context, c Control, values ...string) (string, error) {
	word, err := p.Client.Press(ctx, c, values...)
	if errors.Is(err, ErrUnanswered) && ctx.Err() == nil {
		return "", nil
	}
	return word, err
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

// Move says that the control is a move in a deal.
func (c Control) Move() bool {
	return strings.HasPrefix(c.ID, "do ") || strings.HasPrefix(c.ID, "confirm ")
}

// Fewest is the fewest values that the control takes, the last ones offered;
// nil for a button.
func (c Control) Fewest() []string {
	values := slices.Clone(c.Fixed)
	for i := len(c.Values) - 1; i >= 0 && len(values) < c.Min; i-- {
		values = append(values, c.Values[i])
	}
	return values
}

// Newest is the last of the messages by which somebody can move, else the last
// with anything to press: what a person looks at.
func Newest[M any](messages []M, controls func(M) []Control) (newest M, ok bool) {
	for _, wanted := range []func(Control) bool{Control.Move, func(Control) bool { return true }} {
		for _, m := range slices.Backward(messages) {
			if slices.ContainsFunc(controls(m), wanted) {
				return m, true
			}
		}
	}
	return newest, false
}

// errStuck: nobody is offered anything, and nothing changes.
var errStuck = errors.New("bottest: nobody is offered a move")

// Play lets the people press the first move they are offered, with the fewest
// values that it takes, until done says that the match is over.
func Play(ctx context.Context, done func() bool, people ...Client) error {
	return play(ctx, done, first, people...)
}

// choose is how somebody decides between moves, of which there is one at least.
type choose func(moves []Control) (Control, []string)

func play(ctx context.Context, done func() bool, how choose, people ...Client) error {
	for !done() {
		moved := false
		for _, who := range people {
			m, err := playOne(ctx, who, how)
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

// anyChanged waits until something may have changed for one of the people, who
// may be at different networks.
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

func playOne(ctx context.Context, who Client, how choose) (bool, error) {
	controls, err := who.Controls(ctx)
	if err != nil {
		return false, err
	}
	moves := slices.DeleteFunc(controls, func(c Control) bool { return !c.Move() })
	if len(moves) == 0 {
		return false, nil
	}
	c, values := how(moves)
	_, err = who.Press(ctx, c, values...)
	return true, err
}

// first is the first move, with the fewest values that it takes.
func first(moves []Control) (Control, []string) { return moves[0], moves[0].Fewest() }
