package pages_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"tarockbot/bot/pages"
	"tarockbot/engine/games"
	"tarockbot/render/words"
)

// readCourses reads the lessons.
func readCourses(t *testing.T) pages.Courses {
	t.Helper()
	courses, err := pages.NewCourses(games.All())
	if err != nil {
		t.Fatal(err)
	}
	return courses
}

// everyday are terms that are words of every day, too.
var everyday = []string{"Good", "Gut", "hält", "Ausspielen", "Ohne Könige"}

// TestTermsInGlossary: what the glossary of any game explains, and a game's lessons use, its own
// glossary explains.
func TestTermsInGlossary(t *testing.T) {
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	topics, err := pages.NewTopics(games.All(), catalogue)
	if err != nil {
		t.Fatal(err)
	}
	courses := readCourses(t)
	for _, lang := range words.Languages() {
		w := catalogue.In(lang)
		terms := make(map[string][]string) // by game
		for _, g := range games.All() {
			for _, term := range topics.Glossary(g.ID, w) {
				terms[g.ID] = append(terms[g.ID], term.Words...)
			}
		}
		for _, g := range games.All() {
			taught := new(strings.Builder)
			for _, l := range courses.Of(g.ID, w) {
				taught.WriteString(l.Title)
				for _, s := range l.Steps {
					taught.WriteString(" " + s.Text + " " + s.Question)
					for _, a := range s.Answers {
						taught.WriteString(" " + a.Says)
					}
				}
			}
			for phase := range g.PhaseTopics {
				taught.WriteString(" " + courses.Phase(g.ID, phase, w))
			}
			for _, other := range games.All() {
				for _, term := range terms[other.ID] {
					used := regexp.MustCompile(`(^|[^\pL])` + regexp.QuoteMeta(term) + `($|[^\pL])`).MatchString(taught.String())
					if used && !slices.Contains(terms[g.ID], term) && !slices.Contains(everyday, term) {
						t.Errorf("%s: the lessons of %s use %q, which its glossary doesn't explain", lang, g.ID, term)
					}
				}
			}
		}
	}
}
