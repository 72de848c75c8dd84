package screens

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"tarockbot/engine"
	"tarockbot/engine/lesson"
	"tarockbot/render/words"
)

// topicBridge is the topic of each guide for who knows other card games.
const topicBridge = "bridge"

// Courses are the lessons of the games, in their order, and what their phases are about.
type Courses map[courseKey]course

type courseKey struct{ game, lang string }

type course struct {
	lessons []lesson.Lesson
	phases  map[engine.Name]string
}

// NewCourses reads the lessons of the games. The error says which of them isn't as it must be.
func NewCourses(all []engine.Game) (Courses, error) {
	read := make(Courses)
	for _, g := range all {
		for _, lang := range words.Languages() {
			lessons, err := lesson.Read(g, lang)
			if err == nil && len(lessons) == 0 && g.Lessons != nil {
				err = errors.New("none in " + lang)
			}
			if err != nil {
				return nil, fmt.Errorf("bot: lessons of %s: %w", g.ID, err)
			}
			phases, err := lesson.Phases(g, lang)
			if err != nil {
				return nil, fmt.Errorf("bot: phases of %s: %w", g.ID, err)
			}
			read[courseKey{g.ID, lang}] = course{lessons, phases}
		}
	}
	return read, nil
}

// Of are the lessons of the game, in the language of the words.
func (all Courses) Of(game string, w *words.Tongue) []lesson.Lesson {
	return all[courseKey{game, w.Tag()}].lessons
}

// Phase tells in two sentences what a phase of the game is about; "" if nothing does.
func (all Courses) Phase(game string, phase engine.Name, w *words.Tongue) string {
	return all[courseKey{game, w.Tag()}].phases[phase]
}

// Find is the game's lesson of that name, and the one behind it; nil: there is none.
func (all Courses) Find(game, name string, w *words.Tongue) (found, next *lesson.Lesson) {
	lessons := all.Of(game, w)
	i := slices.IndexFunc(lessons, func(l lesson.Lesson) bool { return strings.EqualFold(l.Name, name) })
	if i < 0 {
		return nil, nil
	}
	if i+1 < len(lessons) {
		next = &lessons[i+1]
	}
	return &lessons[i], next
}

// About are the game's lessons that the topic of its guide tells more about; of what is for who is new
// the first.
func (all Courses) About(game, topic string, w *words.Tongue) []lesson.Lesson {
	if lessons := all.Of(game, w); len(lessons) > 0 && (topic == topicBridge || topic == "course") {
		return lessons[:1]
	}
	return slices.DeleteFunc(slices.Clone(all.Of(game, w)), func(l lesson.Lesson) bool { return !slices.Contains(l.Topics, topic) })
}
