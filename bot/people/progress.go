package people

import "maps"

// LessonProgress counts the steps done in each lesson, by lessonKey.
type LessonProgress map[string]int

func lessonKey(game, name string) string { return game + "/" + name }

// Of returns how many steps of the lesson are done.
func (ls LessonProgress) Of(game, name string) int { return ls[lessonKey(game, name)] }

// With returns a copy with at least the given steps.
func (ls LessonProgress) With(game, name string, steps int) LessonProgress {
	return ls.merge(LessonProgress{lessonKey(game, name): steps})
}

func (ls LessonProgress) merge(others LessonProgress) LessonProgress {
	all := make(LessonProgress)
	maps.Copy(all, ls)
	for key, steps := range others {
		all[key] = max(all[key], steps)
	}
	return all
}
