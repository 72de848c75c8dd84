// Package displayname makes people's names fit to be shown.
//
// Names are other people's text. [Clean] cleans a name when it comes in. [Of] makes one name fit to be shown, [OfTable]
// the names at a table, [OfList] the names in a list. A name that can be taken for another one gets a sign. The package
// also names computer players.
package displayname

import (
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

// StripIsolates returns the names as they were before Isolate enclosed them, for pictures.
func StripIsolates(names ...string) []string {
	plain := make([]string, len(names))
	for i, name := range names {
		plain[i] = isolates.Replace(name)
	}
	return plain
}

// Of returns a person's stored name, fit to be shown.
func Of(raw string, t *words.Tongue) string {
	if raw == Deleted {
		raw = t.Say("name.deleted")
	}
	return Isolate(raw)
}

// OfList returns the stored names of people in one list, fit to be shown.
func OfList(t *words.Tongue, people []string) []string {
	players := make([]Player, len(people))
	for i, name := range people {
		players[i].Name = name
	}
	return OfTable(t, players)
}

// Player is a person or a computer player at a table. The zero value is an empty seat.
type Player struct {
	Name     string // a person's, as stored
	Computer bool
	Level    robot.Level // a computer player's; "" if it is unknown
}

// OfTable returns the players' names by seat, fit to be shown. A computer player's name is its level's. It gets a number
// if it looks like another name at the table. An empty seat stays "".
func OfTable(t *words.Tongue, players []Player) []string {
	people, taken := make([]string, len(players)), make(map[string]bool)
	for s, p := range players {
		people[s] = p.Name
		taken[skeleton(p.Name)] = true
	}
	names := markMisleading(people)
	for s, p := range players {
		switch {
		case p.Computer:
			first := computerName(t, p.Level)
			names[s] = first
			for n := 2; taken[skeleton(names[s])]; n++ {
				names[s] = t.Say("name.computer.nth", "Name", first, "Number", n)
			}
			taken[skeleton(names[s])] = true
		case p.Name == Deleted:
			names[s] = t.Say("name.deleted")
		}
		names[s] = isolated(names[s])
	}
	return names
}

// Introduced returns the names like OfTable, and adds its level to a computer player's.
func Introduced(t *words.Tongue, players []Player) []string {
	names := OfTable(t, players)
	for s, p := range players {
		if p.Level != "" {
			names[s] = t.Say("name.introduced", "Name", names[s], "Level", t.Say("computer.level."+string(p.Level)))
		}
	}
	return names
}

// computerName returns the computer's name at the level, or its general name if the level is "".
func computerName(t *words.Tongue, l robot.Level) string {
	if l == "" {
		return t.Say("name.computer")
	}
	return t.Say("name.computer." + string(l))
}
