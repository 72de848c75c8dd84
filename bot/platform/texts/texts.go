// Package texts has the few words that a network, or the program, says itself, by language. They stand with all other
// texts in render/words, under its name. Everything else is written by the bot.
package texts

import (
	"fmt"
	"strings"

	"tarockbot/render/words"
)

// Catalogue has texts by language.
type Catalogue map[string]Language

// Language is the texts in one language. Its text "lang" is the language itself.
type Language map[string]string

// Of returns the texts whose ids begin with the name and a dot, by the rest of their ids. It panics if the program's
// catalogue can't be read.
func Of(name string) Catalogue {
	all, err := words.Load()
	if err != nil {
		panic(fmt.Errorf("texts: %w", err))
	}
	c, ids := make(Catalogue), all.IDs(name+".")
	for _, lang := range words.Languages() {
		own, t := Language{"lang": lang}, all.In(lang)
		for _, id := range ids {
			own[id] = t.Say(name + "." + id)
		}
		c[lang] = own
	}
	return c
}

// In returns the texts in the first of the languages, BCP 47 tags, that there are texts in, or else in the usual one.
func (c Catalogue) In(langs ...string) Language {
	for _, lang := range langs {
		base, _, _ := strings.Cut(strings.ToLower(lang), "-")
		if t, ok := c[base]; ok {
			return t
		}
	}
	return c[words.Languages()[0]]
}

// Say returns the text of that id, "" if there is none.
func (l Language) Say(id string) string { return l[id] }
