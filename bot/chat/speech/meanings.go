package speech

import (
	"strings"
	"unicode"

	"tarockbot/render/words"
)

// Meanings maps typed text, by PhraseKey, to values, in all languages at once.
type Meanings[V any] map[string]V

// NewMeanings reads the typed words for each value. The prefix and the value's word make the text's id.
func NewMeanings[V any](catalogue *words.Catalogue, prefix string, values []V, word func(V) string) Meanings[V] {
	m := make(Meanings[V])
	for _, lang := range words.Languages() {
		w := catalogue.In(lang)
		for _, value := range values {
			m.Add(value, PhrasesOf(w, prefix+word(value))...)
		}
	}
	return m
}

// NewWordMeanings returns meanings whose values are words.
func NewWordMeanings(catalogue *words.Catalogue, prefix string, all ...string) Meanings[string] {
	return NewMeanings(catalogue, prefix, all, func(word string) string { return word })
}

// Add maps the phrases to the value.
func (m Meanings[V]) Add(value V, phrases ...string) {
	for _, phrase := range phrases {
		m[PhraseKey(phrase)] = value
	}
}

// LookupWord looks up a single typed word.
func (m Meanings[V]) LookupWord(typed string) (value V, ok bool) {
	value, ok = m[PlainWord(typed)]
	return value, ok
}

// LookupPhrase looks up typed text without signs.
func (m Meanings[V]) LookupPhrase(typed string) (value V, ok bool) {
	value, ok = m[PhraseKey(typed)]
	return value, ok
}

// PhrasesOf returns the text's phrases, the usual one first.
func PhrasesOf(w *words.Tongue, id string) []string { return strings.Split(w.Say(id), ", ") }

// PlainWord lower-cases a word and spells out umlauts.
func PlainWord(word string) string { return umlauts.Replace(strings.ToLower(word)) }

var umlauts = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "ß", "ss")

// PhraseKey returns PlainWord's text without signs and extra blanks.
func PhraseKey(text string) string {
	return strings.Join(strings.FieldsFunc(PlainWord(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}), " ")
}
