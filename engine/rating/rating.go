// Package rating rates players by Mark Glickman's Glicko-2 (http://www.glicko.net/glicko/glicko2.pdf). Start at
// Rating.After. It computes with integers, so all machines get equal results.
package rating

// Rating is a player's strength in one game, as stored. Start with New; the zero value is invalid.
type Rating struct {
	// Points is the strength in thousandths of a point.
	Points int `json:"points"`
	// Deviation is the standard deviation of Points, in thousandths of a point.
	Deviation int `json:"deviation"`
	// Volatility is the expected change, in thousandths of a millionth.
	Volatility int `json:"volatility"`
}

const point = 1000

const (
	minPoints, firstPoints, maxPoints = 100 * point, 1500 * point, 4000 * point

	// Under 30 points, a rating would hardly follow a player who improves.
	minDeviation, maxDeviation = 30 * point, 350 * point

	provisional = 110 * point

	minVolatility, firstVolatility, maxVolatility = 10_000_000, 60_000_000, 100_000_000
)

// New returns the rating before the first match.
func New() Rating {
	return Rating{Points: firstPoints, Deviation: maxDeviation, Volatility: firstVolatility}
}

// Outcome is a score against another player, in halves of a win.
type Outcome int

// The outcomes.
const (
	Loss Outcome = iota
	Draw
	Win
)

// Result is an outcome against another player.
type Result struct {
	Against Rating // before the match
	Outcome Outcome
}

// After returns the rating after a match, one period of the paper. Apply Idle to all players before.
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

// Idle returns the rating after days without a match: the deviation grows.
func (r Rating) Idle(days int) Rating {
	s := r.strength()
	growth := scale(mul(s.volatility, s.volatility), fixed(max(days, 0)), period)
	s.deviation = sqrt(mul(s.deviation, s.deviation) + min(growth, maxVariance))
	return s.rating()
}

// IsProvisional reports whether the deviation is too large to rank the player.
func (r Rating) IsProvisional() bool { return r.Deviation > provisional }

// Shown returns the strength in points.
func (r Rating) Shown() int { return round(r.Points) }

// ShownDeviation returns the deviation in points.
func (r Rating) ShownDeviation() int { return round(r.Deviation) }

func round(thousandths int) int { return (thousandths + point/2) / point }

func (r Rating) bounded() Rating {
	return Rating{
		Points:     min(max(r.Points, minPoints), maxPoints),
		Deviation:  min(max(r.Deviation, minDeviation), maxDeviation),
		Volatility: min(max(r.Volatility, minVolatility), maxVolatility),
	}
}
