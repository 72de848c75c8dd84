package bot

import (
	"strings"
	"unicode"

	"tarockbot/render/words"
)

// meanings are what people type for the values of one kind, in all languages at once:
// they may follow somebody who speaks another. The keys are as phraseKey makes them.
type meanings[V any] map[string]V

// newMeanings reads them from the texts whose ids begin so and end with the word of a
// value.
func newMeanings[V any](catalogue *words.Catalogue, prefix string, values []V, word func(V) string) meanings[V] {
	all := make(meanings[V])
	for _, lang := range words.Languages() {
		t := catalogue.In(lang)
		for _, value := range values {
			all.learn(t, prefix+word(value), value)
		}
	}
	return all
}

// learn lets the value be typed as the text with that id lists it.
func (all meanings[V]) learn(t *words.Tongue, id string, value V) {
	all.add(value, typedWords(t, id)...)
}

// newWords are the meanings of which each is a word.
func newWords(catalogue *words.Catalogue, prefix string, all ...string) meanings[string] {
	return newMeanings(catalogue, prefix, all, func(word string) string { return word })
}

// add lets the value be typed so.
func (all meanings[V]) add(value V, typed ...string) {
	for _, phrase := range typed {
		all[phraseKey(phrase)] = value
	}
}

// word is the value of what was typed, which is a word alone.
func (all meanings[V]) word(typed string) (value V, ok bool) {
	value, ok = all[plainWord(typed)]
	return value, ok
}

// phrase is the value of what was typed, whatever signs stand in it.
func (all meanings[V]) phrase(typed string) (value V, ok bool) {
	value, ok = all[phraseKey(typed)]
	return value, ok
}

// typedWords are what people who speak the language type for something, by the id of
// the text that lists it: the usual first.
func typedWords(t *words.Tongue, id string) []string { return strings.Split(t.Say(id), ", ") }

// plainWord is a typed word as commands spell it: small letters, umlauts
// written out.
func plainWord(word string) string {
	return umlauts.Replace(strings.ToLower(word))
}

var umlauts = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "ß", "ss")

// phraseKey is what people type or read, without what they may write in several
// ways: capitals, umlauts, and all signs.
func phraseKey(text string) string {
	return strings.Join(strings.FieldsFunc(plainWord(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}), " ")
}
