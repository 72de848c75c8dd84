package platformtest

import (
	"context"
	"errors"
	"slices"
	"strings"
)

// Client is a user of a chat network, controlled by a test. Each test double implements it with the network's protocol.
type Client interface {
	// Command sends a public command and returns the private answer.
	Command(ctx context.Context, line string) (string, error)
	// Controls returns the newest private panel's controls, then the public board's.
	Controls(ctx context.Context) ([]Control, error)
	// Press presses a button, or chooses the values and confirms. It returns the private answer.
	Press(ctx context.Context, c Control, values ...string) (string, error)
	// Files returns visible files except pictures, oldest first.
	Files() []File
	// Changed waits for a possible change since Controls.
	Changed(ctx context.Context) error
}

// File is a file in a message.
type File struct {
	Name string
	Type string
	Data []byte
}

// ErrUnanswered reports that the bot didn't answer in time.
var ErrUnanswered = errors.New("platformtest: the bot doesn't answer")

// Patient is a client that ignores unanswered presses.
type Patient struct{ Client }

// Press returns "" if the press remains unanswered.
func (p Patient) Press(ctx context.Context, c Control, values ...string) (string, error) {
	answer, err := p.Client.Press(ctx, c, values...)
	if errors.Is(err, ErrUnanswered) && ctx.Err() == nil {
		return "", nil
	}
	return answer, err
}

// Control is a button, or a choice of Min to Max values.
type Control struct {
	Message string
	ID      string // command
	Label   string
	Values  []string
	Fixed   []string // values that must stay chosen
	Min     int
	Max     int
}

// IsMove reports whether the control is a move in a deal.
func (c Control) IsMove() bool {
	return strings.HasPrefix(c.ID, "do ") || strings.HasPrefix(c.ID, "confirm ")
}

// Fewest returns the smallest valid choice, from the end of the values.
func (c Control) Fewest() []string {
	values := slices.Clone(c.Fixed)
	for i := len(c.Values) - 1; i >= 0 && len(values) < c.Min; i-- {
		values = append(values, c.Values[i])
	}
	return values
}

// Newest returns the last message with a move. Without a move it returns the last message with a control.
func Newest[M any](messages []M, controls func(M) []Control) (newest M, ok bool) {
	for _, wanted := range []func(Control) bool{Control.IsMove, func(Control) bool { return true }} {
		for _, m := range slices.Backward(messages) {
			if slices.ContainsFunc(controls(m), wanted) {
				return m, true
			}
		}
	}
	return newest, false
}
