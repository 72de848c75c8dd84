package screens

import (
	"slices"

	"tarockbot/bot/chat"
	"tarockbot/render/words"
)

func menuOption(value, label string) chat.Option { return chat.Option{Value: value, Label: label} }

func pairMenu(label, line string, isOther bool, usual, other chat.Option) chat.Menu {
	usual.Chosen, other.Chosen = !isOther, isOther
	return chat.Menu{Label: label, Line: line, Options: []chat.Option{usual, other}}
}

func withOptions(menus ...chat.Menu) []chat.Menu {
	return slices.DeleteFunc(menus, func(m chat.Menu) bool { return len(m.Options) == 0 })
}

// wordsMenu labels each value with the text texts+Word.
func wordsMenu[E interface {
	comparable
	Word() string
}](m chat.Menu, all []E, chosen E, texts string, w *words.Tongue) chat.Menu {
	for _, x := range all {
		m.Add(x.Word(), w.Say(texts+x.Word()), x == chosen)
	}
	return m
}

func withChosen[E comparable](shown []E, chosen E) []E {
	if slices.Contains(shown, chosen) {
		return shown
	}
	return append(slices.Clip(shown), chosen)
}
