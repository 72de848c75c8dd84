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

var fit = flag.Int("fit", 0, "number of positions to solve; TestFit and TestTrioFit print new weights fitted to them")

// Weights are fitted to the positions of fitSeed and checked with the positions of checkSeed.
const (
	fitSeed   = 20250603
	checkSeed = 20250604
)

type solvedPosition struct {
	terms     []int32
	weightRow int
	value     int
	guess     int
}

func solvedPositions(t *testing.T, n int, seed enginetest.Dice) []solvedPosition {
	s, d, deck := New(8<<20), seed, card.Full.Cards()
	all := make([]solvedPosition, n)
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
		all[i] = solvedPosition{weighed[:], weightRow(r.hands[0], r.hands[1]), value, evaluate(r.hands[0], r.hands[1], r.total)}
	}
	return all
}

// TestFit limits the error of estimates. With -fit it prints new weights.
func TestFit(t *testing.T) {
	checkFit(t, solvedPositions, 9.5, len(twoWeights), featureCount)
}

func TestTrioFit(t *testing.T) {
	checkFit(t, solvedTrios, 6, len(threeWeights), threeFeatureCount)
}

func checkFit(t *testing.T, solve func(*testing.T, int, enginetest.Dice) []solvedPosition, most float64, rows, terms int) {
	t.Helper()
	limitError(t, solve(t, 250, checkSeed), most)
	if *fit > 0 {
		positions := solve(t, *fit, fitSeed)
		for row := range rows {
			fmt.Println(goLiteral(leastSquares(positions, row, terms)))
		}
	}
}

func solvedTrios(t *testing.T, n int, seed enginetest.Dice) []solvedPosition {
	s, d, deck := New(8<<20), seed, card.Full.Cards()
	all := make([]solvedPosition, n)
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
		all[i] = solvedPosition{weighed[:], r.declarer, s.bestValue(by), first}
		if r.declarer > 0 {
			all[i].value = r.total - all[i].value
		}
	}
	return all
}

func limitError(t *testing.T, check []solvedPosition, most float64) {
	t.Helper()
	var errors, spread, mean float64
	for _, p := range check {
		mean += float64(p.value) / float64(len(check))
	}
	for _, p := range check {
		errors += math.Pow(float64(p.guess-p.value), 2) / float64(len(check))
		spread += math.Pow(float64(p.value)-mean, 2) / float64(len(check))
	}
	t.Logf("root mean square error %.1f, standard deviation of the values %.1f (%d positions)", math.Sqrt(errors), math.Sqrt(spread), len(check))
	if math.Sqrt(errors) > most {
		t.Errorf("the root mean square error is above %.1f", most)
	}
}

func leastSquares(positions []solvedPosition, row, terms int) []float64 {
	m := make([][]float64, terms)
	for i := range m {
		m[i] = make([]float64, terms+1)
		m[i][i] = 1e-3 // for terms that are always 0
	}
	for _, p := range positions {
		if p.weightRow != row {
			continue
		}
		for i, x := range p.terms {
			for j, y := range p.terms {
				m[i][j] += float64(x) * float64(y)
			}
			m[i][terms] += float64(x) * float64(p.value)
		}
	}
	for i := range m { // no pivots needed: the matrix is positive definite
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

func goLiteral(w []float64) string {
	words := make([]string, len(w))
	for i := range w {
		words[i] = fmt.Sprint(math.Round(w[i] * (1 << weightBits)))
	}
	return "{" + strings.Join(words, ", ") + "},"
}
