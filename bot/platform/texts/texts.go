// Package texts has the few words that a network, or the program, says itself, by language. They stand with all other
// texts in render/words, under its name. Everything else is written by the bot.
package texts

import (
	"fmt"
	"sync"
	"unicode/utf8"

	"tarockbot/render/words"
)

// Catalogue has texts in all languages. They are read when the first is asked for.
type Catalogue struct {
	read func() map[string]Language // by language
}

// Language is the texts in one language. Its text "lang" is the language itself.
type Language map[string]string

// Of returns the texts whose ids begin with the name and a dot, by the rest of their ids.
func Of(name string) Catalogue {
	return Catalogue{sync.OnceValue(func() map[string]Language {
		ids, by := all().IDs(name+"."), make(map[string]Language)
		for _, lang := range words.Languages() {
			own, t := Language{"lang": lang}, all().In(lang)
			for _, id := range ids {
				own[id] = t.Say(name + "." + id)
			}
			by[lang] = own
		}
		return by
	})}
}

// all is the program's catalogue, which is read once.
func all() *words.Catalogue {
	c, err := words.Load()
	if err != nil {
		panic(fmt.Errorf("texts: %w", err)) // it is part of the program
	}
	return c
}

// In returns the texts in the first of the languages, BCP 47 tags, that there are texts in, or else in the usual one.
func (c Catalogue) In(langs ...string) Language {
	return c.read()[all().In(langs...).Tag()]
}

// Say returns the text of that id, "" if there is none.
func (l Language) Say(id string) string { return l[id] }

// Truncate returns the text. If it has more characters than the limit, it ends in an ellipsis at the limit.
func Truncate(text string, limit int) string {
	if utf8.RuneCountInString(text) <= limit {
		return text
	}
	return string([]rune(text)[:limit-1]) + "…"
}
