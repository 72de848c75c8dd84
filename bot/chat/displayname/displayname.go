// Package displayname makes people's names fit to be shown. [Clean] cleans a name when it comes in. [Of], [OfTable] and
// [OfList] return names to show. A misleading name gets a sign.
package displayname

import (
	"strings"

	"tarockbot/engine/robot"
	"tarockbot/render/words"
)

// Names of people without a name of their own.
const (
	NamelessPrefix = "Player-" // begins the name of a person without one
	Deleted        = "\x1a"    // an erased person's stored name
)

const (
	firstIsolate = "\u2068"
	popIsolate   = "\u2069"
)

// Isolate encloses a person's name, so that its writing direction changes nothing around it.
func Isolate(name string) string { return isolated(markMisleading([]string{name})[0]) }

func isolated(name string) string {
	if name == "" {
		return ""
	}
	return firstIsolate + name + popIsolate
}

var isolates = strings.NewReplacer(firstIsolate, "", popIsolate, "")

// StripIsolates undoes Isolate's enclosing.
func StripIsolates(names ...string) []string {
	plain := make([]string, len(names))
	for i, name := range names {
		plain[i] = isolates.Replace(name)
	}
	return plain
}

// Of returns a stored name, fit to be shown.
func Of(raw string, t *words.Tongue) string {
	if raw == Deleted {
		raw = t.Say("name.deleted")
	}
	return Isolate(raw)
}

// OfList returns stored names, fit to be shown.
func OfList(t *words.Tongue, people []string) []string {
	players := make([]Player, len(people))
	for i, name := range people {
		players[i].Name = name
	}
	return OfTable(t, players)
}

// Player is a person or a computer player at a table. The zero value is an empty seat.
type Player struct {
	Name     string // as stored
	Computer bool
	Level    robot.Level // "" if unknown
}

// OfTable returns the players' names by seat, fit to be shown. A computer player whose name is taken gets another name
// of its level, or a number.
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
			names[s] = freeComputerName(t, p.Level, taken)
			taken[skeleton(names[s])] = true
		case p.Name == Deleted:
			names[s] = t.Say("name.deleted")
		}
		names[s] = isolated(names[s])
	}
	return names
}

// OfTableWithLevels returns OfTable's names, with computer players' levels.
func OfTableWithLevels(t *words.Tongue, players []Player) []string {
	names := OfTable(t, players)
	for s, p := range players {
		if p.Level != "" {
			names[s] = t.Say("name.introduced", "Name", names[s], "Level", t.Say("computer.level."+string(p.Level)))
		}
	}
	return names
}

func freeComputerName(t *words.Tongue, l robot.Level, taken map[string]bool) string {
	names := computerNames(t, l)
	for _, name := range names {
		if !taken[skeleton(name)] {
			return name
		}
	}
	for n := 2; ; n++ {
		if name := t.Say("name.computer.nth", "Name", names[0], "Number", n); !taken[skeleton(name)] {
			return name
		}
	}
}

func computerNames(t *words.Tongue, l robot.Level) []string {
	if l == "" {
		return []string{t.Say("name.computer")}
	}
	return []string{t.Say("name.computer." + string(l)), t.Say("name.sibling." + string(l))}
}
