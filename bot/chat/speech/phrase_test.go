package speech

import (
	"slices"
	"strings"
	"testing"

	"tarockbot/render/words"
)

func TestLongestOfNothing(t *testing.T) {
	t.Parallel()
	if word, n := theLexicon().Phrases.Longest(nil); word != "" || n != 0 {
		t.Errorf("%q of %d words", word, n)
	}
}

func TestPhrasesAreOne(t *testing.T) {
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
				key := Key(phrase)
				if had, ok := said[key]; ok && had != word || key == "" || len(strings.Fields(key)) > longestPhrase {
					t.Errorf("%s: %q says %s, and %s", lang, phrase, word, had)
				}
				said[key] = word
			}
		}
	}
}
