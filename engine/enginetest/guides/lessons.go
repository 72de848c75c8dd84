package guides

import (
	"fmt"
	"io/fs"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/lesson"
)

// Lessons checks a game's lessons: the same in every language, each step a moment of its deal
// that the seat sees, each way to answer with words of its own kind, and a right one among
// them that is allowed.
func Lessons(t *testing.T, g engine.Game) {
	t.Helper()
	var first []lesson.Lesson
	for _, lang := range Languages(t, g) {
		all, err := lesson.Read(g, lang)
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = all
		}
		if len(all) == 0 || len(all) != len(first) {
			t.Fatalf("%s has %d lessons, not %d", lang, len(all), len(first))
		}
		checkPhases(t, g, lang)
		checkCourse(t, lang, all)
		for i := range all {
			t.Run(lang+"/"+all[i].Name, func(t *testing.T) {
				compareLessons(t, &all[i], &first[i])
				checkLesson(t, &all[i])
			})
		}
	}
}

// sentenceEnd ends a sentence.
var sentenceEnd = regexp.MustCompile(`[.!?]( |$)`)

// checkPhases checks that each phase has its two sentences.
func checkPhases(t *testing.T, g engine.Game, lang string) {
	t.Helper()
	told, err := lesson.Phases(g, lang)
	if err != nil {
		t.Fatal(err)
	}
	if len(told) != len(g.PhaseTopics) {
		t.Errorf("%s: %d phases are explained, of %d", lang, len(told), len(g.PhaseTopics))
	}
	for phase := range g.PhaseTopics {
		if n := len(sentenceEnd.FindAllString(told[phase], -1)); n != 2 {
			t.Errorf("%s: %s is explained in %d sentences", lang, phase, n)
		}
	}
}

// compareLessons checks that the other lesson, in another language, is the same.
func compareLessons(t *testing.T, l, other *lesson.Lesson) {
	t.Helper()
	if len(l.Steps) != len(other.Steps) || l.Name != other.Name || !slices.Equal(l.Topics, other.Topics) {
		t.Fatalf("%s isn't the same lesson in the other language", l.Name)
	}
	if !reflect.DeepEqual(l.Records, other.Records) {
		t.Error("its deals aren't the same in the other language")
	}
	for i, s := range l.Steps {
		o := other.Steps[i]
		same := slices.EqualFunc(s.Replies, o.Replies, func(a, b lesson.Reply) bool { return a.Right == b.Right })
		if s.Record != o.Record || s.Moves != o.Moves || s.AnyCard != o.AnyCard || !same {
			t.Errorf("step %d isn't the same in the other language", i+1)
		}
	}
}

// checkLesson checks that the guide has the lesson's topics, and checks its steps.
func checkLesson(t *testing.T, l *lesson.Lesson) {
	t.Helper()
	for _, topic := range l.Topics {
		if files, err := fs.Glob(l.Game.Guide, "*/[0-9]*-"+topic+".md"); err != nil || len(files) == 0 {
			t.Errorf("the guide has no topic %q", topic)
		}
	}
	for i := range l.Steps {
		checkStep(t, i+1, l, &l.Steps[i])
	}
}

// checkStep checks that each way to answer the step has a reply, that one of the replies is right, and that none is idle.
func checkStep(t *testing.T, number int, l *lesson.Lesson, s *lesson.Step) {
	t.Helper()
	if s.Text == "" && s.Question == "" {
		t.Errorf("step %d says nothing", number)
	}
	deal, err := l.Deal(s)
	if err != nil {
		t.Errorf("step %d: %v", number, err)
		return
	}
	used, rightly, prompt := map[string]bool{}, false, deal.Prompt(lesson.Reader)
	for _, c := range s.Choices(deal) {
		a, ok := s.ReplyTo(c)
		if !ok || a.Says == "" {
			t.Errorf("step %d has no answer to %s", number, c.Key)
		}
		// Of any card it may be asked which may not go.
		allowed := c.Label != "" || s.AnyCard || slices.Contains(prompt.Choices, c.Action) || prompt.Pick.From.Holds(c.Action.Cards)
		used[fmt.Sprint(a.To)], rightly = true, rightly || a.Right && allowed
	}
	if s.Question != "" && !rightly {
		t.Errorf("step %d has no right answer", number)
	}
	told := make(map[string]bool)
	for _, a := range s.Replies {
		to := fmt.Sprint(a.To)
		if told[to] {
			t.Errorf("step %d has two answers to %s", number, to)
		}
		told[to] = true
		if !used[to] {
			t.Errorf("step %d: nothing gets the answer to %s", number, to)
		}
	}
}

// What a course may take at most.
const (
	mostLessons = 8
	mostSeconds = 20 * 60
)

// What its first lesson may take at most, so that nobody gives up.
const (
	mostSteps   = 12
	mostPresses = 15
	mostWords   = 350
)

// checkCourse checks that the lessons are few and short, above all the first, and that each has a name of
// its own.
func checkCourse(t *testing.T, lang string, all []lesson.Lesson) {
	t.Helper()
	seconds, names := 0, map[string]bool{"all": true, "whole": true} // which mean something else
	for i := range all {
		seconds += effortOf(&all[i]).seconds()
		if names[all[i].Name] {
			t.Errorf("%s: no lesson may be named %q, or not two", lang, all[i].Name)
		}
		names[all[i].Name] = true
	}
	if len(all) > mostLessons || seconds > mostSeconds {
		t.Errorf("%s: the course has %d lessons and takes %d seconds", lang, len(all), seconds)
	}
	if e := effortOf(&all[0]); all[0].Name != lesson.First || len(all[0].Steps) > mostSteps || e.presses > mostPresses || e.words > mostWords {
		t.Errorf("%s: the first lesson, %s, has %d steps, %d presses and %d words", lang, all[0].Name, len(all[0].Steps), e.presses, e.words)
	}
}

// effort is what a lesson asks of somebody who is always right.
type effort struct{ presses, words int }

// effortOf counts a press for each step, on the right answer or to go on, and the words of
// what is shown till then and of what is said to the longest right answer.
func effortOf(l *lesson.Lesson) effort {
	e := effort{presses: len(l.Steps), words: words(l.Title)}
	for _, s := range l.Steps {
		said := 0
		for _, a := range s.Replies {
			if a.Label {
				e.words += words(a.To[0])
			}
			if a.Right {
				said = max(said, words(a.Says))
			}
		}
		e.words += words(s.Text) + words(s.Question) + said
	}
	return e
}

// seconds returns the time that the effort takes: a minute for 150 words, five seconds for a press.
func (e effort) seconds() int { return e.words*60/150 + 5*e.presses }

// words returns the number of words.
func words(text string) int { return len(strings.Fields(text)) }
