// Package texts returns a network's own texts, by language, from render/words.
package texts

import (
	"fmt"
	"sync"
	"unicode/utf8"

	"tarockbot/render/words"
)

// Catalogue holds texts in all languages.
type Catalogue struct {
	byLanguage func() map[string]Language
}

// Language maps ids to texts. The text "lang" is its tag.
type Language map[string]string

// Of returns the texts whose ids begin with the name and a dot, without that prefix.
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

func allWords() *words.Catalogue {
	c, err := words.Load()
	if err != nil {
		panic(fmt.Errorf("texts: %w", err))
	}
	return c
}

// In returns the first supported language, else the fallback. Tags are BCP 47.
func (c Catalogue) In(tags ...string) Language {
	return c.byLanguage()[allWords().In(tags...).Tag()]
}

// Say returns the text, or "".
func (l Language) Say(id string) string { return l[id] }

// Truncate shortens a text to limit characters, with an ellipsis at its end.
func Truncate(text string, limit int) string {
	if utf8.RuneCountInString(text) <= limit {
		return text
	}
	return string([]rune(text)[:limit-1]) + "…"
}
