package guides

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/lesson"
)

// CheckLessons checks a game's lessons. They must be short, and the same in every language. Each step must show a moment
// of its deal, have a reply to each choice and, if it asks a question, a right answer.
func CheckLessons(t *testing.T, g engine.Game) {
	t.Helper()
	var reference []lesson.Lesson // of the first language
	for _, lang := range languages(t, g) {
		all, err := lesson.Read(g, lang)
		if err != nil {
			t.Fatal(err)
		}
		if reference == nil {
			reference = all
		}
		checkPhases(t, g, lang)
		checkCourse(t, lang, all, len(reference))
		for i := range all {
			t.Run(lang+"/"+all[i].Name, func(t *testing.T) {
				compareLessons(t, &all[i], &reference[i])
				checkLesson(t, &all[i])
			})
		}
	}
}

var sentenceEnd = regexp.MustCompile(`[.!?]( |$)`)

// checkPhases checks that each phase, and no other, is explained, in two sentences.
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
		if n := len(sentenceEnd.FindAllString(phases[phase], -1)); n != 2 {
			t.Errorf("%s: phase %s is explained in %d sentences, not 2", lang, phase, n)
		}
	}
}

// compareLessons checks that a lesson has the same name, topics, deals, steps, keys and right answers in two languages.
// Only texts and labels may differ.
func compareLessons(t testing.TB, l, other *lesson.Lesson) {
	t.Helper()
	if l.Name != other.Name || !slices.Equal(l.Topics, other.Topics) || len(l.Steps) != len(other.Steps) {
		t.Fatalf("%s isn't the same lesson in the other language", l.Name)
	}
	if !reflect.DeepEqual(l.Records, other.Records) {
		t.Error("its deals aren't the same in the other language")
	}
	sameReply := func(a, b lesson.Reply) bool { return a.Right == b.Right && slices.Equal(a.For, b.For) }
	for i, s := range l.Steps {
		o := other.Steps[i]
		if s.Record != o.Record || s.Moves != o.Moves || s.AnyCard != o.AnyCard || !slices.EqualFunc(s.Replies, o.Replies, sameReply) {
			t.Errorf("step %d isn't the same in the other language", i+1)
		}
	}
}

// checkLesson checks that the guide has the lesson's topics, and that each step has a text, a moment of its deal, and
// fitting choices and replies.
func checkLesson(t testing.TB, l *lesson.Lesson) {
	t.Helper()
	for _, topic := range l.Topics {
		requireTopic(t, l.Game, topic)
	}
	for i := range l.Steps {
		s, number := &l.Steps[i], i+1
		if s.Text == "" && s.Question == "" {
			t.Errorf("step %d says nothing", number)
		}
		deal, err := l.Deal(s)
		if err != nil {
			t.Errorf("step %d: %v", number, err)
			continue
		}
		checkKeys(t, number, s)
		checkReplies(t, number, s, deal)
	}
}

// checkKeys checks that no label and no key stands twice in the step. Steps are numbered from 1.
func checkKeys(t testing.TB, number int, s *lesson.Step) {
	t.Helper()
	seen := map[string]bool{}
	for _, r := range s.Replies {
		for _, key := range append([]string{r.Label}, r.For...) {
			if key != "" && seen[key] {
				t.Errorf("step %d: two replies are for %s", number, key)
			}
			seen[key] = true
		}
	}
}

// checkReplies checks that each choice has a reply, that each reply is the reply to some choice and, if the step asks a
// question, that some choice is right.
func checkReplies(t testing.TB, number int, s *lesson.Step, deal *engine.Deal) {
	t.Helper()
	used, hasRightAnswer := make([]bool, len(s.Replies)), false
	for _, c := range s.Choices(deal) {
		if i := s.ReplyIndex(c); i < 0 {
			t.Errorf("step %d has no reply to %s", number, c.ID)
		} else {
			used[i], hasRightAnswer = true, hasRightAnswer || s.Replies[i].Right
		}
	}
	for i := range used {
		if !used[i] {
			t.Errorf("step %d: no choice gets reply %d", number, i+1)
		}
	}
	if s.Question != "" && !hasRightAnswer {
		t.Errorf("step %d has no right answer", number)
	}
}

// Limits of a course, which is all lessons of a game, and of its first lesson. That one is short so that nobody gives up.
const (
	maxLessons       = 8
	maxCourseSeconds = 20 * 60
	maxFirstSteps    = 12
	maxFirstWords    = 350
)

// reservedNames are the words that the command "learn" takes in place of a lesson's name: WordAll and WordWhole of
// bot/screens.
var reservedNames = []string{"all", "whole"}

// checkCourse checks that a language has the wanted number of lessons, and checks their names, their length and the first
// one.
func checkCourse(t testing.TB, lang string, all []lesson.Lesson, want int) {
	t.Helper()
	if len(all) == 0 || len(all) != want {
		t.Fatalf("%s: the game has %d lessons, not %d", lang, len(all), want)
	}
	checkNames(t, lang, all)
	checkLength(t, lang, all)
	checkFirst(t, lang, &all[0])
}

// checkNames checks that no two lessons have the same name, and that none has a reserved one.
func checkNames(t testing.TB, lang string, all []lesson.Lesson) {
	t.Helper()
	used := slices.Clone(reservedNames)
	for i := range all {
		if slices.Contains(used, all[i].Name) {
			t.Errorf("%s: lesson name %q is reserved or used twice", lang, all[i].Name)
		}
		used = append(used, all[i].Name)
	}
}

// checkLength checks that the course is within the limits.
func checkLength(t testing.TB, lang string, all []lesson.Lesson) {
	t.Helper()
	seconds := 0
	for i := range all {
		seconds += secondsFor(&all[i])
	}
	if len(all) > maxLessons || seconds > maxCourseSeconds {
		t.Errorf("%s: the course has %d lessons and takes %d seconds, at most %d and %d are allowed", lang, len(all), seconds, maxLessons, maxCourseSeconds)
	}
}

// checkFirst checks that the course begins with the lesson that presumes no knowledge, and that this lesson is within its
// limits.
func checkFirst(t testing.TB, lang string, first *lesson.Lesson) {
	t.Helper()
	if first.Name != lesson.First {
		t.Errorf("%s: the course begins with lesson %q, not %q", lang, first.Name, lesson.First)
	}
	if steps, words := len(first.Steps), wordCount(first); steps > maxFirstSteps || words > maxFirstWords {
		t.Errorf("%s: the first lesson has %d steps and %d words, at most %d and %d are allowed", lang, steps, words, maxFirstSteps, maxFirstWords)
	}
}

// secondsFor returns the time that a reader without mistakes needs for a lesson: a minute for 150 words, and five seconds
// to press a button in each step.
func secondsFor(l *lesson.Lesson) int { return wordCount(l)*60/150 + 5*len(l.Steps) }

// wordCount returns the number of words that a reader without mistakes sees: the lesson's title and, for each step, its
// text, question, labels and longest right reply.
func wordCount(l *lesson.Lesson) int {
	words := func(text string) int { return len(strings.Fields(text)) }
	count := words(l.Title)
	for _, s := range l.Steps {
		longest := 0
		for _, r := range s.Replies {
			count += words(r.Label)
			if r.Right {
				longest = max(longest, words(r.Says))
			}
		}
		count += words(s.Text) + words(s.Question) + longest
	}
	return count
}
