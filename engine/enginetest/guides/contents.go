package guides

import (
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing"
	"unicode"

	"tarockbot/engine"
	"tarockbot/engine/enginetest/golden"
)

// languages returns the languages of the game's guide.
func languages(t *testing.T, g engine.Game) []string {
	t.Helper()
	return namesIn(t, g, ".")
}

// EachWording calls visit for each language of the game's guide, with the test's wording in that language. A language
// for which the test has no wording fails the test.
func EachWording[W any](t *testing.T, g engine.Game, wordings map[string]W, visit func(lang string, w W)) {
	t.Helper()
	for _, lang := range languages(t, g) {
		w, ok := wordings[lang]
		if !ok {
			t.Errorf("the test has no wording in %q: it can't compare the guide with the tables", lang)
			continue
		}
		visit(lang, w)
	}
}

// topicText returns the text of a topic: "cards" is the file NN-cards.md. It fails the test unless there is one such file.
func topicText(t *testing.T, g engine.Game, lang, topic string) string {
	t.Helper()
	found, err := fs.Glob(g.Guide, path.Join(lang, "[0-9][0-9]-"+topic+".md"))
	if err != nil || len(found) != 1 {
		t.Fatalf("%s: topic %s is in files %v, %v", lang, topic, found, err)
	}
	return readGuide(t, g, found[0])
}

// CheckContains checks that a topic holds each of the texts.
func CheckContains(t *testing.T, g engine.Game, lang, topic string, texts ...string) {
	t.Helper()
	all := topicText(t, g, lang, topic)
	for _, text := range texts {
		if !strings.Contains(all, text) {
			t.Errorf("%s: %s lacks %q", lang, topic, text)
		}
	}
}

// CheckRulings checks that the guide tells each ruling among the rules in every language. The rules are separated by
// blanks. A rule is a ruling if it is called "R24", or "R24/bird" for a part of R24.
func CheckRulings(t *testing.T, g engine.Game, rules string) {
	t.Helper()
	for _, lang := range languages(t, g) {
		for _, rule := range strings.Fields(rules) {
			if name, _, _ := strings.Cut(rule, "/"); strings.HasPrefix(name, "R") {
				CheckContains(t, g, lang, "rulings", "- **"+name+"**: ")
			}
		}
	}
}

// CheckValues checks that the wanted lines are all lines of the topic "values" that begin with one of the marks. Its
// other lines must have no numbers.
func CheckValues(t *testing.T, g engine.Game, lang string, want []string, marks ...string) {
	t.Helper()
	var got []string
	for line := range strings.SplitSeq(topicText(t, g, lang, "values"), "\n") {
		if slices.ContainsFunc(marks, func(mark string) bool { return strings.HasPrefix(line, mark) }) {
			got = append(got, line)
		} else if strings.ContainsFunc(line, unicode.IsDigit) {
			t.Errorf("%s: a number outside the values: %s", lang, line)
		}
	}
	if g, w := strings.Join(got, "\n"), strings.Join(want, "\n"); g != w {
		t.Errorf("%s: values: %s", lang, golden.Difference(g, w))
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

// readGuide returns the text of a file of the guide.
func readGuide(t *testing.T, g engine.Game, file string) string {
	t.Helper()
	text, err := fs.ReadFile(g.Guide, file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// namesIn returns the sorted names in a folder of the guide. The folder "." has a folder for each language; the folder of
// a language has a file for each topic.
func namesIn(t *testing.T, g engine.Game, folder string) (names []string) {
	t.Helper()
	entries, err := fs.ReadDir(g.Guide, folder)
	if err != nil || len(entries) == 0 {
		t.Fatalf("nothing in the folder %s of the guide: %v", folder, err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}
