package guides

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"tarockbot/engine"
	"tarockbot/engine/enginetest/golden"
)

// CheckContains checks that a topic holds the texts. It compares whole numbers: "112" doesn't hold "12".
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

var ruling = regexp.MustCompile(`\bR\d+\b`)

// CheckRulings checks that the topic "rulings" has a bullet for each ruling. rules holds names separated by blanks.
// Only names such as "R24", and "R24/bird" for a part of it, are rulings.
func CheckRulings(t testing.TB, g engine.Game, rules string) {
	t.Helper()
	for _, lang := range languages(t, g) {
		for _, name := range ruling.FindAllString(rules, -1) {
			CheckContains(t, g, lang, rulingsTopic, "- **"+name+"**: ")
		}
	}
}

// CheckValues checks the lines of the topic "values" that begin with one of the prefixes. Other lines have no digits.
func CheckValues(t testing.TB, g engine.Game, lang string, want []string, prefixes ...string) {
	t.Helper()
	var got []string
	for line := range strings.SplitSeq(topicText(t, g, lang, valuesTopic), "\n") {
		if slices.ContainsFunc(prefixes, func(prefix string) bool { return strings.HasPrefix(line, prefix) }) {
			got = append(got, line)
		} else if strings.ContainsFunc(line, unicode.IsDigit) {
			t.Errorf("%s: a number outside the lines with values: %s", lang, line)
		}
	}
	if gotText, wantText := strings.Join(got, "\n"), strings.Join(want, "\n"); gotText != wantText {
		t.Errorf("%s: values: %s", lang, golden.Difference(gotText, wantText))
	}
}
