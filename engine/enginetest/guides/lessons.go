package guides

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/lesson"
)

// CheckLessons checks that a game's lessons are short, and the same in every language. Each step must show a moment of
// its deal, and reply to each choice.
func CheckLessons(t *testing.T, g engine.Game) {
	t.Helper()
	var reference []lesson.Lesson
	for _, lang := range lessonLanguages(t, g) {
		all, err := lesson.Read(g, lang)
		if err != nil {
			t.Fatal(err)
		}
		if reference == nil {
			reference = all
		}
		checkPhases(t, g, lang)
		checkExtent(t, lang, all, len(reference))
		for i := range all {
			t.Run(lang+"/"+all[i].Name, func(t *testing.T) {
				compareLessons(t, &all[i], &reference[i])
				checkLesson(t, &all[i])
			})
		}
	}
}

func lessonLanguages(t testing.TB, g engine.Game) []string {
	t.Helper()
	if g.Lessons == nil {
		t.Fatal("the game has no lessons")
	}
	langs := namesIn(t, g.Lessons, ".")
	if guide := languages(t, g); !slices.Equal(langs, guide) {
		t.Fatalf("the lessons are in the languages %v, the guide in %v", langs, guide)
	}
	return langs
}

var sentenceEnd = regexp.MustCompile(`[.!?]( |$)`)

func checkPhases(t testing.TB, g engine.Game, lang string) {
	t.Helper()
	phases, err := lesson.Phases(g, lang)
	if err != nil {
		t.Fatal(err)
	}
	if len(phases) != len(g.PhaseTopics) {
		t.Errorf("%s: %d phases are explained, of %d", lang, len(phases), len(g.PhaseTopics))
	}
	for phase := range g.PhaseTopics {
		checkUnmarked(t, lang+": phase "+string(phase), phases[phase])
		if n := len(sentenceEnd.FindAllString(phases[phase], -1)); n != 2 {
			t.Errorf("%s: phase %s is explained in %d sentences, not 2", lang, phase, n)
		}
	}
}

func compareLessons(t testing.TB, l, other *lesson.Lesson) {
	if l.Name != other.Name || !slices.Equal(l.Topics, other.Topics) || len(l.Steps) != len(other.Steps) {
		t.Fatalf("%s isn't the same lesson in the other language", l.Name)
	}
	if !reflect.DeepEqual(l.Records, other.Records) {
		t.Error("its deals aren't the same in the other language")
	}
	for i, s := range l.Steps {
		if !isSameStep(&s, &other.Steps[i]) {
			t.Errorf("step %d isn't the same in the other language", i+1)
		}
	}
}

func isSameStep(a, b *lesson.Step) bool {
	sameReply := func(a, b lesson.Reply) bool { return a.Right == b.Right && slices.Equal(a.Keys, b.Keys) }
	return a.Record == b.Record && a.Moves == b.Moves && a.AnyCard == b.AnyCard && a.HasLabels() == b.HasLabels() &&
		slices.EqualFunc(a.Replies, b.Replies, sameReply)
}

func checkLesson(t testing.TB, l *lesson.Lesson) {
	for _, topic := range l.Topics {
		requireTopic(t, l.Game, topic)
	}
	checkUnmarked(t, "title", l.Title)
	for i := range l.Steps {
		s, where := &l.Steps[i], fmt.Sprintf("step %d", i+1)
		if s.Text != "" {
			checkMarks(t, where, s.Text)
		}
		checkUnmarked(t, where, s.Question)
		for _, r := range s.Replies {
			checkUnmarked(t, where, r.Label, r.Text)
		}
		if deal, err := l.Deal(s); err != nil {
			t.Errorf("%s: %v", where, err)
		} else {
			checkReplies(t, where, s, deal)
		}
	}
}

func checkReplies(t testing.TB, where string, s *lesson.Step, deal *engine.Deal) {
	t.Helper()
	used := map[string]bool{}
	for _, c := range s.Choices(deal) {
		if s.ReplyIndex(c) < 0 {
			t.Errorf("%s has no reply to %s", where, c.ID)
		}
		if !s.HasLabels() {
			used[s.KeyFor(c)] = true
		}
	}
	for _, r := range s.Replies {
		for _, key := range r.Keys {
			if !used[key] {
				t.Errorf("%s: no choice gets its reply by the key %s", where, key)
			}
		}
	}
}

// The first lesson is short so that beginners don't give up.
const (
	maxLessons      = 8
	maxTotalSeconds = 20 * 60
	maxFirstSteps   = 12
	maxFirstWords   = 350
)

func checkExtent(t testing.TB, lang string, all []lesson.Lesson, want int) {
	t.Helper()
	if len(all) != want {
		t.Fatalf("%s: the game has %d lessons, not %d as in the first language", lang, len(all), want)
	}
	seconds := 0
	for i := range all {
		seconds += secondsFor(&all[i])
	}
	if len(all) > maxLessons || seconds > maxTotalSeconds {
		t.Errorf("%s: there are %d lessons, which take %d seconds; at most %d and %d are allowed",
			lang, len(all), seconds, maxLessons, maxTotalSeconds)
	}
	first := &all[0]
	if first.Name != lesson.First {
		t.Errorf("%s: the lessons begin with %q, not %q", lang, first.Name, lesson.First)
	}
	if steps, words := len(first.Steps), wordCount(first); steps > maxFirstSteps || words > maxFirstWords {
		t.Errorf("%s: the first lesson has %d steps and %d words, at most %d and %d are allowed",
			lang, steps, words, maxFirstSteps, maxFirstWords)
	}
}

// The speed of a reader who presses a button in each step.
const wordsPerMinute, secondsPerStep = 150, 5

func secondsFor(l *lesson.Lesson) int {
	return wordCount(l)*60/wordsPerMinute + secondsPerStep*len(l.Steps)
}

// wordCount assumes a reader without mistakes.
func wordCount(l *lesson.Lesson) int {
	words := func(text string) int { return len(strings.Fields(text)) }
	count := words(l.Title)
	for _, s := range l.Steps {
		longest := 0
		for _, r := range s.Replies {
			count += words(r.Label)
			if r.Right {
				longest = max(longest, words(r.Text))
			}
		}
		count += words(s.Text) + words(s.Question) + longest
	}
	return count
}
