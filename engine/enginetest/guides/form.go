// Package guides checks the texts that teach a game: its guide in every language, and its lessons.
//
//   - CheckForm checks the files, topics and marks of the guide.
//   - CheckContains and CheckValues compare sentences and lines of a topic, in one language. Call them in EachWording.
//   - CheckExampleNumbers and CheckSectionNumbers compare only numbers, in every language.
//   - CheckRulings checks that the guide lists every ruling, in every language.
//   - CheckLessons checks the lessons, in every language.
//
// A guide is a file LANG/NN-topic.md for each topic and language. A guide needs the topics course, glossary, values and
// rulings.
//
// A row holds the numbers that one line of a guide must have, in their order. rows.go computes the rows of sections that
// several guides share. TariffWords writes the values of a tariff, which two games share, as their guides write them.
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

// The topics that every guide needs. The course is the first; engine.Game.Topic returns it where no other topic fits.
const (
	courseTopic   = "course"
	glossaryTopic = "glossary"
	valuesTopic   = "values"
	rulingsTopic  = "rulings"
)

// CheckForm checks the form of a game's guide. Every language must have the same topics, with the same headings and
// bullets. A topic may have at most maxTopicChars characters, and only marks that every chat can show. The glossary must
// be in alphabetical order. Topics must name a topic for each reason of a refusal: the reasons that all games share, and
// the given ones. Each check is a subtest.
func CheckForm(t *testing.T, g engine.Game, reasons []engine.Name) {
	t.Run("topics", func(t *testing.T) { checkTopics(t, g, append(engine.CommonReasons(), reasons...)) })
	t.Run("languages", func(t *testing.T) { checkLanguages(t, g) })
	t.Run("glossary", func(t *testing.T) { checkGlossary(t, g) })
	t.Run("markdown", func(t *testing.T) { checkMarkdown(t, g) })
}

// checkTopics checks that Topics explains every reason and no other, and that the guide has the topics that every guide
// needs and those that Topics, PhaseTopics or PlayTopics names. PhaseTopics and PlayTopics must have no entry for
// the zero key, which stands for no phase and no contract.
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

// checkLanguages checks that every language has the same files, one for each topic and the first for the course, and that
// the files of a topic have the same outline.
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

// outlineOf returns the lines of a topic without their texts: only the marks of headings and bullets are left.
func outlineOf(text string) string { return lineText.ReplaceAllString(text, "$1") }

var glossaryTerm = regexp.MustCompile(`(?m)^- \*\*(.+?)\*\*`)

// checkGlossary checks that the glossary's terms are in the alphabetical order of the language.
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
				t.Errorf("%s: %s stands twice", lang, term)
			case order.CompareString(before, term) > 0:
				t.Errorf("%s: %s is out of alphabetical order", lang, term)
			}
		}
	}
}

// maxTopicChars limits a topic, in characters. A message may have 4000 on Discord and 4096 on Telegram, which leaves room
// for a heading.
const maxTopicChars = 3500

// checkMarkdown checks that topics are short and have one title, and use only the few marks that every chat can show.
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
