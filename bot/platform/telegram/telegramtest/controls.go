package telegramtest

import (
	"context"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tarockbot/bot/platform/double"
	"tarockbot/bot/platform/platformtest"
)

// Controls returns the controls of the newest panel, then those of the newest board.
func (p *Person) Controls(context.Context) ([]platformtest.Control, error) {
	var all []platformtest.Control
	p.Look()
	for _, c := range []*Chat{p.private, p.Home} {
		if c == nil || c == p.private && double.Locked(p.server, func() bool { return p.blocked }) {
			continue // nobody presses in a blocked chat
		}
		if m, ok := platformtest.Newest(c.Messages(), ControlsOf); ok {
			all = append(all, ControlsOf(m)...)
		}
	}
	return all, nil
}

// toggle is a button that chooses a value or not.
type toggle struct {
	value         string
	chosen, fixed bool
}

// toggleOf returns the button as a toggle, or false if it is none.
func toggleOf(b Button) (toggle, bool) {
	return toggle{
		value:  b.Data[strings.LastIndexByte(b.Data, ' ')+1:],
		chosen: strings.HasPrefix(b.Text, "✓"),
		fixed:  strings.HasPrefix(b.Text, "🔒"),
	}, strings.HasPrefix(b.Data, "pick ")
}

// chosenOf matches the end of a button that confirms a choice: the number of chosen values, then the smallest and, if
// it is another, the largest possible one.
var chosenOf = regexp.MustCompile(`(\d+)/(\d+)(?:–(\d+))?$`)

// ControlsOf returns the controls of the message's keyboard. The toggles and the button that confirms them are one
// choice.
func ControlsOf(m Message) []platformtest.Control {
	var values, fixed []string
	var all []platformtest.Control
	for _, b := range slices.Concat(m.Keyboard...) {
		c := platformtest.Control{Message: m.name(), ID: b.Data, Label: b.Text}
		if t, isToggle := toggleOf(b); isToggle {
			if t.fixed {
				fixed = append(fixed, t.value)
			} else {
				values = append(values, t.value)
			}
			continue
		}
		if strings.HasPrefix(b.Data, "confirm ") {
			c.Values, c.Fixed = values, fixed
			if n := chosenOf.FindStringSubmatch(b.Text); n != nil {
				c.Min, _ = strconv.Atoi(n[2])
				c.Max = c.Min
				if n[3] != "" {
					c.Max, _ = strconv.Atoi(n[3])
				}
			}
		}
		if b.Data != "" {
			all = append(all, c)
		}
	}
	return all
}
