package platformtest

import (
	"context"
	"errors"
	"slices"
	"strings"
)

// Client is a user of a chat network, controlled by a test. It sees messages and presses their buttons
// through the network's own protocol. Each platform's test double implements it.
type Client interface {
	// Command sends a command in the public chat in the network's own form,
	// such as "challenge @bert spieleversum 2". It returns the private alert or page.
	Command(ctx context.Context, line string) (string, error)
	// Controls returns the controls of the user's newest private panel, then
	// those of the public board.
	Controls(ctx context.Context) ([]Control, error)
	// Press presses a button, or chooses the values and confirms. It returns the
	// private answer, which may be a refusal.
	Press(ctx context.Context, c Control, values ...string) (string, error)
	// Files returns the files that the user sees in public and in private, without
	// pictures, oldest first.
	Files() []File
	// Changed waits for a possible change since Controls.
	Changed(ctx context.Context) error
}

// File is a file in a message.
type File struct {
	Name string
	Type string // "" if the network derives it from the name
	Data []byte // nil if the double doesn't receive the content
}

// ErrUnanswered is the error of a press or command that the bot didn't answer within the network's
// timeout.
var ErrUnanswered = errors.New("platformtest: the bot doesn't answer")

// Patient is a client that ignores unanswered presses.
type Patient struct{ Client }

// Press presses the control. Without an answer it returns "".
func (p Patient) Press(ctx context.Context, c Control, values ...string) (string, error) {
	word, err := p.Client.Press(ctx, c, values...)
	if errors.Is(err, ErrUnanswered) && ctx.Err() == nil {
		return "", nil
	}
	return word, err
}

// Control is a button, or a choice of Min to Max values.
type Control struct {
	Message string   // the network's id of the message
	ID      string   // the command that pressing sends
	Label   string   // the visible text
	Values  []string // to choose from; nil for a button
	Fixed   []string // values that must stay chosen
	Min     int
	Max     int
}

// Move reports whether the control is a move in a deal.
func (c Control) Move() bool {
	return strings.HasPrefix(c.ID, "do ") || strings.HasPrefix(c.ID, "confirm ")
}

// Fewest returns the smallest valid choice, taken from the end of the values; nil for a button.
func (c Control) Fewest() []string {
	values := slices.Clone(c.Fixed)
	for i := len(c.Values) - 1; i >= 0 && len(values) < c.Min; i-- {
		values = append(values, c.Values[i])
	}
	return values
}

// Newest returns the last message with a move, else the last one with any control.
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
