package duel

import (
	"math"
	"slices"

	"tarockbot/engine"
)

// Report is what a duel has shown. Figures are by how much A was ahead of the others
// a deal; two runs of the same differ in the times only.
type Report struct {
	Score  Mean `json:"score"`  // in game points
	Points Mean `json:"points"` // in card points won in tricks
	A      Side `json:"a"`
	B      Side `json:"b"`
}

// Mean is the average of figures, one a deal.
type Mean struct {
	Mean float64 `json:"mean"`
	SD   float64 `json:"sd"`   // the standard deviation of the figures
	Half float64 `json:"half"` // half the width of the mean's 95 % interval, 1.96·sd/√n
	N    int     `json:"n"`    // deals
}

// Side is how a player played, at whatever seats.
type Side struct {
	Contracts     map[engine.Word]Record `json:"contracts"`     // as declarer
	Announcements map[engine.Word]Record `json:"announcements"` // its own
	Time          Times                  `json:"time"`
}

// Record is how often something was tried.
type Record struct {
	Won  int `json:"won"`
	Lost int `json:"lost"`
}

// Times are how long decisions took, in nanoseconds.
type Times struct {
	P50 int64 `json:"p50_ns"`
	P99 int64 `json:"p99_ns"`
	Max int64 `json:"max_ns"`
	N   int   `json:"n"` // decisions
}

// tally counts what a player does.
type tally struct {
	contracts, announcements map[engine.Word]Record
	times                    []int64
}

func newTally() tally {
	return tally{contracts: make(map[engine.Word]Record), announcements: make(map[engine.Word]Record)}
}

// count counts what the seat tried in a deal that is over.
func (t *tally) count(table *engine.PublicView, s engine.Seat) {
	r := table.Result
	if r.Declarer == s {
		count(t.contracts, r.Contract, r.Items[0].Won == (r.Items[0].By == s))
	}
	for _, claim := range table.Claims {
		if claim.Seat != s || claim.Bonus == engine.TheGame {
			continue
		}
		won := slices.ContainsFunc(r.Items, func(i engine.Item) bool {
			return i.Item == claim.Bonus && i.By == s && i.Won
		})
		count(t.announcements, claim.Bonus, won)
	}
}

// count counts one try.
func count(tries map[engine.Word]Record, what engine.Word, won bool) {
	r := tries[what]
	if won {
		r.Won++
	} else {
		r.Lost++
	}
	tries[what] = r
}

// report sums up what the workers have found.
func report(deals []figures, workers []worker) Report {
	scores, points := make([]float64, len(deals)), make([]float64, len(deals))
	for i, f := range deals {
		scores[i], points[i] = f.score, f.points
	}
	return Report{Score: mean(scores), Points: mean(points), A: sum(workers, 0), B: sum(workers, 1)}
}

// mean returns the mean of the figures. Fewer than two say nothing about their spread.
func mean(figures []float64) Mean {
	m := Mean{N: len(figures)}
	n := float64(m.N)
	for _, x := range figures {
		m.Mean += x / n
	}
	if m.N < 2 {
		return m
	}
	var squares float64
	for _, x := range figures {
		squares += (x - m.Mean) * (x - m.Mean)
	}
	m.SD = math.Sqrt(squares / (n - 1))
	m.Half = 1.96 * m.SD / math.Sqrt(n)
	return m
}

// sum returns what one of the two players did on all workers.
func sum(workers []worker, player int) Side {
	all := newTally()
	for i := range workers {
		t := &workers[i].tallies[player]
		add(all.contracts, t.contracts)
		add(all.announcements, t.announcements)
		all.times = append(all.times, t.times...)
	}
	return Side{Contracts: all.contracts, Announcements: all.announcements, Time: timesOf(all.times)}
}

// add adds tries to those in all.
func add(all, tries map[engine.Word]Record) {
	for what, r := range tries {
		all[what] = Record{all[what].Won + r.Won, all[what].Lost + r.Lost}
	}
}

func timesOf(times []int64) Times {
	if len(times) == 0 {
		return Times{}
	}
	slices.Sort(times)
	last := len(times) - 1
	return Times{P50: times[last/2], P99: times[last*99/100], Max: times[last], N: len(times)}
}
