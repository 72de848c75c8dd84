package platformtest

import (
	"slices"
	"strings"
)

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
