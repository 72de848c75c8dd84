// Package guides checks the guide of a game in every language, and its lessons.
//
//   - CheckForm checks the files, topics and marks of the guide.
//   - CheckContains and CheckValues compare texts of a topic, in one language. Call them in EachWording.
//   - CheckExampleNumbers and CheckSectionNumbers compare numbers.
//   - CheckLessons checks the lessons.
//
// A guide is a file LANG/NN-topic.md for each topic and language. A row holds the numbers that one line of a guide must
// have, in their order.
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

// The topics that every guide needs. engine.Game.Topic returns the course where no other topic fits.
const (
	courseTopic   = "course"
	glossaryTopic = "glossary"
	valuesTopic   = "values"
	rulingsTopic  = "rulings"
)

// CheckForm checks the form of a game's guide. Every language must have the same topics, headings and bullets. A topic
// must explain each reason of a refusal.
func CheckForm(t *testing.T, g engine.Game, reasons []engine.Name) {
	t.Run("topics", func(t *testing.T) { checkTopics(t, g, append(engine.CommonReasons(), reasons...)) })
	t.Run("languages", func(t *testing.T) { checkLanguages(t, g) })
	t.Run("glossary", func(t *testing.T) { checkGlossary(t, g) })
	t.Run("markdown", func(t *testing.T) { checkMarkdown(t, g) })
}

func checkTopics(t testing.TB, g engine.Game, reasons []engine.Name) {
	for _, reason := range reasons {
		if g.Topics[reason] == "" {
			t.Errorf("no topic explains %s", reason)
		}
	}
	for reason := range g.Topics {
		if !slices.Contains(reasons, reason) {
			t.Errorf("topic for the unknown reason %s", reason)
		}
	}
	needed := slices.Values([]string{courseTopic, glossaryTopic, valuesTopic, rulingsTopic})
	for _, topics := range []iter.Seq[string]{needed, maps.Values(g.Topics), maps.Values(g.PhaseTopics), maps.Values(g.PlayTopics)} {
		for topic := range topics {
			requireTopic(t, g, topic)
		}
	}
	if g.PhaseTopics[""] != "" || g.PlayTopics[0] != "" {
		t.Error("PhaseTopics or PlayTopics has an entry for the zero key")
	}
}

var topicFile = regexp.MustCompile(`^(\d\d)-([a-z]+)\.md$`)

func checkLanguages(t testing.TB, g engine.Game) {
	langs := languages(t, g)
	first := namesIn(t, g.Guide, langs[0])
	seen := map[string]bool{}
	for i, file := range first {
		m := topicFile.FindStringSubmatch(file)
		if m == nil || m[1] != fmt.Sprintf("%02d", i+1) || seen[m[2]] || i == 0 && m[2] != courseTopic {
			t.Fatalf("%s: want NN-topic.md, numbered from 01, each topic once, the course first", file)
		}
		seen[m[2]] = true
	}
	for _, lang := range langs[1:] {
		if other := namesIn(t, g.Guide, lang); !slices.Equal(first, other) {
			t.Fatalf("topics differ:\n%s %v\n%s %v", langs[0], first, lang, other)
		}
		for _, file := range first {
			if a, b := outlineOf(readGuide(t, g, langs[0]+"/"+file)), outlineOf(readGuide(t, g, lang+"/"+file)); a != b {
				t.Errorf("%s is built differently:\n%s %q\n%s %q", file, langs[0], a, lang, b)
			}
		}
	}
}

var lineText = regexp.MustCompile(`(?m)^(#+ |- )?.*$`)

func outlineOf(text string) string { return lineText.ReplaceAllString(text, "$1") }

var glossaryTerm = regexp.MustCompile(`(?m)^- \*\*(.+?)\*\*`)

func checkGlossary(t testing.TB, g engine.Game) {
	for _, lang := range languages(t, g) {
		order := collate.New(language.Make(lang))
		terms := glossaryTerm.FindAllStringSubmatch(topicText(t, g, lang, glossaryTopic), -1)
		if terms == nil {
			t.Errorf("%s: the glossary has no terms", lang)
		}
		for i := range len(terms) - 1 {
			switch before, term := terms[i][1], terms[i+1][1]; {
			case before == term:
				t.Errorf("%s: the term %s is there twice", lang, term)
			case order.CompareString(before, term) > 0:
				t.Errorf("%s: %s is out of alphabetical order", lang, term)
			}
		}
	}
}

// maxTopicChars leaves room for a heading: a message may have 4000 characters on Discord and 4096 on Telegram.
const maxTopicChars = 3500

func checkMarkdown(t testing.TB, g engine.Game) {
	for _, lang := range languages(t, g) {
		for _, name := range namesIn(t, g.Guide, lang) {
			file := lang + "/" + name
			text := readGuide(t, g, file)
			if n := utf8.RuneCountInString(text); n > maxTopicChars {
				t.Errorf("%s has %d characters, %d are allowed", file, n, maxTopicChars)
			}
			if !strings.HasPrefix(text, "# ") || strings.Contains(text, "\n# ") {
				t.Errorf("%s needs one title, on its first line", file)
			}
			checkMarks(t, file, strings.TrimSuffix(text, "\n"))
		}
	}
}
