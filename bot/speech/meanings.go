// Package speech is what people type and what things are called: words in, values out,
// and the other way round. It knows no bot and no store; what commands, settings and
// choices there are is handed in. Begin with [Lexicon].
package speech

import (
	"strings"
	"unicode"

	"tarockbot/render/words"
)

// Meanings are what people type for the values of one kind, in all languages at once:
// they may follow somebody who speaks another. The keys are as Key makes them.
type Meanings[V any] map[string]V

// NewMeanings reads them from the texts whose ids begin so and end with the word of a
// value.
func NewMeanings[V any](catalogue *words.Catalogue, prefix string, values []V, word func(V) string) Meanings[V] {
	all := make(Meanings[V])
	for _, lang := range words.Languages() {
		t := catalogue.In(lang)
		for _, value := range values {
			all.learn(t, prefix+word(value), value)
		}
	}
	return all
}

// learn lets the value be typed as the text with that id lists it.
func (all Meanings[V]) learn(t *words.Tongue, id string, value V) {
	all.Add(value, Typed(t, id)...)
}

// NewWords are meanings whose values are words themselves.
func NewWords(catalogue *words.Catalogue, prefix string, all ...string) Meanings[string] {
	return NewMeanings(catalogue, prefix, all, func(word string) string { return word })
}

// Add lets the value be typed so.
func (all Meanings[V]) Add(value V, typed ...string) {
	for _, phrase := range typed {
		all[Key(phrase)] = value
	}
}

// Word is the value of what was typed, which is a word alone.
func (all Meanings[V]) Word(typed string) (value V, ok bool) {
	value, ok = all[PlainWord(typed)]
	return value, ok
}

// Phrase is the value of what was typed, whatever signs stand in it.
func (all Meanings[V]) Phrase(typed string) (value V, ok bool) {
	value, ok = all[Key(typed)]
	return value, ok
}

// Typed are what people who speak the language type for something, by the id of
// the text that lists it: the usual first.
func Typed(t *words.Tongue, id string) []string { return strings.Split(t.Say(id), ", ") }

// PlainWord is a typed word as commands spell it: small letters, umlauts
// written out.
func PlainWord(word string) string {
	return umlauts.Replace(strings.ToLower(word))
}

var umlauts = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "ß", "ss")

// Key is what people type or read, without what they may write in several
// ways: capitals, umlauts, and all signs.
func Key(text string) string {
	return strings.Join(strings.FieldsFunc(PlainWord(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}), " ")
}
