// Package guides checks what teaches a game: its guide in every language, whose numbers must be those of the rules, and
// its lessons. Start at Check, for a guide's form, and Lessons. Words of the guides that several games share are in
// tariff.go.
package guides

import (
	"fmt"
	"io/fs"
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
)

// Check checks the form of a game's guide: the same topics in every language,
// each built alike, in the few marks that every chat can show; and a topic for
// each reason of a refusal, those that all games share and the given ones; and
// a glossary in alphabetical order.
func Check(t *testing.T, g engine.Game, reasons []engine.Name) {
	t.Run("topics", func(t *testing.T) { checkTopics(t, g, append(engine.CommonReasons(), reasons...)) })
	t.Run("languages", func(t *testing.T) { checkLanguages(t, g) })
	t.Run("glossary", func(t *testing.T) { checkGlossary(t, g) })
	t.Run("markdown", func(t *testing.T) { checkMarkdown(t, g) })
}

// checkTopics checks that every reason, and nothing else, has a topic that exists.
func checkTopics(t *testing.T, g engine.Game, reasons []engine.Name) {
	t.Helper()
	for _, reason := range reasons {
		if topic := g.Topics[reason]; topic == "" {
			t.Errorf("no topic explains %s", reason)
		} else {
			Topic(t, g, Languages(t, g)[0], topic)
		}
	}
	for phase, topic := range g.PhaseTopics {
		if Topic(t, g, Languages(t, g)[0], topic); phase == "" {
			t.Errorf("%s explains a phase without a name", topic)
		}
	}
	for contract, topic := range g.PlayTopics {
		if Topic(t, g, Languages(t, g)[0], topic); contract == 0 {
			t.Errorf("%s explains the play of no contract", topic)
		}
	}
	for reason := range g.Topics {
		if !slices.Contains(reasons, reason) {
			t.Errorf("%s is no reason", reason)
		}
	}
}

// checkLanguages checks that every language has the same files, one for each topic.
func checkLanguages(t *testing.T, g engine.Game) {
	t.Helper()
	langs := Languages(t, g)
	first := topicFiles(t, g, langs[0])
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
		if other := topicFiles(t, g, lang); !slices.Equal(first, other) {
			t.Fatalf("topics differ:\n%s %v\n%s %v", langs[0], first, lang, other)
		}
		for _, file := range first {
			if a, b := outline(t, g, langs[0]+"/"+file), outline(t, g, lang+"/"+file); a != b {
				t.Errorf("%s is built differently:\n%s %s\n%s %s", file, langs[0], a, lang, b)
			}
		}
	}
}

// Languages returns those of the game's guide, a folder each.
func Languages(t *testing.T, g engine.Game) (all []string) {
	t.Helper()
	folders, err := fs.ReadDir(g.Guide, ".")
	if err != nil || len(folders) == 0 {
		t.Fatalf("no guide: %v", err)
	}
	for _, folder := range folders {
		all = append(all, folder.Name())
	}
	return all
}

// EachWording visits the languages of the game's guide with what a test knows of their words. It fails
// if that is nothing.
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

// outline returns the shape of a topic: a letter for every line that isn't
// empty.
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

// checkGlossary checks that the terms stand in the alphabetical order of the language.
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

// plainText is what a line holds after its mark once bold is taken out: no
// character that Markdown could read as its own.
var (
	numbered  = regexp.MustCompile(`^(- )?\d+[.)] `)
	bold      = regexp.MustCompile(`\*\*[^* ]([^*]*[^* ])?\*\*`)
	plainText = regexp.MustCompile("^[^\\s#*_`~|<>\\[\\]\\\\+-][^#*_`~|<>\\[\\]\\\\\\t]*$")
)

// checkMarkdown checks that texts use only the few marks that every chat can show.
func checkMarkdown(t *testing.T, g engine.Game) {
	t.Helper()
	for _, lang := range Languages(t, g) {
		for _, name := range topicFiles(t, g, lang) {
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

// Topic returns the lines of a topic by its name without a number.
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

// Rulings checks that the guide tells, in every language, each ruling among the
// rules: "R24", or "R24/bird" for a part of it.
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

// Lines checks that the lines of the topic of values that begin with one of the
// marks are those wanted, and that no number stands elsewhere.
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
	for i := range max(len(got), len(want)) {
		if g, w := at(got, i), at(want, i); g != w {
			t.Errorf("%s: value %d:\n got %q\nwant %q", lang, i+1, g, w)
		}
	}
}

// Bullets returns the lines as bullets of a topic.
func Bullets(lines []string) []string {
	bullets := make([]string, len(lines))
	for i, line := range lines {
		bullets[i] = "- " + line
	}
	return bullets
}

// at returns a line; "" behind the last.
func at(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return ""
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

// topicFiles returns the names of a language's files.
func topicFiles(t *testing.T, g engine.Game, lang string) (names []string) {
	t.Helper()
	entries, err := fs.ReadDir(g.Guide, lang)
	if err != nil || len(entries) == 0 {
		t.Fatalf("%s: no topics: %v", lang, err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}
