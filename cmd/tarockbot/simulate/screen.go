package main

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"tarockbot/bot/chat"
)

type offer struct {
	line   string
	choice *chat.Choice
}

// offersOf returns the screen's offers without toggles, the felt's own lines and other languages.
func offersOf(s *chat.Screen) (all []offer) {
	if s.Choice != nil {
		all = append(all, offer{s.Choice.Line, s.Choice})
	}
	for _, b := range slices.Concat(s.Buttons...) {
		all = append(all, offer{line: b.Line})
	}
	for _, m := range s.Menus {
		for _, o := range m.Options {
			all = append(all, offer{line: m.LineFor(o)})
		}
	}
	return all
}

var revisionButton = regexp.MustCompile(`((?:undo|resume|extend|back) \w+ )\d+`)

func withoutRevisions(content string) string { return revisionButton.ReplaceAllString(content, "$1") }

var jsonTime = regexp.MustCompile(`"(Until|At)": "[^"]*"`)

// contentOf returns everything that a person sees and can press, in all languages. It omits times, which differ between
// processes.
func contentOf(s chat.Screen) string {
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
	// Indented for linesMissing: each field gets a line.
	data, err := json.MarshalIndent([]any{s.Buttons, s.Choice, s.Menus, s.Felt}, "", " ")
	if err != nil {
		panic(err)
	}
	fmt.Fprintf(&b, "\n%s\n", jsonTime.ReplaceAll(data, nil))
	for _, other := range s.Translations {
		b.WriteString(contentOf(other))
	}
	return b.String()
}
