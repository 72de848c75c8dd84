// Package guides checks what teaches a game: its guide in every language, whose numbers must be those of the rules, and
// its lessons. Start at Check, for a guide's form, and Lessons. Words of the guides that several games share are in
// tariff.go.
package guides

import (
	"fmt"
	"io/fs"
	"iter"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"

	"tarockbot/engine"
	"tarockbot/engine/enginetest/golden"
)

// Check checks the form of a game's guide. It has the same topics in every language, each
// built alike, in the few marks that every chat can show. A topic explains each reason for
// a refusal: those that all games share, and the given ones. The glossary is in
// alphabetical order.
func Check(t *testing.T, g engine.Game, reasons []engine.Name) {
	t.Run("topics", func(t *testing.T) { checkTopics(t, g, append(engine.CommonReasons(), reasons...)) })
	t.Run("languages", func(t *testing.T) { checkLanguages(t, g) })
	t.Run("glossary", func(t *testing.T) { checkGlossary(t, g) })
	t.Run("markdown", func(t *testing.T) { checkMarkdown(t, g) })
}

// checkTopics checks that every reason, and nothing else, has a topic, and that all topics that explain something exist.
func checkTopics(t *testing.T, g engine.Game, reasons []engine.Name) {
	t.Helper()
	for _, reason := range reasons {
		if g.Topics[reason] == "" {
			t.Errorf("no topic explains %s", reason)
		}
	}
	for reason := range g.Topics {
		if !slices.Contains(reasons, reason) {
			t.Errorf("%s is no reason", reason)
		}
	}
	for _, topics := range []iter.Seq[string]{maps.Values(g.Topics), maps.Values(g.PhaseTopics), maps.Values(g.PlayTopics)} {
		for topic := range topics {
			Topic(t, g, Languages(t, g)[0], topic)
		}
	}
	if g.PhaseTopics[""] != "" || g.PlayTopics[0] != "" {
		t.Error("a topic explains a phase or a contract without a name")
	}
}

// checkLanguages checks that every language has the same files, one for each topic.
func checkLanguages(t *testing.T, g engine.Game) {
	t.Helper()
	langs := Languages(t, g)
	first := namesIn(t, g, langs[0])
	name := regexp.MustCompile(`^(\d\d)-([a-z]+)\.md$`)
	seen := map[string]bool{}
	for i, file := range first {
		m := name.FindStringSubmatch(file)
		if m == nil || m[1] != fmt.Sprintf("%02d", i+1) || seen[m[2]] {
			t.Fatalf("bad file name %s", file)
		}
		seen[m[2]] = true
	}
	for _, lang := range langs[1:] {
		if other := namesIn(t, g, lang); !slices.Equal(first, other) {
			t.Fatalf("topics differ:\n%s %v\n%s %v", langs[0], first, lang, other)
		}
		for _, file := range first {
			if a, b := outline(t, g, langs[0]+"/"+file), outline(t, g, lang+"/"+file); a != b {
				t.Errorf("%s is built differently:\n%s %s\n%s %s", file, langs[0], a, lang, b)
			}
		}
	}
}

// Languages returns the languages of the game's guide.
func Languages(t *testing.T, g engine.Game) []string {
	t.Helper()
	return namesIn(t, g, ".")
}

// EachWording calls visit for each language of the game's guide, with what a test wants to read in it. A language for
// which the test has no wording fails the test.
func EachWording[W any](t *testing.T, g engine.Game, wordings map[string]W, visit func(lang string, w W)) {
	t.Helper()
	for _, lang := range Languages(t, g) {
		w, ok := wordings[lang]
		if !ok {
			t.Errorf("the test has no wording in %q: it can't compare the guide with the tables", lang)
			continue
		}
		visit(lang, w)
	}
}

// outline returns the shape of a topic: a mark for every line that isn't empty.
func outline(t *testing.T, g engine.Game, file string) string {
	t.Helper()
	var b strings.Builder
	for line := range strings.Lines(readGuide(t, g, file)) {
		switch {
		case strings.HasPrefix(line, "#"):
			b.WriteByte('#')
		case strings.HasPrefix(line, "- "):
			b.WriteByte('-')
		case line != "\n":
			b.WriteByte('p')
		}
	}
	return b.String()
}

