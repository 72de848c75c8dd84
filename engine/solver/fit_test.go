package solver

import (
	"context"
	"flag"
	"fmt"
	"math"
	"strings"
	"testing"

	"tarockbot/engine/card"
	"tarockbot/engine/enginetest"
)

var fit = flag.Int("fit", 0, "how many positions to solve and to make the weights of the guess from anew, which TestFit then prints")

// fitSeed and checkSeed are the seeds of the positions that weights are made
// from, and of those that they are judged by.
const (
	fitSeed   = 20250603
	checkSeed = 20250604
)

// solved is a position and its value.
type solved struct {
	terms []int32
	row   int
	value int
	guess int
}

// solvedPositions are at the start of a trick with 16 to 10 tricks left, after
// random plays of deals in which both sides have put away their shortest suits.
func solvedPositions(t *testing.T, n int, seed enginetest.Dice) []solved {
	s, d, deck := New(8<<20), seed, card.Full.Cards()
	all := make([]solved, n)
	for i := range all {
		p := PutAwayDeal(&d, deck)
		PlayTo(&d, &p, 16-d.Below(7))
		s.Forget()
		value, err := s.Value(context.Background(), &p)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.start(context.Background(), &p, 0); err != nil {
			t.Fatal(err)
		}
		r := &s.root
		weighed := features(r.hands[0], r.hands[1], r.total)
		all[i] = solved{weighed[:], weightRow(r.hands[0], r.hands[1]), value, evaluate(r.hands[0], r.hands[1], r.total)}
	}
	return all
}

// TestFit holds the guess to how good it is said to be. With -fit it makes the
// weights anew.
func TestFit(t *testing.T) {
	fitted(t, solvedPositions, 9.5, len(twoWeights), featureCount)
}

// TestTrioFit is the same for three seats.
func TestTrioFit(t *testing.T) {
	fitted(t, solvedTrios, 6, len(threeWeights), threeFeatureCount)
}

// fitted judges the guess on solved positions, and with -fit prints its weights anew.
func fitted(t *testing.T, solve func(*testing.T, int, enginetest.Dice) []solved, most float64, rows, terms int) {
	t.Helper()
	judge(t, solve(t, 250, checkSeed), most)
	if *fit > 0 {
		positions := solve(t, *fit, fitSeed)
		for row := range rows {
			fmt.Println(asRow(leastSquares(positions, row, terms)))
		}
	}
}

// solvedTrios are at the start of a trick with five to ten tricks left, after
// random plays.
func solvedTrios(t *testing.T, n int, seed enginetest.Dice) []solved {
	s, d, deck := New(8<<20), seed, card.Full.Cards()
	all := make([]solved, n)
	for i := range all {
		p := TrioDeal(&d, deck)
		PlayTo(&d, &p, 5+d.Below(6))
		s.Forget()
		by, err := s.start(context.Background(), &p, 0)
		if err != nil {
			t.Fatal(err)
		}
		r := &s.root
		q := r.threeNode()
		weighed, first := q.features(), q.evaluate()
		all[i] = solved{weighed[:], r.declarer, s.bestValue(by), first}
		if r.declarer > 0 {
			all[i].value = r.total - all[i].value
		}
	}
	return all
}

// judge says how far guesses are off, which must be at most so much in the mean.
func judge(t *testing.T, check []solved, most float64) {
	t.Helper()
	var errors, spread, mean float64
	for _, p := range check {
		mean += float64(p.value) / float64(len(check))
	}
	for _, p := range check {
		errors += math.Pow(float64(p.guess-p.value), 2) / float64(len(check))
		spread += math.Pow(float64(p.value)-mean, 2) / float64(len(check))
	}
	t.Logf("the guess is off by %.1f, the values' own deviation is %.1f (root mean squares, %d positions)", math.Sqrt(errors), math.Sqrt(spread), len(check))
	if math.Sqrt(errors) > most {
		t.Errorf("the guess is off by more than %.1f", most)
	}
}

// leastSquares are the weights of a row that are off by least.
func leastSquares(positions []solved, row, terms int) []float64 {
	m := make([][]float64, terms)
	for i := range m {
		m[i] = make([]float64, terms+1)
		m[i][i] = 1e-3 // for terms that are always 0
	}
	for _, p := range positions {
		if p.row != row {
			continue
		}
		for i, x := range p.terms {
			for j, y := range p.terms {
				m[i][j] += float64(x) * float64(y)
			}
			m[i][terms] += float64(x) * float64(p.value)
		}
	}
	for i := range m { // the matrix is positive: no pivots are needed
		for r := range m {
			if f := m[r][i] / m[i][i]; r != i {
				for c := i; c <= terms; c++ {
					m[r][c] -= f * m[i][c]
				}
			}
		}
	}
	w := make([]float64, terms)
	for i := range w {
		w[i] = m[i][terms] / m[i][i]
	}
	return w
}

func asRow(w []float64) string {
	words := make([]string, len(w))
	for i := range w {
		words[i] = fmt.Sprint(math.Round(w[i] * (1 << weightBits)))
	}
	return "{" + strings.Join(words, ", ") + "},"
}
