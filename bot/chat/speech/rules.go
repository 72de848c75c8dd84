package speech

import (
	"slices"
	"strings"

	"tarockbot/engine"
	"tarockbot/engine/games"
)

// RuleWord returns the word that names a rule set within its game: "beck" for "illustrated/beck".
func RuleWord(g engine.Game, set string) string { return strings.TrimPrefix(set, g.ID+"/") }

// isSwitch reports whether the option is on or off, and off by default.
func isSwitch(opt engine.Option) bool { return len(opt.Values) == 2 && opt.Values[0] == "off" }

// OptionWord returns the word that names a value of an option: "easy", "uhu", "uhu=off".
func OptionWord(option, value engine.Name) string {
	switch value {
	case "on":
		return string(option)
	case "off":
		return string(option) + "=off"
	}
	return string(value)
}

// RulesCalled finds the game and rule set by name; "" if there is none. A game's name gives its first rule set. If
// several games have such a rule set, the last game wins.
func RulesCalled(word string) (engine.Game, string) {
	for _, g := range slices.Backward(games.All()) {
		if set := RulesIn(g, word); set != "" {
			return g, set
		}
	}
	return engine.Game{}, ""
}

// RulesIn finds the game's rule set by name; "" if there is none. The game's own name gives its first rule set.
func RulesIn(g engine.Game, word string) string {
	if word == g.ID {
		return g.Rules[0].ID
	}
	for _, set := range g.Rules {
		if word == set.ID || word == RuleWord(g, set.ID) {
			return set.ID
		}
	}
	return ""
}

// OptionCalled reads "option=value" or a value's own name; "" if the game has none. An on/off option's name alone
// turns it on.
func OptionCalled(g engine.Game, word string) (option, value engine.Name) {
	name, named, assigned := strings.Cut(word, "=")
	for _, set := range g.Rules {
		for _, opt := range set.Options {
			if word == string(opt.ID) && isSwitch(opt) {
				return opt.ID, opt.Values[1]
			}
			for _, v := range opt.Values {
				if assigned && name == string(opt.ID) && named == string(v) || !assigned && word == OptionWord(opt.ID, v) {
					return opt.ID, v
				}
			}
		}
	}
	return "", ""
}
