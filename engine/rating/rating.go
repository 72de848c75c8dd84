// Package rating computes how strong people are, by Mark Glickman's Glicko-2
// (http://www.glicko.net/glicko/glicko2.pdf). Start at Rating.After, which rates
// a match. All arithmetic is of whole numbers, so every machine computes the same
// bytes, and a log of matches can be rated again and compared.
package rating

// Rating is a person's strength in one game and how well it is known, as stored.
// The first one is New; the zero value is not a rating. A number out of its bounds
// counts as the nearest bound.
type Rating struct {
	// Points is the strength, in thousandths of a point: 100 to 4000 points.
	Points int `json:"points"`
	// Deviation is the standard deviation of Points, in thousandths of a point:
	// 30 to 350 points. In 95 of 100 cases the strength is within two of them.
	Deviation int `json:"deviation"`
	// Volatility is how much the strength itself is expected to change, in
	// thousandths of a millionth: 0.01 to 0.1.
	Volatility int `json:"volatility"`
}

// point is the unit of Rating.Points and Rating.Deviation.
const point = 1000

const (
	leastPoints, firstPoints, mostPoints = 100 * point, 1500 * point, 4000 * point

	// With a deviation under 30 points, a rating would hardly follow somebody who improves. No
	// deviation is greater than the one before the first match.
	leastDeviation, mostDeviation = 30 * point, 350 * point

	// provisional is the deviation above which Points says little.
	provisional = 110 * point

	leastVolatility, firstVolatility, mostVolatility = 10_000_000, 60_000_000, 100_000_000
)

// New returns the rating of a person before the first match.
func New() Rating {
	return Rating{Points: firstPoints, Deviation: mostDeviation, Volatility: firstVolatility}
}

// Outcome is a person's score against one other person, in halves of a game won.
type Outcome int

// The outcomes.
const (
	Loss Outcome = iota
	Draw
	Win
)

// Result is a person's outcome against one other person in a match.
type Result struct {
	Against Rating // the other person's, before the match
	Outcome Outcome
}

// After returns the rating after a match. The results are those against each other person
// in it, in any order. A match is one period of the paper. Before the call, Idle must be
// applied to the ratings of all players, for the days since their last matches.
func (r Rating) After(results []Result) Rating {
	s := r.strength()
	information, surprise := s.summarize(results)
	s.volatility = mul(s.volatility, exp(s.volatilityChange(information, surprise)/2))
	variance := mul(s.deviation, s.deviation) + mul(s.volatility, s.volatility)
	variance = div(variance, one+mul(information, variance))
	s.deviation = sqrt(variance)
	s.mean += mul(variance, surprise)
	return s.rating()
}

// Idle returns the rating after so many whole days without a match. Its deviation has
// grown, up to its bound.
func (r Rating) Idle(days int) Rating {
	s := r.strength()
	growth := scale(mul(s.volatility, s.volatility), fixed(max(days, 0)), period)
	s.deviation = sqrt(mul(s.deviation, s.deviation) + min(growth, mostVariance))
	return s.rating()
}

// Provisional reports whether too little is known of the strength to place the
// person among others.
func (r Rating) Provisional() bool { return r.Deviation > provisional }

// Shown returns the strength as people see it, in points.
func (r Rating) Shown() int { return round(r.Points) }

// ShownDeviation returns the deviation as people see it, in points.
func (r Rating) ShownDeviation() int { return round(r.Deviation) }

// round returns whole points.
func round(thousandths int) int { return (thousandths + point/2) / point }

// bounded returns the rating with every number within its bounds.
func (r Rating) bounded() Rating {
	return Rating{
		Points:     min(max(r.Points, leastPoints), mostPoints),
		Deviation:  min(max(r.Deviation, leastDeviation), mostDeviation),
		Volatility: min(max(r.Volatility, leastVolatility), mostVolatility),
	}
}
