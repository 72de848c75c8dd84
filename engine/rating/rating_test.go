package rating

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func newRating(points, deviation, volatility float64) Rating {
	return Rating{
		Points:     int(math.Round(points * 1000)),
		Deviation:  int(math.Round(deviation * 1000)),
		Volatility: int(math.Round(volatility * 1e9)),
	}
}

// The worked example of Glickman's Glicko-2 paper.
var (
	paperRating  = newRating(1500, 200, 0.06)
	paperResults = []Result{
		{newRating(1400, 30, 0.06), Win},
		{newRating(1550, 100, 0.06), Loss},
		{newRating(1700, 300, 0.06), Loss},
	}
)

func TestExampleOfPaper(t *testing.T) {
	got := paperRating.After(paperResults)
	// The paper rounds intermediate results, and gets 1464.06, 151.52 and 0.05999.
	if want := newRating(1464.051, 151.517, 0.059995984); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// TestStoredRatings fixes the stored bytes.
func TestStoredRatings(t *testing.T) {
	for _, c := range []struct {
		name string
		got  Rating
		want string
	}{
		{"first", New(), `{"points":1500000,"deviation":350000,"volatility":60000000}`},
		{"first match won", New().After([]Result{{New(), Win}}), `{"points":1662311,"deviation":290319,"volatility":59999675}`},
		{"first match lost", New().After([]Result{{New(), Loss}}), `{"points":1337689,"deviation":290319,"volatility":59999675}`},
		{"first of a table of three", New().After([]Result{{New(), Win}, {New(), Win}}), `{"points":1747318,"deviation":253405,"volatility":60000075}`},
		{"second of a table of three", New().After([]Result{{New(), Win}, {New(), Loss}}), `{"points":1500000,"deviation":253405,"volatility":59998418}`},
		{"a win among established players", newRating(1600, 60, 0.06).After([]Result{{newRating(1600, 60, 0.06), Win}}), `{"points":1610184,"deviation":60015,"volatility":59999909}`},
		{"a surprising win", newRating(1000, 60, 0.06).After([]Result{{newRating(2400, 60, 0.06), Win}}), `{"points":1020964,"deviation":60898,"volatility":60013019}`},
		{"a year without matches", newRating(1600, 60, 0.06).Idle(365), `{"points":1600000,"deviation":107381,"volatility":60000000}`},
	} {
		got, err := json.Marshal(c.got)
		if err != nil || string(got) != c.want {
			t.Errorf("%s: got %s, %v, want %s", c.name, got, err, c.want)
		}
		var back Rating
		if err := json.Unmarshal(got, &back); err != nil || back != c.got {
			t.Errorf("%s: read back as %+v, %v", c.name, back, err)
		}
	}
}

func randomRating(random *rand.Rand) Rating {
	return Rating{
		Points:     600*point + random.IntN(1800*point+1),
		Deviation:  minDeviation + random.IntN(maxDeviation-minDeviation+1),
		Volatility: 30_000_000 + random.IntN(60_000_000),
	}
}

func randomResults(random *rand.Rand, n int) []Result {
	results := make([]Result, n)
	for i := range results {
		results[i] = Result{randomRating(random), Outcome(random.IntN(3))}
	}
	return results
}

func forRandomRatings(t *testing.T, check func(t *testing.T, r Rating, results []Result)) {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		r, results := randomRating(random), randomResults(random, 1+random.IntN(2))
		check(t, r, results)
		if t.Failed() {
			t.Fatalf("with %+v, %+v", r, results)
		}
	}
}

func TestAfterMatchesReference(t *testing.T) {
	forRandomRatings(t, func(t *testing.T, r Rating, results []Result) {
		got, want := r.After(results), reference(r, results)
		if differBy(got.Points, want.Points, 1) || differBy(got.Deviation, want.Deviation, 1) || differBy(got.Volatility, want.Volatility, 3) {
			t.Errorf("got %+v, want %+v", got, want)
		}
	})
}

