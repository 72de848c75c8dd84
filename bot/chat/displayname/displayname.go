// Package displayname makes people's names fit to be shown.
//
// Names are other people's text. [Clean] cleans a name when it comes in. [Of] makes one name fit to be shown, [OfTable]
// the names at a table, [OfList] the names in a list. Names that can be taken for other ones get a sign. Also computer
// players have their names here.
package displayname

import (
	"cmp"
	"strings"

	"tarockbot/engine/robot"
	"tarockbot/render/words"
)

// Names that stand for others.
const (
	Nameless = "Player-" // begins the name of a person without one
	Deleted  = "\x1a"    // is stored as an erased person's name; Clean makes no such name
)

const (
	firstIsolate = "\u2068" // the text that follows has its own writing direction
	popIsolate   = "\u2069" // ends that text
)

// Isolate encloses a person's name, so that its writing direction changes nothing around it. A misleading name gets a
// sign before it.
func Isolate(name string) string { return isolated(markMisleading([]string{name})[0]) }

// isolated encloses the name, but not an empty one.
func isolated(name string) string {
	if name == "" {
		return ""
	}
	return firstIsolate + name + popIsolate
}

var isolates = strings.NewReplacer(firstIsolate, "", popIsolate, "")

// StripIsolates returns the name as it was before Isolate enclosed it.
func StripIsolates(name string) string { return isolates.Replace(name) }

// OfTable returns the names at a table by seat, fit to be shown in text; see PictureNames.
func OfTable(t *words.Tongue, people []string, levels []robot.Level, computer func(seat int) bool) []string {
	names := PictureNames(t, people, levels, computer)
	for i, name := range names {
		names[i] = isolated(name)
	}
	return names
}

// OfList returns the names of people in one list, fit to be shown in text.
func OfList(t *words.Tongue, people []string) []string {
	return OfTable(t, people, nil, func(int) bool { return false })
}

// PictureNames returns the names at a table by seat, as pictures show them: those of people, with a sign before a
// misleading one, and those of computer players. levels may be shorter than people. An empty seat stays "".
func PictureNames(t *words.Tongue, people []string, levels []robot.Level, computer func(seat int) bool) []string {
	names := markMisleading(people)
	for s, name := range computerNames(t, people, levels, computer) {
		names[s] = translateDeleted(cmp.Or(name, names[s]), t)
	}
	return names
}

// computerNames returns the names of a table's computer players by seat. Each level has its own name. A name gets a
// number if it looks like that of another player at the table.
func computerNames(t *words.Tongue, people []string, levels []robot.Level, computer func(seat int) bool) []string {
	names, taken := make([]string, len(people)), make(map[string]bool)
	for _, name := range people {
		taken[skeleton(name)] = true
	}
	for s := range names {
		if !computer(s) {
			continue
		}
		first := computerName(t, LevelAt(levels, s))
		names[s] = first
		for n := 2; taken[skeleton(names[s])]; n++ {
			names[s] = t.Say("name.computer.nth", "Name", first, "Number", n)
		}
		taken[skeleton(names[s])] = true
	}
	return names
}

// LevelAt returns the level in the seat; "" if none is known.
func LevelAt(levels []robot.Level, seat int) robot.Level {
	if seat < len(levels) {
		return levels[seat]
	}
	return ""
}

// computerName returns the computer's name at the level, or its general name if the level is "".
func computerName(t *words.Tongue, l robot.Level) string {
	if l == "" {
		return t.Say("name.computer")
	}
	return t.Say("name.computer." + string(l))
}

// Introduce adds "computer" and the level to a computer player's name. It adds nothing if the level is unknown.
func Introduce(t *words.Tongue, name string, l robot.Level) string {
	if l == "" {
		return name
	}
	return t.Say("name.introduced", "Name", name, "Level", t.Say("computer.level."+string(l)))
}

// Of returns a table's name for a person, fit to be shown in text.
func Of(raw string, t *words.Tongue) string { return isolated(PictureName(raw, t)) }

// PictureName returns a table's name for a person as pictures show it.
func PictureName(raw string, t *words.Tongue) string {
	return translateDeleted(markMisleading([]string{raw})[0], t)
}

// translateDeleted returns the name, or the language's name for an erased person.
func translateDeleted(raw string, t *words.Tongue) string {
	if raw == Deleted {
		return t.Say("name.deleted")
	}
	return raw
}