// checkGlossary checks that the terms are in the alphabetical order of the language.
func checkGlossary(t *testing.T, g engine.Game) {
	t.Helper()
	for _, lang := range Languages(t, g) {
		before, order := "", collate.New(language.Make(lang))
		for _, line := range Topic(t, g, lang, "glossary") {
			term, isTerm := strings.CutPrefix(line, "- **")
			if !isTerm {
				continue
			}
			term, _, _ = strings.Cut(term, "**")
			if order.CompareString(before, term) > 0 {
				t.Errorf("%s: %s is out of alphabetical order", lang, term)
			}
			before = term
		}
		if before == "" {
			t.Errorf("%s: the glossary has no terms", lang)
		}
	}
}

// maxTopic leaves room for a heading and buttons in a message of 4096 characters.
const maxTopic = 3500

var (
	numbered = regexp.MustCompile(`^(- )?\d+[.)] `)
	bold     = regexp.MustCompile(`\*\*[^* ]([^*]*[^* ])?\*\*`)
	// plainText matches the rest of a line without its mark and its bold words. It has no
	// character that Markdown could take for a mark.
	plainText = regexp.MustCompile("^[^\\s#*_`~|<>\\[\\]\\\\+-][^#*_`~|<>\\[\\]\\\\\\t]*$")
)

// checkMarkdown checks that texts use only the few marks that every chat can show.
func checkMarkdown(t *testing.T, g engine.Game) {
	t.Helper()
	for _, lang := range Languages(t, g) {
		for _, name := range namesIn(t, g, lang) {
			file := lang + "/" + name
			text := readGuide(t, g, file)
			if n := utf8.RuneCountInString(text); n > maxTopic {
				t.Errorf("%s has %d characters, %d are allowed", file, n, maxTopic)
			}
			if !strings.HasPrefix(text, "# ") || strings.Count(text, "\n# ") > 0 {
				t.Errorf("%s needs one title, on its first line", file)
			}
			checkLines(t, file, strings.Split(strings.TrimSuffix(text, "\n"), "\n"))
		}
	}
}

// checkLines checks the lines of a topic for marks and empty lines.
func checkLines(t *testing.T, file string, lines []string) {
	t.Helper()
	before := ""
	for i, line := range lines {
		bullet := strings.HasPrefix(line, "- ")
		if line != "" && before != "" && !(bullet && strings.HasPrefix(before, "- ")) {
			t.Errorf("%s:%d: no empty line before: %s", file, i+1, line)
		}
		if line == "" && (before == "" || i == len(lines)-1) {
			t.Errorf("%s:%d: an empty line too many", file, i+1)
		}
		rest := line
		for _, mark := range []string{"# ", "## ", "- "} {
			rest = strings.TrimPrefix(rest, mark)
		}
		rest = bold.ReplaceAllString(rest, "bold")
		if line != "" && (!plainText.MatchString(rest) || numbered.MatchString(line) || strings.TrimSpace(line) != line) {
			t.Errorf("%s:%d: not in the subset: %s", file, i+1, line)
		}
		before = line
	}
}

// Topic returns the lines of a topic: "cards" for the file NN-cards.md.
func Topic(t *testing.T, g engine.Game, lang, topic string) []string {
	t.Helper()
	found, err := fs.Glob(g.Guide, path.Join(lang, "[0-9][0-9]-"+topic+".md"))
	if err != nil || len(found) != 1 {
		t.Fatalf("%s: topic %s is in files %v, %v", lang, topic, found, err)
	}
	return strings.Split(readGuide(t, g, found[0]), "\n")
}

// Says checks that a topic holds each of the texts.
func Says(t *testing.T, g engine.Game, lang, topic string, texts ...string) {
	t.Helper()
	all := strings.Join(Topic(t, g, lang, topic), "\n")
	for _, text := range texts {
		if !strings.Contains(all, text) {
			t.Errorf("%s: %s lacks %q", lang, topic, text)
		}
	}
}

// Rulings checks that the guide tells each ruling among the rules in every language. A rule is
// a ruling if it is called "R24", or "R24/bird" for a part of R24.
func Rulings(t *testing.T, g engine.Game, rules string) {
	t.Helper()
	for _, lang := range Languages(t, g) {
		for _, rule := range strings.Fields(rules) {
			if name, _, _ := strings.Cut(rule, "/"); strings.HasPrefix(name, "R") {
				Says(t, g, lang, "rulings", "- **"+name+"**: ")
			}
		}
	}
}

// Lines checks that the topic "values" has the wanted lines, and no others, that begin with one of the
// marks. Its other lines must have no numbers.
func Lines(t *testing.T, g engine.Game, lang string, want []string, marks ...string) {
	t.Helper()
	var got []string
	for _, line := range Topic(t, g, lang, "values") {
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

// Bullets returns the lines with the marks of bullets.
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

// namesIn returns the names of the entries of a folder of the guide: "." has a folder for each language, and these have
// a file for each topic.
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
