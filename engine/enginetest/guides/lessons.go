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

// CheckLessons checks a game's lessons. They must be short, and the same in every language. Each step must show a moment
// of its deal, have a reply to each choice and, if it asks a question, a right answer that is a legal move.
func CheckLessons(t *testing.T, g engine.Game) {
	t.Helper()
	var first []lesson.Lesson
	for _, lang := range languages(t, g) {
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

var sentenceEnd = regexp.MustCompile(`[.!?]( |$)`)

// checkPhases checks that each phase is explained in two sentences.
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

// compareLessons checks that a lesson has the same deals, steps and right answers in two languages.
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

// checkLesson checks the lesson's steps, and that the guide has its topics.
func checkLesson(t *testing.T, l *lesson.Lesson) {
	t.Helper()
	for _, topic := range l.Topics {
		topicText(t, l.Game, languages(t, l.Game)[0], topic)
	}
	for i := range l.Steps {
		checkStep(t, i+1, l, &l.Steps[i])
	}
}

// checkStep checks that the step has a text, a moment of its deal, and fitting choices and replies. Steps are numbered
// from 1.
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
	checkChoices(t, number, s, deal)
	checkReplies(t, number, s, deal)
}

// checkChoices checks that each choice has a reply and, if the step asks a question, that a legal choice is right.
func checkChoices(t *testing.T, number int, s *lesson.Step, deal *engine.Deal) {
	t.Helper()
	hasRightAnswer, prompt := false, deal.Prompt(lesson.Reader)
	for _, c := range s.Choices(deal) {
		i := s.ReplyIndex(c)
		if i < 0 {
			t.Errorf("step %d has no reply to %s", number, c.Key)
			continue
		}
		// With AnyCard, a card that may not be played can be the right answer.
		allowed := c.Label != "" || s.AnyCard || slices.Contains(prompt.Choices, c.Action) || prompt.Pick.From.Holds(c.Action.Cards)
		hasRightAnswer = hasRightAnswer || s.Replies[i].Right && allowed
	}
	if s.Question != "" && !hasRightAnswer {
		t.Errorf("step %d has no right answer", number)
	}
}

// checkReplies checks that each reply answers a choice, and that no two replies answer the same choice.
func checkReplies(t *testing.T, number int, s *lesson.Step, deal *engine.Deal) {
	t.Helper()
	target := func(r lesson.Reply) string { return fmt.Sprint(r.Label, r.For) }
	unanswered := map[string]bool{}
	for _, c := range s.Choices(deal) {
		if i := s.ReplyIndex(c); i >= 0 {
			unanswered[target(s.Replies[i])] = true
		}
	}
	for _, r := range s.Replies {
		if !unanswered[target(r)] {
			t.Errorf("step %d: no choice gets the reply to %s, or another reply answers it", number, target(r))
		}
		unanswered[target(r)] = false
	}
}

// Limits of a course, which is all lessons of a game.
const (
	mostLessons = 8
	mostSeconds = 20 * 60
)

// Limits of the first lesson. It is shorter so that nobody gives up.
const (
	mostSteps   = 12
	mostPresses = 15
	mostWords   = 350
)

// checkCourse checks that the lessons stay within the limits, and that no two have the same name.
func checkCourse(t *testing.T, lang string, all []lesson.Lesson) {
	t.Helper()
	seconds, names := 0, map[string]bool{"all": true, "whole": true} // in commands these mean something else
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

// effort is what a reader who is always right has to do in a lesson.
type effort struct{ presses, words int }

// effortOf returns the effort of a lesson: one press for each step, and the words of its text, its question, its
// labels and its longest reply to a right answer.
func effortOf(l *lesson.Lesson) effort {
	e := effort{presses: len(l.Steps), words: words(l.Title)}
	for _, s := range l.Steps {
		said := 0
		for _, r := range s.Replies {
			e.words += words(r.Label)
			if r.Right {
				said = max(said, words(r.Says))
			}
		}
		e.words += words(s.Text) + words(s.Question) + said
	}
	return e
}

// seconds returns the time that the effort takes: a minute for 150 words, five seconds for a press.
func (e effort) seconds() int { return e.words*60/150 + 5*e.presses }

// words returns the number of words of a text.
func words(text string) int { return len(strings.Fields(text)) }
