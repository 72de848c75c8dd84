package plan

import (
	"cmp"
	"strings"

	"tarockbot/engine"
	"tarockbot/render/words"
)

// maxName limits the characters of a name.
const maxName = 60

// displayNames returns the names by seat, as displayName does. An empty chair stays empty.
func (s Scene) displayNames(t *words.Tongue, filter func(string) string) []string {
	names := make([]string, len(s.Names))
	for i, name := range s.Names {
		if name == "" {
			continue
		}
		names[i] = displayName(name, engine.Seat(i), t, filter)
	}
	return names
}

// displayName returns the cleaned name. A name with nothing left becomes "Player N".
func displayName(name string, s engine.Seat, t *words.Tongue, filter func(string) string) string {
	return cmp.Or(cleaned(name, filter), t.Say("picture.player", "Number", int(s)+1))
}

// cleaned returns the name on one line, without what filter removes, cut to maxName characters.
func cleaned(name string, filter func(string) string) string {
	runes := []rune(oneLine(filter(oneLine(name))))
	return strings.TrimSpace(string(runes[:min(len(runes), maxName)]))
}

// oneLine replaces each run of blanks with a single space.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// validUTF8 removes invalid UTF-8 only. Screen readers can read everything else.
func validUTF8(name string) string { return strings.ToValidUTF8(name, "") }
