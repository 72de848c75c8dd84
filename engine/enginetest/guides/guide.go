// Package guides checks the texts that teach a game: its guide, in every language, and its lessons. Start at Check, for
// the form of a guide, at Says, Lines and Example, for its numbers, which must be those of the rules, and at Lessons.
// Words of the guides that several games share are in tariff.go.
package guides

import (
	"fmt"
	"iter"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"

	"tarockbot/engine"
)

// CheckForm checks the form of a game's guide. It has the same topics in every language, each
// built alike, in the few marks that every chat can show. A topic explains each reason for
// a refusal: those that all games share, and the given ones. The glossary is in
// alphabetical order.
func CheckForm(t *testing.T, g engine.Game, reasons []engine.Name) {
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
