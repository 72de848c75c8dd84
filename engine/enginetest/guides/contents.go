package guides

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"tarockbot/engine"
	"tarockbot/engine/enginetest/golden"
)

// EachWording calls visit for each language of the game's guide, with the test's wording in that language. A language
// for which the test has no wording fails the test.
func EachWording[W any](t testing.TB, g engine.Game, wordings map[string]W, visit func(lang string, w W)) {
	t.Helper()
	for _, lang := range languages(t, g) {
		visit(lang, wordingIn(t, wordings, "wording", lang))
	}
}

// wordingIn returns the wording in a language. A language without one fails the test with a message that says what is
// missing.
func wordingIn[W any](t testing.TB, wordings map[string]W, what, lang string) W {
	t.Helper()
	w, ok := wordings[lang]
	if !ok {
		t.Fatalf("guides: no %s in %q", what, lang)
	}
	return w
}

var digits = regexp.MustCompile(`\d+`)

// CheckContains checks that a topic holds each of the texts. A number is compared as a whole: "112" doesn't hold "12".
func CheckContains(t testing.TB, g engine.Game, lang, topic string, texts ...string) {
	t.Helper()
	numbersMarked := func(text string) string { return digits.ReplaceAllString(text, "<$0>") }
	all := numbersMarked(topicText(t, g, lang, topic))
	for _, text := range texts {
		if !strings.Contains(all, numbersMarked(text)) {
			t.Errorf("%s: %s lacks %q", lang, topic, text)
		}
	}
}

var rulingName = regexp.MustCompile(`^R\d+$`)

// CheckRulings checks that the guide tells each ruling among the rules in every language. The rules are separated by
// blanks. A rule is a ruling if it is called "R24", or "R24/bird" for a part of R24.
func CheckRulings(t testing.TB, g engine.Game, rules string) {
	t.Helper()
	for _, lang := range languages(t, g) {
		for rule := range strings.FieldsSeq(rules) {
			if name, _, _ := strings.Cut(rule, "/"); rulingName.MatchString(name) {
				CheckContains(t, g, lang, rulingsTopic, "- **"+name+"**: ")
			}
		}
	}
}

// CheckValues compares the lines of the topic "values" that begin with one of the prefixes with the wanted lines. No other
// line may have a digit.
func CheckValues(t testing.TB, g engine.Game, lang string, want []string, prefixes ...string) {
	t.Helper()
	var got []string
	for line := range strings.SplitSeq(topicText(t, g, lang, valuesTopic), "\n") {
		if slices.ContainsFunc(prefixes, func(prefix string) bool { return strings.HasPrefix(line, prefix) }) {
			got = append(got, line)
		} else if strings.ContainsFunc(line, unicode.IsDigit) {
			t.Errorf("%s: a number outside the values: %s", lang, line)
		}
	}
	if gotText, wantText := strings.Join(got, "\n"), strings.Join(want, "\n"); gotText != wantText {
		t.Errorf("%s: values: %s", lang, golden.Difference(gotText, wantText))
	}
}

// Bullets returns the lines as bullets: each with "- " before it.
func Bullets(lines []string) []string {
	bullets := make([]string, len(lines))
	for i, line := range lines {
		bullets[i] = "- " + line
	}
	return bullets
}

// Capitalized returns the name of the word with a capital first letter.
func Capitalized(w engine.Word) string {
	name := w.String()
	return strings.ToUpper(name[:1]) + name[1:]
}

// numberWords finds the numbers from 2 to 12 written as lower-case words, by language. Capitalized ones are names of
// bonuses, as in "Four Kings". It can't find 1, because the German word is also an article.
var numberWords = map[string]*regexp.Regexp{
	"de": regexp.MustCompile(`\b(zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf)\b`),
	"en": regexp.MustCompile(`\b(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b`),
}

// CheckExampleNumbers compares the numbers of a topic, line by line, with the wanted rows, in every language. Lines
// without digits are skipped. A number written as a word is an error.
func CheckExampleNumbers(t testing.TB, g engine.Game, topic string, rows [][]int) {
	t.Helper()
	for _, lang := range languages(t, g) {
		text := topicText(t, g, lang, topic)
		if word := wordingIn(t, numberWords, "number words", lang).FindString(text); word != "" {
			t.Errorf("%s: %s: the number %s isn't in digits", lang, topic, word)
		}
		compareNumbers(t, lang, topic, text, rows)
	}
}

// CheckSectionNumbers does the same as CheckExampleNumbers for one section of a topic, counted from 1; the text above the
// first heading is section 0. It allows number words.
func CheckSectionNumbers(t testing.TB, g engine.Game, topic string, section int, rows [][]int) {
	t.Helper()
	for _, lang := range languages(t, g) {
		sections := strings.Split(topicText(t, g, lang, topic), "\n## ")
		if section >= len(sections) {
			t.Fatalf("%s: %s has no section %d", lang, topic, section)
		}
		compareNumbers(t, lang, topic, sections[section], rows)
	}
}

// compareNumbers compares the numbers of each line that has digits with its row, in their order. Signs are ignored, so
// rows hold no negative numbers.
func compareNumbers(t testing.TB, lang, topic, text string, rows [][]int) {
	t.Helper()
	lines := slices.DeleteFunc(strings.Split(text, "\n"), func(line string) bool { return !digits.MatchString(line) })
	if len(lines) != len(rows) {
		t.Errorf("%s: %s: %d lines have numbers, want %d", lang, topic, len(lines), len(rows))
	}
	for i := range min(len(lines), len(rows)) {
		if got, want := fmt.Sprint(digits.FindAllString(lines[i], -1)), fmt.Sprint(rows[i]); got != want {
			t.Errorf("%s: %s: numbers %s, want %s in: %s", lang, topic, got, want, lines[i])
		}
	}
}
