package guides

import (
	"fmt"
	"slices"
	"strings"

	"tarockbot/engine"
	"tarockbot/engine/lesson"
	"tarockbot/render/words"
)

// TopicBridge is each guide's topic for players of other card games.
const TopicBridge = "bridge"

// Courses holds each game's lessons and phase explanations.
type Courses map[courseKey]course

type courseKey struct{ game, lang string }

type course struct {
	lessons []lesson.Lesson
	phases  map[engine.Name]string
}

// NewCourses reads the games' lessons. It fails if one is missing or invalid.
func NewCourses(all []engine.Game) (Courses, error) {
	read := make(Courses)
	for _, g := range all {
		for _, lang := range words.Languages() {
			lessons, err := lesson.Read(g, lang)
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

// Of returns the game's lessons in the reader's language.
func (c Courses) Of(game string, w *words.Tongue) []lesson.Lesson {
	return c[courseKey{game, w.Tag()}].lessons
}

// Phase explains a phase, or returns "".
func (c Courses) Phase(game string, phase engine.Name, w *words.Tongue) string {
	return c[courseKey{game, w.Tag()}].phases[phase]
}

// Find returns the named lesson and the next one, or nil.
func (c Courses) Find(game, name string, w *words.Tongue) (found, next *lesson.Lesson) {
	lessons := c.Of(game, w)
	i := slices.IndexFunc(lessons, func(l lesson.Lesson) bool { return strings.EqualFold(l.Name, name) })
	if i < 0 {
		return nil, nil
	}
	if i+1 < len(lessons) {
		next = &lessons[i+1]
	}
	return &lessons[i], next
}

// About returns lessons about a topic. Introductory topics get the first lesson.
func (c Courses) About(game, topic string, w *words.Tongue) []lesson.Lesson {
	if lessons := c.Of(game, w); len(lessons) > 0 && (topic == TopicBridge || topic == "course") {
		return lessons[:1]
	}
	return slices.DeleteFunc(slices.Clone(c.Of(game, w)), func(l lesson.Lesson) bool { return !slices.Contains(l.Topics, topic) })
}
