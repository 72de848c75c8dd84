package rating

// strength is a Rating on Glicko-2's own scale, where the mean of a first rating
// is zero.
type strength struct{ mean, deviation, volatility fixed }

const (
	// unit is one on Glicko-2's scale, 173.7178 points, in tenths of
	// thousandths.
	unit = 1_737_178
	// whole is one as Rating.Volatility counts it.
	whole = 1_000_000_000

	// period is the days without a match after which less is known by as much
	// as after one period of the paper.
	period = 5

	// mostVariance is more than the square of the greatest deviation, 4.06.
	mostVariance = 5 * one

	// restraint is 1/τ², τ being 0.5: how little volatilities change.
	restraint = 4
)

func (r Rating) strength() strength {
	r = r.bounded()
	return strength{
		mean:       scale(fixed(r.Points-firstPoints), 10*one, unit),
		deviation:  scale(fixed(r.Deviation), 10*one, unit),
		volatility: scale(fixed(r.Volatility), one, whole),
	}
}

func (s strength) rating() Rating {
	return Rating{
		Points:     firstPoints + int(scale(s.mean, unit, 10*one)),
		Deviation:  int(scale(s.deviation, unit, 10*one)),
		Volatility: int(scale(s.volatility, whole, one)),
	}.bounded()
}

// learn returns what the results tell. The information is 1/v of the paper; the surprise is the number of
// games won beyond the expected ones. Each game is weighed by how well the other's strength is known. The
// paper's Δ is the surprise divided by the information.
func (s strength) learn(results []Result) (information, surprise fixed) {
	for _, r := range results {
		against := r.Against.strength()
		weight := against.weight()
		win := winning(mul(weight, s.mean-against.mean))
		score := fixed(min(max(r.Outcome, Loss), Win)) * (one / 2)
		information += mul(mul(weight, weight), mul(win, one-win))
		surprise += mul(weight, score-win)
	}
	return information, surprise
}

// weight returns the paper's g: less than one, the less the less the strength
// is known.
func (s strength) weight() fixed {
	return div(one, root(one+mul(threeByPiSquare, mul(s.deviation, s.deviation))))
}

// winning returns the expected share of games won by a player who is that much stronger. Together with the
// share of a player who is as much weaker it is exactly one.
func winning(stronger fixed) fixed {
	e := exp(-fixed(size(stronger)))
	weaker := div(e, one+e)
	if stronger < 0 {
		return weaker
	}
	return one - weaker
}

// turn returns by how much the logarithm of the volatility's square changes:
// where the paper's f is zero. With fewer than 28 results f falls all the way, so
// halving finds the place. It is never under -τ²/2, and five is more than from
// the least volatility to the greatest.
func (s strength) turn(information, surprise fixed) fixed {
	low, high := -one/(2*restraint), 5*one
	for high-low > 1 {
		middle := low + (high-low)/2
		if s.pull(middle, information, surprise) > middle*restraint {
			low = middle
		} else {
			high = middle
		}
	}
	return high
}

// pull returns the first part of the paper's f, written with information and
// surprise instead of v and Δ: these are large without bounds where a result was
// sure.
func (s strength) pull(turn, information, surprise fixed) fixed {
	volatility := mul(mul(s.volatility, s.volatility), exp(turn))
	all := one + mul(information, mul(s.deviation, s.deviation)+volatility)
	each := div(surprise, all)
	return mul(volatility/2, mul(each, each)-div(information, all))
}
