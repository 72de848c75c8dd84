package main

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"tarockbot/bot/chat"
)

// offer is a button, a menu option or the choice of a screen.
type offer struct {
	line   string
	choice *chat.Choice // nil for a button or option
}

// offersOf returns the offers of the screen's choice, buttons and menus. It leaves out toggles, the felt's own lines, and the
// screen's other languages.
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

// revisionButton matches the line of a button that works at one revision only. Its group is the line without the number.
var revisionButton = regexp.MustCompile(`((?:undo|resume|extend|back) \w+ )\d+`)

// withoutRevisions returns the look without the revision numbers in its buttons, which a start may raise.
func withoutRevisions(look string) string { return revisionButton.ReplaceAllString(look, "$1") }

// jsonTime matches a time of a felt in JSON.
var jsonTime = regexp.MustCompile(`"(Until|At)": "[^"]*"`)

// lookOf returns all that a person sees and can press on the screen, in all its languages, but for times: they differ
// between processes.
func lookOf(s chat.Screen) string {
	var b strings.Builder
	for _, l := range slices.Concat(s.Text, s.Caption) {
		for _, part := range l {
			if part.At.IsZero() {
				b.WriteString(part.Text)
			}
		}
		b.WriteByte('\n')
	}
	if s.Picture != nil {
		b.WriteString(s.Picture.Alt)
	}
	// The indentation puts each field on a line of its own: linesMissing compares lines.
	data, err := json.MarshalIndent([]any{s.Buttons, s.Choice, s.Menus, s.Felt}, "", " ")
	if err != nil {
		panic(err) // these types have no field that can't be marshalled
	}
	fmt.Fprintf(&b, "\n%s\n", jsonTime.ReplaceAll(data, nil))
	for _, other := range s.Others {
		b.WriteString(lookOf(other))
	}
	return b.String()
}
