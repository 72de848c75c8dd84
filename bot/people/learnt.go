package people

import "maps"

// Learnt is how many steps of each lesson a person has done, by lessonKey.
type Learnt map[string]int

// lessonKey returns the key of a game's lesson.
func lessonKey(game, name string) string { return game + "/" + name }

// Of returns how many steps of the lesson are done.
func (ls Learnt) Of(game, name string) int { return ls[lessonKey(game, name)] }

// With returns a copy in which at least the given steps of the lesson are done.
func (ls Learnt) With(game, name string, steps int) Learnt {
	return ls.merge(Learnt{lessonKey(game, name): steps})
}

// merge returns a copy with the greater number of steps of each lesson.
func (ls Learnt) merge(others Learnt) Learnt {
	all := make(Learnt)
	maps.Copy(all, ls)
	for key, steps := range others {
		all[key] = max(all[key], steps)
	}
	return all
}
