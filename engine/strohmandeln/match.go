package strohmandeln

import "tarockbot/engine"

// doubledDeals is the number of deals that count double after a level or drawn deal: one for each dealer.
const doubledDeals = 2

// nextScore returns the match's standing. Void deals are dealt again by the same dealer. A level deal doubles the next
// two; another level deal within those starts the two again (RULES 3.5, Nullrunde). With the draw option, a drawn
// simple game does the same (R18).
func nextScore(m engine.Setup, done []engine.Result) engine.Score {
	counted, doubled := make([]engine.Result, 0, len(done)), 0
	for _, r := range done {
		if r.Void() {
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
