package plan

import (
	"cmp"
	"strings"

	"tarockbot/engine"
	"tarockbot/render/words"
)

const maxName = 60

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

// displayName calls a player without a usable name "Player N".
func displayName(name string, s engine.Seat, t *words.Tongue, filter func(string) string) string {
	return cmp.Or(cleanName(name, filter), t.Say("picture.player", "Number", int(s)+1))
}

func cleanName(name string, filter func(string) string) string {
	runes := []rune(oneLine(filter(oneLine(name))))
	return strings.TrimSpace(string(runes[:min(len(runes), maxName)]))
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// validUTF8 keeps everything that screen readers can read.
func validUTF8(name string) string { return strings.ToValidUTF8(name, "") }
