package command

import (
	"cmp"
	"context"
	"strconv"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/displayname"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/match/terms"
	"tarockbot/bot/people"
	"tarockbot/bot/screens"
	"tarockbot/engine/lesson"
	"tarockbot/engine/robot"
)

// learn reads four forms: "learn GAME" shows the next step, "learn GAME all" lists the lessons, "learn GAME NAME STEP
// [KEY]" shows a step, or the reply to the answer KEY, and "learn GAME whole" starts a deal with advice.
func learn(ctx context.Context, r *Request, want speech.GameRequest) (chat.Answer, error) {
	game := want.Game
	list := screens.Learn{Courses: r.sv.Language.Courses, Game: game, Progress: r.Person.Learnt}
	l := line{r, strings.Fields(want.Remainder)}
	name, nth, key, before := l.next(), l.next(), l.next(), l.next()
	special, _ := r.sv.Language.typed.learning.LookupWord(name)
	next := list.Next(r.Words)
	switch {
	case special == screens.WordWhole && game != "":
		return playAdvisedDeal(ctx, r, cmp.Or(want.Rules, game))
	case game == "" && want.Remainder != "" && special != screens.WordAll:
		return chat.Answer{}, chat.Refuse("no-lesson")
	case game == "", special == screens.WordAll, name == "" && next == nil:
		return chat.Answer{Screen: list.Screen(r.Words)}, nil
	case name == "":
		return lessonStep(ctx, r, lessonPoint{lesson: next, step: list.Progress.Of(game, next.Name) + 1})
	}
	found, _ := r.sv.Language.Courses.Find(game, name, r.Words)
	step, err := strconv.Atoi(cmp.Or(nth, "1"))
	if found == nil || err != nil || step < 1 || step > len(found.Steps) {
		return chat.Answer{}, chat.Refuse("no-lesson")
	}
	return lessonStep(ctx, r, lessonPoint{found, step, key, before})
}

func (l *line) gameToLearn() speech.GameRequest {
	said, words := l.r.sv.Language.Lexicon.Phrases, l.all()
	want := said.Game(words)
	if want.Game != "" || len(words) == 0 {
		return want
	}
	word, n := said.Longest(words)
	if g, set := speech.FindRules(strings.ToLower(word)); set != "" {
		return speech.GameRequest{Game: g.ID, Rules: set, Remainder: strings.Join(words[n:], " ")}
	}
	return want
}

// lessonPoint is a step of a lesson, from 1, with the answer's key and the last reply's number, or "".
type lessonPoint struct {
	lesson *lesson.Lesson
	step   int
	key    string
	before string
}

func lessonStep(ctx context.Context, r *Request, at lessonPoint) (answer chat.Answer, err error) {
	page := screens.Lesson{
		Lesson: at.lesson, Step: at.step, Topics: r.sv.Language.Topics, Reader: displayname.Of(r.Person.Name, r.Words),
		Felt: r.laysOutCards(),
	}
	_, page.Next = r.sv.Language.Courses.Find(at.lesson.Game.ID, at.lesson.Name, r.Words)
	if at.key != "" {
		i, err := replyIndex(at)
		if err != nil {
			return chat.Answer{}, err
		}
		page.Reply = &at.lesson.Steps[at.step-1].Replies[i]
		page.IsOver = page.Reply.Right && at.step == len(at.lesson.Steps)
		if !page.Reply.Right {
			page.WrongReply = strconv.Itoa(i + 1)
		} else if !page.IsOver {
			page.Step++
		}
	}
	if game, name, done := at.lesson.Game.ID, at.lesson.Name, page.Steps(); done > r.Person.Learnt.Of(game, name) {
		learn := func(x *people.Account) { x.Learnt = x.Learnt.With(game, name, done) }
		if _, err := r.sv.People.Change(ctx, r.Person.Head().User, learn); err != nil {
			return chat.Answer{}, err
		}
	}
	if page.WrongReply != "" && page.WrongReply == at.before { // otherwise the page wouldn't change
		answer.Alert = r.Words.Say("learn.same")
	}
	answer.Screen, err = page.Screen(r.Words, r.sv.Messages.Pages.Pictures(r.Person.DisplaySettings))
	return answer, err
}

func replyIndex(at lessonPoint) (int, error) {
	s := &at.lesson.Steps[at.step-1]
	deal, err := at.lesson.Deal(s)
	if err != nil {
		return 0, err
	}
	for _, c := range s.Choices(deal) {
		if !strings.EqualFold(c.ID, at.key) {
			continue
		}
		if i := s.ReplyIndex(c); i >= 0 {
			return i, nil
		}
	}
	return 0, chat.Refuse("no-answer")
}

func playAdvisedDeal(ctx context.Context, r *Request, rules string) (chat.Answer, error) {
	answer, err := practice(ctx, r, r.sv.Language.Lexicon.Phrases.Read([]string{rules, terms.LevelWord(robot.Easy)}))
	if err != nil {
		return answer, err
	}
	turnOnAdvice(ctx, r)
	return answer, nil
}

// turnOnAdvice logs failures, because people can play without advice.
func turnOnAdvice(ctx context.Context, r *Request) {
	if _, err := r.sv.People.Change(ctx, r.Person.Head().User, func(x *people.Account) { x.Advised = true }); err != nil {
		r.sv.Log.Warn("advice not turned on", "err", err)
	}
}

// withLessons offers lessons once to a person who has never played.
func withLessons(b binding) binding {
	bind := b.bind
	b.bind = func(l *line) task {
		run := bind(l)
		if l.r.Person.LessonsOffered || len(l.r.Person.Learnt) > 0 {
			return run
		}
		return func(ctx context.Context) (chat.Answer, error) { return offerLessons(ctx, l.r, run) }
	}
	return b
}

func offerLessons(ctx context.Context, r *Request, run task) (chat.Answer, error) {
	rules, _, offerErr := lastRules(ctx, r.sv, r.Person) // before the task, which may begin a match
	answer, err := run(ctx)
	if err != nil || answer.Alert == "" {
		return answer, err
	}
	if offerErr == nil {
		_, offerErr = r.sv.People.Change(ctx, r.Person.Head().User, func(x *people.Account) { x.LessonsOffered = true })
	}
	switch {
	case offerErr != nil:
		r.sv.Log.Warn("lessons not offered", "err", offerErr) // they are offered another time
	case rules == "":
		answer.Alert += " " + r.Words.Say("learn.offer")
	}
	return answer, nil
}
