package strohmandeln

import "tarockbot/engine"

// doubledDeals is one deal for each dealer.
const doubledDeals = 2

// nextScore doubles the two deals after an equal score (RULES 3.5, Nullrunde), and with the draw option after a drawn
// simple game (R18). Void deals don't count.
func nextScore(m engine.Setup, done []engine.Result) engine.Score {
	counted, doubled := make([]engine.Result, 0, len(done)), 0
	for _, r := range done {
		if r.IsVoid() {
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
