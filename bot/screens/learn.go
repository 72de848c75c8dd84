package screens

import (
	"tarockbot/bot/chat"
	"tarockbot/bot/people"
	"tarockbot/bot/screens/guides"
	"tarockbot/bot/support/seq"
	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/engine/lesson"
	"tarockbot/render/words"
)

// Learn lists all courses, or one game's lessons.
type Learn struct {
	Courses  guides.Courses
	Game     string // its id; "" for all
	Progress people.LessonProgress
}

// Screen shows the lessons with the reader's progress.
func (p Learn) Screen(w *words.Tongue) *chat.Screen {
	if p.Game == "" {
		return p.coursesScreen(w)
	}
	text := []chat.Line{
		title(w.Say("learn.title", "Game", w.Say("game."+p.Game))), plain(p.progress(p.Game, w)), dim(w.Say("learn.how")),
	}
	lessons := p.Courses.Of(p.Game, w)
	next := p.Next(w)
	rows := seq.Map(lessons, func(l lesson.Lesson) []chat.Button {
		done, all := p.Progress.Of(p.Game, l.Name), len(l.Steps)
		label := l.Title
		switch {
		case p.isDone(l):
			label = "✓ " + label
		case done > 0:
			label = w.Say("learn.begun", "Title", label, "Step", done, "Steps", all)
		}
		return row(toggle(label, lessonLine(&l, either(done >= all, 1, done+1)), next != nil && l.Name == next.Name))
	})
	last := row(
		button(w.Say("learn.whole"), lineOf("learn", p.Game, WordWhole)),
		button(w.Say("learn.bridge"), lineOf("rules", p.Game, guides.TopicBridge)),
		button(w.Say("button.rules"), lineOf("rules", p.Game)), button("◀ "+w.Say("learn.all"), "learn"))
	s := page(w, text, append(rows, last)...)
	s.Game = p.Game
	return s
}

func (p Learn) coursesScreen(w *words.Tongue) *chat.Screen {
	text := []chat.Line{title(w.Say("learn.all")), plain(w.Say("learn.which")), nil}
	for _, g := range games.All() {
		text = append(text, styled(gameName(g, w), chat.Strong), plain(p.progress(g.ID, w)))
	}
	return page(w, text, seq.Map(games.All(), func(g engine.Game) []chat.Button {
		return row(button(w.Say("game."+g.ID), lineOf("learn", g.ID)))
	})...)
}

func (p Learn) progress(game string, w *words.Tongue) string {
	lessons, done := p.Courses.Of(game, w), 0
	for _, l := range lessons {
		if p.isDone(l) {
			done++
		}
	}
	return w.Say("learn.state", "Done", done, "All", len(lessons))
}

func (p Learn) isDone(l lesson.Lesson) bool { return p.Progress.Of(l.Game.ID, l.Name) >= len(l.Steps) }

// Next returns the game's first unfinished lesson, or nil.
func (p Learn) Next(w *words.Tongue) *lesson.Lesson {
	for _, l := range p.Courses.Of(p.Game, w) {
		if !p.isDone(l) {
			return &l
		}
	}
	return nil
}
