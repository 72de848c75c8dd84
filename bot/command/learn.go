package command

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/pages"
	"tarockbot/bot/people"
	"tarockbot/bot/speech"
	"tarockbot/bot/terms"
	"tarockbot/engine/lesson"
	"tarockbot/engine/robot"
)

// learn shows the lessons: "learn" those of all games, "learn GAME" where the person goes on,
// "learn GAME all" its list, "learn GAME NAME STEP" a step of one and, with KEY behind, what is
// said to that answer. "learn GAME whole" begins a deal with advice.
func learn(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	game, rest := sv.Lexicon.Phrases.Game(r.args)
	list := pages.Learn{Courses: sv.Courses, Game: game, Done: r.Person.Lessons}
	if game == "" {
		return chat.Answer{Screen: list.Screen(r.Words)}, nil
	}
	r.args = append([]string{game}, strings.Fields(rest)...)
	switch name := r.arg(1); name {
	case "":
		if next := list.Next(r.Words); next != nil {
			return lessonStep(ctx, sv, r, next, strconv.Itoa(list.Done.Of(game, next.Name)+1))
		}
		return chat.Answer{Screen: list.Screen(r.Words)}, nil
	case pages.WordAll:
		return chat.Answer{Screen: list.Screen(r.Words)}, nil
	case pages.WordWhole:
		return playWhole(ctx, sv, r)
	default:
		l, _ := sv.Courses.Find(game, name, r.Words)
		return lessonStep(ctx, sv, r, l, r.arg(2))
	}
}

// lessonStep shows a step, or what is said to an answer: a right one leads on to the next step.
func lessonStep(ctx context.Context, sv *Services, r *Request, l *lesson.Lesson, number string) (chat.Answer, error) {
	step, err := strconv.Atoi(cmp.Or(number, "1"))
	if l == nil || err != nil {
		return chat.Answer{}, chat.Refuse("no-lesson")
	}
	step = max(1, min(step, len(l.Steps)))
	page := pages.Lesson{Lesson: l, Step: step, Topics: sv.Topics, Reader: speech.ShownName(r.Person.Name, r.Words), Felt: sv.Outbox.Traits(r.Place()).Felt && !r.Person.AsChat}
	_, page.Next = sv.Courses.Find(l.Game.ID, l.Name, r.Words)
	if key := r.arg(3); key != "" {
		said, err := answerTo(l, step, key)
		if err != nil {
			return chat.Answer{}, err
		}
		page.Said = &said
		switch {
		case said.Right && step == len(l.Steps):
			page.Over = true
		case said.Right:
			page.Step++
		}
	}
	if err := noteLesson(ctx, sv, r, page); err != nil {
		return chat.Answer{}, err
	}
	screen, err := page.Screen(r.Words, sv.Posts.Readers.Pictures(r.Person.Taste))
	return chat.Answer{Screen: screen}, err
}

// noteLesson notes which steps of the lesson are done.
func noteLesson(ctx context.Context, sv *Services, r *Request, p pages.Lesson) error {
	game, name, done := p.Lesson.Game.ID, p.Lesson.Name, p.Done()
	if done <= r.Person.Lessons.Of(game, name) {
		return nil
	}
	_, err := sv.People.Change(ctx, r.Person.Head().User, func(x *people.Person) { x.Lessons = x.Lessons.With(game, name, done) })
	return err
}

// answerTo is what the lesson says to the answer. The refusal is that it is none.
func answerTo(l *lesson.Lesson, step int, key string) (a lesson.Answer, err error) {
	s := &l.Steps[step-1]
	deal, err := l.Deal(s)
	if err != nil {
		return a, err
	}
	choices := s.Choices(deal)
	i := slices.IndexFunc(choices, func(c lesson.Choice) bool { return c.Key == key })
	if i >= 0 {
		if a, ok := s.Answer(choices[i]); ok {
			return a, nil
		}
	}
	return a, chat.Refuse("no-lesson")
}

// playWhole begins a deal against the easy computer, with advice until that is turned off.
func playWhole(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	if _, err := sv.People.Change(ctx, r.Person.Head().User, func(x *people.Person) { x.Advised = true }); err != nil {
		return chat.Answer{}, err
	}
	r.args = []string{r.arg(0), terms.WordLevel + string(robot.Easy)}
	return practice(ctx, sv, r)
}

// offering is the command, whose answer offers the lessons to who begins to play for the first
// time, once and for all.
func offering(run handler) handler {
	return func(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
		if r.Person.Offered || len(r.Person.Lessons) > 0 {
			return run(ctx, sv, r)
		}
		rules, _, err := lastRules(ctx, sv, r.Person)
		if err != nil {
			return chat.Answer{}, err
		}
		answer, err := run(ctx, sv, r)
		if err != nil || answer.Alert == "" {
			return answer, err
		}
		if rules == "" {
			answer.Alert += " " + r.Words.Say("learn.offer")
		}
		_, err = sv.People.Change(ctx, r.Person.Head().User, func(x *people.Person) { x.Offered = true })
		return answer, err
	}
}
