package guides

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tarockbot/engine"
)

var digits = regexp.MustCompile(`\d+`)

// numberWords leaves out capitalized numbers, which are names of bonuses, and 1: the German word is also an article.
var numberWords = map[string]*regexp.Regexp{
	"de": regexp.MustCompile(`\b(zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf)\b`),
	"en": regexp.MustCompile(`\b(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b`),
}

// CheckExampleNumbers compares the digits in a topic's lines with the rows, in every language. It skips lines without
// digits, and forbids numbers written as words.
func CheckExampleNumbers(t testing.TB, g engine.Game, topic string, rows [][]int) {
	t.Helper()
	for _, lang := range languages(t, g) {
		text := topicText(t, g, lang, topic)
		if word := wordingIn(t, numberWords, "number words", lang).FindString(text); word != "" {
			t.Errorf("%s: %s: the number %s isn't in digits", lang, topic, word)
		}
		compareNumbers(t, lang+": "+topic, text, rows)
	}
}

// CheckSectionNumbers compares one section of a topic, and allows numbers written as words. Section 0 is the text above
// the first heading.
func CheckSectionNumbers(t testing.TB, g engine.Game, topic string, section int, rows [][]int) {
	t.Helper()
	for _, lang := range languages(t, g) {
		sections := strings.Split(topicText(t, g, lang, topic), "\n## ")
		if section >= len(sections) {
			t.Fatalf("%s: %s has no section %d", lang, topic, section)
		}
		heading, _, _ := strings.Cut(sections[section], "\n")
		compareNumbers(t, fmt.Sprintf("%s: %s, section %q", lang, topic, heading), sections[section], rows)
	}
}

// compareNumbers ignores signs.
func compareNumbers(t testing.TB, where, text string, rows [][]int) {
	t.Helper()
	lines := slices.DeleteFunc(strings.Split(text, "\n"), func(line string) bool { return !digits.MatchString(line) })
	if len(lines) != len(rows) {
		t.Errorf("%s: %d lines have numbers, want %d: %q", where, len(lines), len(rows), lines)
		return
	}
	for i, line := range lines {
		if got, want := fmt.Sprint(digits.FindAllString(line, -1)), fmt.Sprint(rows[i]); got != want {
			t.Errorf("%s: numbers %s, want %s in: %s", where, got, want, line)
		}
	}
}
