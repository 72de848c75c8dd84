package strohmandeln

import (
	"tarockbot/engine"
)

// doubledDeals is how many deals a level or drawn one makes count double: a round, in
// which each has dealt once.
const doubledDeals = 2

// next returns where a match stands. What isn't played, the same dealer deals again. A level deal makes the
// two after it count double, never fourfold; one within them begins anew (RULES 3.5, Nullrunde). So does a
// drawn simple game, if that is agreed upon (R18).
func next(m engine.Setup, done []engine.Result) engine.Score {
	counted, doubled := make([]engine.Result, 0, len(done)), 0
	for _, r := range done {
		if isVoid(r) {
			continue
		}
		doubles := r.Score[0] == r.Score[1] || r.Drawn && m.Options[drawOption] == doubling
		if doubled > 0 {
			r.Score = []int{2 * r.Score[0], 2 * r.Score[1]}
			doubled--
		}
		if doubles {
			doubled = doubledDeals
		}
		counted = append(counted, r)
	}
	s := engine.LengthScore(m, seats, counted)
	s.Double = doubled > 0 && !s.Over
	return s
}

// isVoid reports whether nobody played the deal, and nobody left it.
func isVoid(r engine.Result) bool { return r.Contract == 0 && len(r.Items) == 0 }
