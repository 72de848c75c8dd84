package rating

// strength is a Rating on Glicko-2's scale. The paper's symbols:
//
//	mean, deviation, volatility   µ, φ, σ
//	information                   1/v
//	surprise                      Δ/v: the sum of g·(s − E)
//	f, of volatilityChange        f, of x − ln σ²
//	inverseTauSquared             1/τ²
//
// v and Δ themselves have no bounds when a result was almost certain.
type strength struct{ mean, deviation, volatility fixed }

const (
	// 173.7178 points, one on Glicko-2's scale, in tenths of thousandths
	glickoUnit     = 1_737_178
	volatilityUnit = 1_000_000_000

	// days without a match per period
	period = 5

	// must exceed the square of the greatest deviation, 4.06
	maxVariance = 5 * one

	// the value for τ = 0.5
	inverseTauSquared = 4
)

func (r Rating) strength() strength {
	r = r.bounded()
	return strength{
		mean:       scale(fixed(r.Points-firstPoints), 10*one, glickoUnit),
		deviation:  scale(fixed(r.Deviation), 10*one, glickoUnit),
		volatility: scale(fixed(r.Volatility), one, volatilityUnit),
	}
}

func (s strength) rating() Rating {
	return Rating{
		Points:     firstPoints + int(scale(s.mean, glickoUnit, 10*one)),
		Deviation:  int(scale(s.deviation, glickoUnit, 10*one)),
		Volatility: int(scale(s.volatility, volatilityUnit, one)),
	}.bounded()
}

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

func (s strength) g() fixed {
	return div(one, sqrt(one+mul(threeByPiSquare, mul(s.deviation, s.deviation))))
}

// expectedScore returns a share of wins. Both players' shares add up to exactly one.
func expectedScore(stronger fixed) fixed {
	e := exp(-fixed(magnitude(stronger)))
	weaker := div(e, one+e)
	if stronger < 0 {
		return weaker
	}
	return one - weaker
}

// volatilityChange returns the root of f by bisection. With fewer than 28 results, f falls everywhere. The zero is
// between -τ²/2 and five, more than the widest change.
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

func (s strength) f(change, information, surprise fixed) fixed {
	volatility := mul(mul(s.volatility, s.volatility), exp(change))
	all := one + mul(information, mul(s.deviation, s.deviation)+volatility)
	each := div(surprise, all)
	return mul(volatility/2, mul(each, each)-div(information, all)) - change*inverseTauSquared
}
