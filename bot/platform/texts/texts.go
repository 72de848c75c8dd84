// Package texts has the few words that a network says itself, by language; everything
// else is written by the bot.
package texts

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Fallback is the language for those who understand none of a catalogue's.
const Fallback = "en"

// Catalogue has a network's texts by language: the first part of a BCP 47 tag.
type Catalogue map[string]Language

// Language is the texts in one language. Its text "lang" is the language itself.
type Language map[string]string

// Must reads a catalogue that is part of the program, {"en": {"id": "text"}}. It panics
// if that is none, or a language has not the fallback's texts.
func Must(data []byte) Catalogue {
	var c Catalogue
	if err := json.Unmarshal(data, &c); err != nil {
		panic(fmt.Errorf("texts: %w", err))
	}
	for lang, t := range c {
		for _, of := range []Language{t, c[Fallback]} {
			for id := range of {
				if (t[id] == "") != (c[Fallback][id] == "") {
					panic(fmt.Sprintf("texts: %s or %s lacks %q", lang, Fallback, id))
				}
			}
		}
	}
	for lang, t := range c {
		t["lang"] = lang
	}
	return c
}

// In is the texts in the first of the languages, BCP 47 tags, that there are texts in,
// or in the fallback.
func (c Catalogue) In(langs ...string) Language {
	for _, lang := range langs {
		base, _, _ := strings.Cut(strings.ToLower(lang), "-")
		if t, ok := c[base]; ok {
			return t
		}
	}
	return c[Fallback]
}

// Say is the text of that id, "" if there is none.
func (l Language) Say(id string) string { return l[id] }
