package solver

import (
	"math"
	"slices"
)

// mergeFates maps each fate of a bird to the first fate with the same values.
func (e *endings) mergeFates() {
	for i := range e.birds {
		b := &e.birds[i]
		all := true
		for fate := birdMissed; fate <= e.lastFate(i); fate++ {
			b.fate[fate] = birdMissed
			for b.fate[fate] < fate && !e.haveSameValues(i, b.fate[fate], fate) {
				b.fate[fate]++
			}
			all = all && b.fate[fate] == birdMissed
		}
		if all {
			e.root = e.root.withBird(i, birdMissed)
		}
	}
}

func (e *endings) haveSameValues(i int, a, b birdFate) bool {
	for f, at := range e.index {
		f := fates(f)
		if at == 0 || f.bird(i) != a {
			continue
		}
		twin := e.index[f^fates(a^b)<<(fateBits*i)] // f with b instead of a
		if !slices.Equal(e.list[at-1].now, e.list[twin-1].now) {
			return false
		}
	}
	return true
}

// reach returns the ending of the fates, with the values that can follow.
func (e *endings) reach(f fates) *ending {
	if at := e.index[f]; at == 0 {
		e.list = append(e.list, ending{now: slices.Repeat([]int32{noValue}, e.thirds+1)})
		e.index[f] = int32(len(e.list))
	} else if e.list[at-1].low != nil {
		return &e.list[at-1]
	}
	at := e.index[f] - 1
	now := e.list[at].now
	low, high := slices.Clone(now), slices.Clone(now)
	for i, v := range now {
		if v == noValue {
			low[i] = math.MaxInt32
		}
	}
	e.following(f, func(f fates) {
		after := e.reach(f)
		for i := range now {
			low[i], high[i] = min(low[i], after.low[i]), max(high[i], after.high[i])
		}
	})
	for i := 1; i < len(now); i++ {
		high[i] = max(high[i], high[i-1])
		low[len(low)-1-i] = min(low[len(low)-1-i], low[len(low)-i])
	}
	e.list[at].low, e.list[at].high = low, high
	return &e.list[at]
}

func (e *endings) following(f fates, visit func(fates)) {
	for i := range e.birds {
		if f.bird(i) != birdOpen {
			continue
		}
		for fate := birdMissed; fate <= e.lastFate(i); fate++ {
			if e.birds[i].fate[fate] == fate {
				visit(f.withBird(i, fate))
			}
		}
	}
	for i := range e.sets {
		for _, some := range []fates{someOurs, someTheirs} {
			if next := e.withSet(f, i, some); next != f {
				visit(next)
			}
		}
	}
}
