package screens_test

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tarockbot/bot/screens"
	"tarockbot/bot/screens/guides"
	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/engine/lesson"
	"tarockbot/render/describe"
	"tarockbot/render/words"
)

func readCourses(t *testing.T) guides.Courses {
	t.Helper()
	courses, err := guides.NewCourses(games.All())
	if err != nil {
		t.Fatal(err)
	}
	return courses
}

func readTopics(t *testing.T) (*words.Catalogue, guides.Topics) {
	t.Helper()
	catalogue := loadCatalogue(t)
	topics, err := guides.NewTopics(games.All(), catalogue)
	if err != nil {
		t.Fatal(err)
	}
	return catalogue, topics
}

// everydayTerms are also common words.
var everydayTerms = []string{"Good", "Gut", "hält", "Ausspielen", "Ohne Könige"}

// TestTermsInGlossary tests that a game's glossary explains all terms in its lessons.
func TestTermsInGlossary(t *testing.T) {
	catalogue, topics := readTopics(t)
	courses := readCourses(t)
	for _, lang := range words.Languages() {
		w := catalogue.In(lang)
		terms := make(map[string][]string)
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
					for _, a := range s.Replies {
						taught.WriteString(" " + a.Text)
					}
				}
			}
			for phase := range g.PhaseTopics {
				taught.WriteString(" " + courses.Phase(g.ID, phase, w))
			}
			for _, other := range games.All() {
				for _, term := range terms[other.ID] {
					if usedIn(taught.String(), "")(term) && !slices.Contains(terms[g.ID], term) {
						t.Errorf("%s: the lessons of %s use %q, which its glossary doesn't explain", lang, g.ID, term)
					}
				}
			}
		}
	}
}

func TestTermsAreTaught(t *testing.T) {
	eachLesson(t, func(w *words.Tongue, g engine.Game, topics guides.Topics, lessons []lesson.Lesson) {
		explained := ""
		for i := range lessons {
			for n, s := range lessons[i].Steps {
				explained += strings.Join([]string{"", lessons[i].Title, s.Text, s.Question}, " ")
				for _, a := range s.Replies {
					explained += " " + a.Label + strings.Join(a.Keys, ", ") + " " + a.Text
				}
				shown, hinted := tableShown(t, w, screens.Lesson{Lesson: &lessons[i], Step: n + 1, Topics: topics, Reader: "Anna"})
				explained += hinted
				for _, term := range topics.Glossary(g.ID, w) {
					uses := func(text string) bool { return slices.ContainsFunc(term.Words, usedIn(text, "(?i)")) }
					if uses(shown) && !uses(explained) {
						t.Errorf("%s: %s of %s, step %d, shows %q before a lesson explains it:\n%s", w.Tag(), lessons[i].Name, g.ID, n+1, term.Words[0], shown)
					}
				}
			}
		}
	})
}

func tableShown(t *testing.T, w *words.Tongue, p screens.Lesson) (shown, hinted string) {
	s, err := p.Screen(w, screens.Pictures{})
	if err != nil {
		t.Fatal(err)
	}
	last := 0
	for i, line := range s.Text {
		if len(line) == 0 {
			last = i
		}
	}
	for _, line := range s.Text[last:] {
		shown += line.String() + "\n"
	}
	for _, b := range slices.Concat(s.Buttons...) {
		switch {
		case b.ForMenu, b.Icon != "":
		case b.Hint != "":
			hinted += " " + b.Label
		default:
			shown += b.Label + "\n"
		}
	}
	return shown, hinted
}

func TestLessonPicture(t *testing.T) {
	eachLesson(t, func(w *words.Tongue, g engine.Game, topics guides.Topics, lessons []lesson.Lesson) {
		s, err := screens.Lesson{Lesson: &lessons[0], Step: 1, Topics: topics, Reader: "Anna"}.Screen(w, newPictures(t))
		if err != nil {
			t.Fatal(err)
		}
		if s.Game != g.ID || s.Picture == nil || !reflect.DeepEqual(s.Caption, s.Text[:len(s.Caption)]) {
			t.Errorf("%s: the first step of %s shows the picture %v beside %v", w.Tag(), s.Game, s.Picture, s.Caption)
		}
	})
}

// TestLeadsMatchTable tests that cards led in the text lie on the table.
func TestLeadsMatchTable(t *testing.T) {
	found := 0
	leads := regexp.MustCompile(`(?:Bert|Carl) (?:leads ([♥♦♠♣]\w+)|spielt ([♥♦♠♣]\w+) aus)`)
	eachLesson(t, func(w *words.Tongue, g engine.Game, topics guides.Topics, lessons []lesson.Lesson) {
		for i := range lessons {
			for n, s := range lessons[i].Steps {
				m := leads.FindStringSubmatch(s.Text + " " + s.Question)
				if m == nil {
					continue
				}
				found++
				deal, err := lessons[i].Deal(&s)
				if err != nil {
					t.Fatal(err)
				}
				trick := deal.PublicView().Trick
				if got := strings.ReplaceAll(describe.Card(trick.Cards[0], w), "\ufe0e", ""); trick.N == 0 || got != m[1]+m[2] {
					t.Errorf("%s: %s of %s, step %d, says %q, but the table shows %s", w.Tag(), lessons[i].Name, g.ID, n+1, m[0], got)
				}
			}
		}
	})
	if found < 20 {
		t.Errorf("only %d leads found", found)
	}
}

func eachLesson(t *testing.T, do func(w *words.Tongue, g engine.Game, topics guides.Topics, lessons []lesson.Lesson)) {
	t.Helper()
	catalogue, topics := readTopics(t)
	courses := readCourses(t)
	for _, lang := range words.Languages() {
		w := catalogue.In(lang)
		for _, g := range games.All() {
			do(w, g, topics, courses.Of(g.ID, w))
		}
	}
}

func usedIn(text, flags string) func(word string) bool {
	return func(word string) bool {
		return !slices.Contains(everydayTerms, word) && regexp.MustCompile(flags+`(^|[^\pL])`+regexp.QuoteMeta(word)+`($|[^\pL])`).MatchString(text)
	}
}