func differBy(a, b, most int) bool { return max(a-b, b-a) > most }

func TestOrderOfResults(t *testing.T) {
	forRandomRatings(t, func(t *testing.T, r Rating, results []Result) {
		reversed := slices.Clone(results)
		slices.Reverse(reversed)
		if got, want := r.After(reversed), r.After(results); got != want {
			t.Errorf("got %+v, in reverse order %+v", got, want)
		}
	})
}

// mirror reflects a rating's points at the points of a new player.
func mirror(r Rating) Rating {
	r.Points = 2*firstPoints - r.Points
	return r
}

func TestSymmetry(t *testing.T) {
	forRandomRatings(t, func(t *testing.T, r Rating, results []Result) {
		mirrored := slices.Clone(results)
		for i, m := range mirrored {
			mirrored[i] = Result{mirror(m.Against), Win - m.Outcome}
		}
		if got, want := mirror(r).After(mirrored), mirror(r.After(results)); got != want {
			t.Errorf("got %+v, want %+v", got, want)
		}
	})
}

func TestIdle(t *testing.T) {
	forRandomRatings(t, func(t *testing.T, r Rating, _ []Result) {
		if r.Idle(0) != r || r.Idle(-3) != r {
			t.Error("a rating changes in 0 days")
		}
		if got, want := r.Idle(period).Deviation, r.After(nil).Deviation; got != want {
			t.Errorf("deviation after a period %d, want %d", got, want)
		}
		last := r
		for _, days := range []int{1, 2, 5, 30, 365, 100_000, math.MaxInt} {
			idle := r.Idle(days)
			if idle.Deviation < last.Deviation || idle.Deviation > maxDeviation || idle.Points != r.Points || idle.Volatility != r.Volatility {
				t.Errorf("after %d days %+v", days, idle)
			}
			last = idle
		}
		if last.Deviation != maxDeviation {
			t.Errorf("the deviation never reaches its bound: %+v", last)
		}
		if got, want := r.Idle(10).Idle(20).Deviation, r.Idle(30).Deviation; differBy(got, want, 1) {
			t.Errorf("deviation in two steps %d, in one %d", got, want)
		}
	})
}

func TestProvisional(t *testing.T) {
	for _, c := range []struct {
		name    string
		against Rating
		others  int
		want    int
	}{
		{"two new players", New(), 1, 13},
		{"a new player against an established one", newRating(1500, 60, 0.06), 1, 10},
		{"a new player against two established ones", newRating(1500, 60, 0.06), 2, 5},
	} {
		r, matches := New(), 0
		for ; r.IsProvisional() && matches < 100; matches++ {
			if c.against.IsProvisional() {
				c.against = r // as new as r
			}
			o := Outcome(matches % 2 * int(Win))
			r = r.After([]Result{{c.against, o}, {c.against, Win - o}}[:c.others])
		}
		if matches != c.want {
			t.Errorf("%s: not provisional after %d matches, want %d", c.name, matches, c.want)
		}
	}
	if known := newRating(1500, 110, 0.06); known.IsProvisional() || !newRating(1500, 110.001, 0.06).IsProvisional() {
		t.Error("a deviation of 110 points must be the largest that isn't provisional")
	}
	days := 0
	for r := newRating(1500, 60, 0.06); !r.Idle(days).IsProvisional(); days++ {
	}
	if days != 392 {
		t.Errorf("provisional again after %d days, want 392", days)
	}
}

func TestRatingsFindStrengths(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	strengths, ratings := make([]float64, 60), make([]Rating, 60)
	for i := range ratings {
		strengths[i], ratings[i] = 1500+random.NormFloat64()*200, New()
	}
	for range 4000 {
		a, b := random.IntN(60), random.IntN(60)
		if a == b {
			continue
		}
		o := Loss
		if random.Float64() < 1/(1+math.Pow(10, (strengths[b]-strengths[a])/400)) {
			o = Win
		}
		ratings[a], ratings[b] = ratings[a].After([]Result{{ratings[b], o}}), ratings[b].After([]Result{{ratings[a], Win - o}})
	}
	within, sum := 0, 0.0
	for i, r := range ratings {
		deviation := math.Abs(float64(r.Points)/point - strengths[i])
		sum += deviation
		if deviation <= 2*float64(r.Deviation)/point {
			within++
		}
		if r.IsProvisional() {
			t.Errorf("provisional after a hundred matches: %+v", r)
		}
	}
	if within < 54 || sum/60 > 60 {
		t.Errorf("%d of 60 ratings are within two deviations; mean error %v points", within, sum/60)
	}
}

