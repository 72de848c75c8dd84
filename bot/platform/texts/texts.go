// Package texts returns a network's own texts by language. All other texts come from the bot. The texts are in
// render/words, under the network's name. The program's own texts are there under "program".
// Truncate shortens any text.
package texts

import (
	"fmt"
	"sync"
	"unicode/utf8"

	"tarockbot/render/words"
)

// Catalogue holds the texts under one name in all languages. The first call of In reads them.
type Catalogue struct {
	byLanguage func() map[string]Language
}

// Language holds the texts in one language by their ids. The text "lang" is the language's tag.
type Language map[string]string

// Of returns the catalogue of the texts whose ids begin with the name and a dot. In the catalogue their ids are
// without these.
func Of(name string) Catalogue {
	return Catalogue{sync.OnceValue(func() map[string]Language {
		ids, catalogue := allWords().IDs(name+"."), make(map[string]Language)
		for _, tag := range words.Languages() {
			own, texts := Language{"lang": tag}, allWords().In(tag)
			for _, id := range ids {
				own[id] = texts.Say(name + "." + id)
			}
			catalogue[tag] = own
		}
		return catalogue
	})}
}

// allWords returns the catalogue of all texts, which are part of the program.
func allWords() *words.Catalogue {
	c, err := words.Load()
	if err != nil {
		panic(fmt.Errorf("texts: %w", err))
	}
	return c
}

// In returns the texts in the first supported language, else in the fallback. Languages are BCP 47 tags.
func (c Catalogue) In(tags ...string) Language {
	return c.byLanguage()[allWords().In(tags...).Tag()]
}

// Say returns the text of the id, or "" if there is none.
func (l Language) Say(id string) string { return l[id] }

// Truncate returns the text with at most the given number of characters. A shortened text ends in an ellipsis.
func Truncate(text string, limit int) string {
	if utf8.RuneCountInString(text) <= limit {
		return text
	}
	return string([]rune(text)[:limit-1]) + "…"
}
