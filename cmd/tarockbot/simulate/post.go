package main

import (
	"fmt"
	"slices"
	"strings"

	"tarockbot/bot/chat"
)

// post is a message on a network.
type post struct {
	ref    chat.Ref
	place  chat.Place
	screen chat.Screen
	offers []offer  // offers of the screen
	look   string   // look of the screen; see lookOf
	by     *process // process that showed the screen
}

// offer is a button, menu option or choice of a screen.
type offer struct {
	line   string
	choice *chat.Choice // nil for a button or option
}

// isMove reports whether pressing the offer makes a move in a deal.
func (o offer) isMove() bool { return o.choice != nil || strings.HasPrefix(o.line, "do ") }

// offersOf returns all that a person can press on the screen.
func offersOf(s *chat.Screen) (all []offer) {
	if s.Choice != nil {
		all = append(all, offer{s.Choice.Line, s.Choice})
	}
	for _, b := range slices.Concat(s.Buttons...) {
		all = append(all, offer{line: b.Line})
	}
	for _, m := range s.Menus {
		for _, o := range m.Options {
			all = append(all, offer{line: m.After(o)})
		}
	}
	return all
}

// lookOf returns the text of all that a person sees and can press on the screen.
func lookOf(s chat.Screen) string {
	var b strings.Builder
	for _, l := range s.Text {
		for _, part := range l {
			if part.At.IsZero() { // times differ between processes
				b.WriteString(part.Text)
			}
		}
		b.WriteByte('\n')
	}
	for _, x := range slices.Concat(s.Buttons...) {
		b.WriteString("[" + x.Label + "|" + x.Line + "]")
	}
	if s.Choice != nil {
		fmt.Fprintf(&b, "\n%+v", *s.Choice)
	}
	fmt.Fprintf(&b, "\n%+v", s.Menus)
	return b.String()
}