func TestShown(t *testing.T) {
	for _, c := range []struct{ points, want int }{{1500000, 1500}, {1499499, 1499}, {1499500, 1500}, {1500499, 1500}} {
		if got := (Rating{Points: c.points, Deviation: c.points}); got.Shown() != c.want || got.ShownDeviation() != c.want {
			t.Errorf("%d: got %d, %d, want %d", c.points, got.Shown(), got.ShownDeviation(), c.want)
		}
	}
}

func TestValuesOutOfBounds(t *testing.T) {
	least, most := Rating{minPoints, minDeviation, minVolatility}, Rating{maxPoints, maxDeviation, maxVolatility}
	for _, c := range []struct {
		name    string
		out, in Rating
	}{
		{"zero", Rating{}, least},
		{"below the bounds", Rating{-1, -1, -1}, least},
		{"above the bounds", Rating{maxPoints + 1, 2 * maxDeviation, 2 * maxVolatility}, most},
		{"far above the bounds", Rating{math.MaxInt, math.MaxInt, math.MaxInt}, most},
	} {
		against := []Result{{New(), Draw}}
		if got, want := c.out.After(against), c.in.After(against); got != want {
			t.Errorf("%s: got %+v, want %+v", c.name, got, want)
		}
		if got, want := New().After([]Result{{c.out, Win}}), New().After([]Result{{c.in, Win}}); got != want {
			t.Errorf("against %s: got %+v, want %+v", c.name, got, want)
		}
		if got, want := c.out.Idle(3), c.in.Idle(3); got != want {
			t.Errorf("%s, idle: got %+v, want %+v", c.name, got, want)
		}
	}
}

func (r Rating) bounds() error {
	if r != r.bounded() {
		return fmt.Errorf("out of bounds: %+v", r)
	}
	return nil
}

func FuzzRating(f *testing.F) {
	f.Add(1500000, 200000, 60000000, 1400000, 30000, 60000000, 2, 3, 7)
	f.Add(0, 0, 0, 0, 0, 0, 0, 0, 0)
	f.Add(100000, 350000, 100000000, 4000000, 30000, 10000000, 2, 1000, 1)
	f.Add(math.MaxInt, math.MinInt, math.MaxInt, math.MinInt, math.MaxInt, math.MinInt, math.MaxInt, 5, math.MaxInt)
	f.Fuzz(func(t *testing.T, p1, d1, v1, p2, d2, v2, outcome, n, days int) {
		r, against := Rating{p1, d1, v1}, Rating{p2, d2, v2}
		results := slices.Repeat([]Result{{against, Outcome(outcome)}}, min(max(n, 0), 1000))
		after := r.After(results)
		idle := after.Idle(days)
		if err := after.bounds(); err != nil {
			t.Error("after", err)
		}
		if err := idle.bounds(); err != nil {
			t.Error("idle", err)
		}
		if idle.Deviation < after.Deviation {
			t.Errorf("Idle reduces the deviation: %+v, %+v", after, idle)
		}
		if b := r.bounded().Points; outcome >= int(Win) && after.Points < b || outcome <= int(Loss) && after.Points > b {
			t.Errorf("from %d to %d after outcome %d", b, after.Points, outcome)
		}
	})
}

func BenchmarkAfter(b *testing.B) {
	for _, others := range []int{1, 2} {
		b.Run(fmt.Sprint(others), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				paperRating.After(paperResults[:others])
			}
		})
	}
}
