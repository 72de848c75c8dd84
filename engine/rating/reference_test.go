package rating

import "math"

// reference follows steps 2 to 8 of Glickman's Glicko-2 paper in floating point.
func reference(r Rating, results []Result) Rating {
	const unit, tau = 173.7178, 0.5
	mu, phi, sigma := float64(r.Points-firstPoints)/1000/unit, float64(r.Deviation)/1000/unit, float64(r.Volatility)/1e9

	var information, sum float64
	for _, o := range results {
		muJ, phiJ := float64(o.Against.Points-firstPoints)/1000/unit, float64(o.Against.Deviation)/1000/unit
		g := 1 / math.Sqrt(1+3*phiJ*phiJ/(math.Pi*math.Pi))
		e := 1 / (1 + math.Exp(-g*(mu-muJ)))
		information += g * g * e * (1 - e)
		sum += g * (float64(o.Outcome)/2 - e)
	}
	v := 1 / information
	delta := v * sum

	a := math.Log(sigma * sigma)
	f := func(x float64) float64 {
		ex := math.Exp(x)
		d := phi*phi + v + ex
		return ex*(delta*delta-d)/(2*d*d) - (x-a)/(tau*tau)
	}
	sigma = math.Exp(rootOf(f, a, delta*delta-phi*phi-v, tau) / 2)

	phiStar := math.Sqrt(phi*phi + sigma*sigma)
	phi = 1 / math.Sqrt(1/(phiStar*phiStar)+1/v)
	mu += phi * phi * sum
	return newRating(mu*unit+1500, phi*unit, sigma).bounded()
}

// rootOf finds a root of f, as in step 5 of the paper.
func rootOf(f func(float64) float64, a, beyond, tau float64) float64 {
	b := a - tau
	if beyond > 0 {
		b = math.Log(beyond)
	} else {
		for f(b) < 0 {
			b -= tau
		}
	}
	fa, fb := f(a), f(b)
	for math.Abs(b-a) > 1e-12 {
		c := a + (a-b)*fa/(fb-fa)
		fc := f(c)
		if fc*fb <= 0 {
			a, fa = b, fb
		} else {
			fa /= 2
		}
		b, fb = c, fc
	}
	return a
}
