package speech

import (
	"slices"
	"strings"

	"tarockbot/engine"
	"tarockbot/render/words"
)

// CommandWord returns the command's usual word.
func CommandWord(name string, w *words.Tongue) string { return Command{Name: name}.Names(w)[0] }

// UsualPhrase returns the usual phrase for the word of a challenge.
func UsualPhrase(word string, w *words.Tongue) string { return PhrasesOf(w, "typed.term."+word)[0] }

// Translate returns the line in the reader's words.
func (l *Lexicon) Translate(line string, w *words.Tongue) string {
	word, rest, more := strings.Cut(line, " ")
	if c, ok := l.Commands[word]; ok && !c.Hidden {
		word = c.Names(w)[0]
	} else if verb, ok := l.Verbs[word]; ok {
		word = PhrasesOf(w, "typed.verb."+verb.String())[0]
	}
	if more {
		word += " " + rest
	}
	return w.Command(word)
}

// OptionText returns the id of the text that names the value.
func OptionText(option, value engine.Name) string {
	return "option." + string(option) + "." + string(value)
}

// LengthText names a match's length. A match of 0 deals ends at the game's goal.
func LengthText(g engine.Game, deals int, w *words.Tongue) string {
	if deals == 0 {
		return w.Say("setup.length.series", "Goal", g.Next(engine.Setup{}, nil).Goal)
	}
	return w.Count("setup.deals", deals)
}

// ZoneName returns the name of the zone's city.
func ZoneName(zone string, w *words.Tongue) string {
	if slices.Contains(Zones, zone) {
		return w.Say("zone." + zone)
	}
	return strings.ReplaceAll(zone[strings.LastIndexByte(zone, '/')+1:], "_", " ")
}
