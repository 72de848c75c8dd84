package speech

import (
	"slices"
	"strings"
	"testing"

	"tarockbot/render/words"
)

// wordsOf returns the words of a challenge for the typed line, as buttons carry them.
func wordsOf(line string) string {
	var all []string
	for _, term := range theLexicon().Phrases.Read(strings.Fields(line)) {
		all = append(all, term.Word)
	}
	return strings.Join(all, " ")
}

// TestPhrases: rule sets, options and other terms are typed in either language; the words that buttons carry stay as they
// are.
func TestPhrases(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]string{
		"löw": "loew", "Illustriertes Tarock Löw": "illustrated/loew", "illustriert mayr": "illustrated mayr-sedlaczek",
		"Mayr & Sedlaczek": "mayr-sedlaczek", "sedlaczek": "mayr-sedlaczek", "illustrierte": "illustrated",
		"Illustriertes Tarock (Löw)": "illustrated/loew", "Strohmandeln (vierzig Karten)": "strohmandeln/forty",
		"strohmandeln erweitert zusammenwerfen 4": "strohmandeln/extended throw-in 4", "vierzig @vierzig": "forty @vierzig",
		"Kontra gegen den Aufnehmer": "undertaken", "extended contra against the taker": "extended undertaken",
		"leicht ohne kontra": "easy contra=off", "kontra": "contra", "Ohne Uhu": "uhu=off", "Mit Uhu": "uhu",
		"exchange=leicht": "exchange=easy", "kontra=aus": "contra=off", "uhu=ja": "uhu=on", "points=verdeckt": "points=hidden",
		"punkte verdeckt": "points=hidden", "schluss wenn jemand geht": "leaving=ends", "Geht jemand: Schluss": "leaving=ends",
		"leaving=schluss": "leaving=ends", "over when one leaves": "leaving=ends", "If one leaves: the computer": "leaving=computer",
		"ein computer": "computer=1", "two computers": "computer=2", "gegen den Computer": "computer",
		"strohmandeln/classic simple=play points=hidden 2 computer":    "strohmandeln/classic simple=play points=hidden 2 computer",
		"illustrated/loew uhu=off leaving=ends there @anna computer=1": "illustrated/loew uhu=off leaving=ends there @anna computer=1",
		"kosakeln/bamberger exchange=classic contra=off 4 computer":    "kosakeln/bamberger exchange=classic contra=off 4 computer",
		"illustrated/mayr-sedlaczek there computer":                    "illustrated/mayr-sedlaczek there computer",
		"kosakeln/bamberger exchange=easy contra=on 4 @Anna":           "kosakeln/bamberger exchange=easy contra=on 4 @Anna",
		"whist": "whist", "computer=x": "computer=x",
	} {
		if got := wordsOf(typed); got != want {
			t.Errorf("%q says %q, want %q", typed, got, want)
		}
	}
}

// TestLongestOfNothing: nothing typed is no phrase.
func TestLongestOfNothing(t *testing.T) {
	t.Parallel()
	if word, n := theLexicon().Phrases.Longest(nil); word != "" || n != 0 {
		t.Errorf("%q of %d words", word, n)
	}
}

// TestPhrasesAreOne: no phrase has two meanings, also across languages.
func TestPhrasesAreOne(t *testing.T) {
	t.Parallel()
	catalogue := theCatalogue(t)
	said := make(map[string]string)
	all := slices.Clone(theTerms)
	eachGameWord(catalogue.In("en"), func(word, _, _ string) { all = append(all, word) })
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
