package speech

import (
	"slices"
	"strings"
	"testing"

	"tarockbot/render/words"
)

func TestLongestWithoutWords(t *testing.T) {
	t.Parallel()
	if word, n := theLexicon().Phrases.Longest(nil); word != "" || n != 0 {
		t.Errorf("got %q of %d words", word, n)
	}
}

func TestPhrasesAreUnique(t *testing.T) {
	t.Parallel()
	catalogue := theCatalogue()
	said := make(map[string]string)
	all := slices.Clone(theTerms)
	for _, x := range gameWords(catalogue.In("en")) {
		all = append(all, x.word)
	}
	for _, lang := range words.Languages() {
		for _, word := range all {
			for _, phrase := range strings.Split(catalogue.In(lang).Say("typed.term."+word), ",") {
				key := PhraseKey(phrase)
				if other, ok := said[key]; ok && other != word || key == "" || len(strings.Fields(key)) > longestPhrase {
					t.Errorf("%s: %q means both %s and %s", lang, phrase, word, other)
				}
				said[key] = word
			}
		}
	}
}
