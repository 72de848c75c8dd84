package rating

// strength is a Rating on Glicko-2's own scale, where the mean of a first rating
// is zero. The names of this package and the paper's symbols:
//
//	mean, deviation, volatility   µ, φ, σ
//	g, expectedScore              g, E
//	information                   1/v
//	surprise                      Δ/v: the sum of g·(s − E)
//	f, of volatilityChange        f, of x − ln σ²
//	inverseTauSquared             1/τ²
//
// The code has 1/v and Δ/v in place of v and Δ, which have no bounds when a result was
// almost certain.
type strength struct{ mean, deviation, volatility fixed }

const (
	// glickoUnit is one on Glicko-2's scale, 173.7178 points, in tenths of
	// thousandths.
	glickoUnit = 1_737_178
	// volatilityUnit is one as Rating.Volatility counts it.
	volatilityUnit = 1_000_000_000

	// period is the number of days without a match that count as one period of the paper.
	period = 5

	// mostVariance is more than the square of the greatest deviation, 4.06.
	mostVariance = 5 * one

	// inverseTauSquared is 1/τ² for τ = 0.5. The larger it is, the less volatilities change.
	inverseTauSquared = 4
)

// strength returns the rating, within its bounds, on Glicko-2's scale.
func (r Rating) strength() strength {
	r = r.bounded()
	return strength{
		mean:       scale(fixed(r.Points-firstPoints), 10*one, glickoUnit),
		deviation:  scale(fixed(r.Deviation), 10*one, glickoUnit),
		volatility: scale(fixed(r.Volatility), one, volatilityUnit),
	}
}

// rating returns the strength as it is stored, within the bounds of ratings.
func (s strength) rating() Rating {
	return Rating{
		Points:     firstPoints + int(scale(s.mean, glickoUnit, 10*one)),
		Deviation:  int(scale(s.deviation, glickoUnit, 10*one)),
		Volatility: int(scale(s.volatility, volatilityUnit, one)),
	}.bounded()
}

// summarize returns 1/v and Δ/v of the results. The surprise is the number of games won beyond the expected ones. Each
// game is weighted by g of the other person.
func (s strength) summarize(results []Result) (information, surprise fixed) {
	for _, r := range results {
		against := r.Against.strength()
		g := against.g()
		win := expectedScore(mul(g, s.mean-against.mean))
		score := fixed(min(max(r.Outcome, Loss), Win)) * (one / 2)
		information += mul(mul(g, g), mul(win, one-win))
		surprise += mul(g, score-win)
	}
	return information, surprise
}

// g returns the weight of a game against this strength. The weight is at most one. It falls
// as the deviation grows.
func (s strength) g() fixed {
	return div(one, sqrt(one+mul(threeByPiSquare, mul(s.deviation, s.deviation))))
}

// expectedScore returns the expected share of games won by a player who is that much stronger than the other. The
// shares of the two players add up to exactly one.
func expectedScore(stronger fixed) fixed {
	e := exp(-fixed(magnitude(stronger)))
	weaker := div(e, one+e)
	if stronger < 0 {
		return weaker
	}
	return one - weaker
}

// volatilityChange returns the change of the logarithm of the volatility's square: the zero
// of f. With fewer than 28 results f falls everywhere, so bisection finds the zero. The zero
// is never under -τ²/2. Nor is it over five, which is more than the change from the least
// volatility to the greatest.
func (s strength) volatilityChange(information, surprise fixed) fixed {
	low, high := -one/(2*inverseTauSquared), 5*one
	for high-low > 1 {
		middle := low + (high-low)/2
		if s.f(middle, information, surprise) > 0 {
			low = middle
		} else {
			high = middle
		}
	}
	return high
}

// f returns the paper's f for a change of the logarithm of the volatility's square.
func (s strength) f(change, information, surprise fixed) fixed {
	volatility := mul(mul(s.volatility, s.volatility), exp(change))
	all := one + mul(information, mul(s.deviation, s.deviation)+volatility)
	each := div(surprise, all)
	return mul(volatility/2, mul(each, each)-div(information, all)) - change*inverseTauSquared
}
