package people

import "maps"

// Learnt counts the steps done in each lesson, by lessonKey.
type Learnt map[string]int

func lessonKey(game, name string) string { return game + "/" + name }

// Of returns how many steps of the lesson are done.
func (ls Learnt) Of(game, name string) int { return ls[lessonKey(game, name)] }

// With returns a copy with at least the given steps.
func (ls Learnt) With(game, name string, steps int) Learnt {
	return ls.merge(Learnt{lessonKey(game, name): steps})
}

func (ls Learnt) merge(others Learnt) Learnt {
	all := make(Learnt)
	maps.Copy(all, ls)
	for key, steps := range others {
		all[key] = max(all[key], steps)
	}
	return all
}
