package speech

import (
	"slices"
	"strings"

	"tarockbot/engine"
	"tarockbot/engine/games"
)

// RuleWord returns the word for a rule set: "beck" for "illustrated/beck".
func RuleWord(g engine.Game, set string) string { return strings.TrimPrefix(set, g.ID+"/") }

func isSwitch(opt engine.Option) bool { return len(opt.Values) == 2 && opt.Values[0] == "off" }

// OptionWord returns the word for a value of an option: "uhu" or "uhu=off".
func OptionWord(option, value engine.Name) string {
	switch value {
	case "on":
		return string(option)
	case "off":
		return string(option) + "=off"
	}
	return string(value)
}

// FindRules finds the game and rule set by name. If several games have the rule set, the last game wins.
func FindRules(word string) (engine.Game, string) {
	for _, g := range slices.Backward(games.All()) {
		if set := FindRulesIn(g, word); set != "" {
			return g, set
		}
	}
	return engine.Game{}, ""
}

// FindRulesIn finds the game's rule set by name. The game's name gives its first rule set.
func FindRulesIn(g engine.Game, word string) string {
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

// FindOption reads "option=value", or the name of a value or on/off option.
func FindOption(g engine.Game, word string) (option, value engine.Name) {
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
