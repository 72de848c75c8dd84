package duel

import (
	"math"
	"slices"

	"tarockbot/engine"
)

// Report is the result of a duel, as A's mean lead in a deal.
type Report struct {
	Score  Mean       `json:"score"`  // game points
	Points Mean       `json:"points"` // card points
	A      SideReport `json:"a"`
	B      SideReport `json:"b"`
}

// Mean is the average of one figure a deal.
type Mean struct {
	Value        float64 `json:"mean"`
	SD           float64 `json:"sd"`   // standard deviation
	HalfInterval float64 `json:"half"` // half the 95 % interval
	N            int     `json:"n"`    // deals
}

// SideReport counts one player's attempts, and times its decisions.
type SideReport struct {
	Contracts     map[engine.Word]Attempts `json:"contracts"`
	Announcements map[engine.Word]Attempts `json:"announcements"`
	Time          Times                    `json:"time"`
}

// Attempts counts attempts at a contract or announcement.
type Attempts struct {
	Won  int `json:"won"`
	Lost int `json:"lost"`
}

// Times are quantiles of decision times, in nanoseconds.
type Times struct {
	P50 int64 `json:"p50_ns"`
	P99 int64 `json:"p99_ns"`
	Max int64 `json:"max_ns"`
	N   int   `json:"n"`
}

type tally struct {
	contracts, announcements map[engine.Word]Attempts
	times                    []int64
}

func newTally() tally {
	return tally{contracts: make(map[engine.Word]Attempts), announcements: make(map[engine.Word]Attempts)}
}

func (t *tally) addDeal(table *engine.PublicView, s engine.Seat) {
	r := table.Result
	if r.Declarer == s {
		addAttempt(t.contracts, r.Contract, declarerWon(r))
	}
	for _, claim := range table.Claims {
		if claim.Seat != s || claim.Bonus == engine.TheGame {
			continue
		}
		won := slices.ContainsFunc(r.Items, func(i engine.Item) bool {
			return i.Item == claim.Bonus && i.By == s && i.Won
		})
		addAttempt(t.announcements, claim.Bonus, won)
	}
}

// declarerWon reads the first item, which is always the contract's. A defender's lost item is the declarer's gain.
func declarerWon(r *engine.Result) bool { return r.Items[0].Won == (r.Items[0].By == r.Declarer) }

func addAttempt(tries map[engine.Word]Attempts, what engine.Word, won bool) {
	r := tries[what]
	if won {
		r.Won++
	} else {
		r.Lost++
	}
	tries[what] = r
}

func summarize(deals []dealResult, workers []worker) Report {
	scores, points := make([]float64, len(deals)), make([]float64, len(deals))
	for i, f := range deals {
		scores[i], points[i] = f.score, f.points
	}
	return Report{Score: mean(scores), Points: mean(points), A: sideReport(workers, 0), B: sideReport(workers, 1)}
}

func mean(figures []float64) Mean {
	m := Mean{N: len(figures)}
	n := float64(m.N)
	for _, x := range figures {
		m.Value += x / n
	}
	if m.N < 2 {
		return m
	}
	var squares float64
	for _, x := range figures {
		squares += (x - m.Value) * (x - m.Value)
	}
	m.SD = math.Sqrt(squares / (n - 1))
	m.HalfInterval = 1.96 * m.SD / math.Sqrt(n)
	return m
}

func sideReport(workers []worker, player int) SideReport {
	all := newTally()
	for i := range workers {
		t := &workers[i].tallies[player]
		add(all.contracts, t.contracts)
		add(all.announcements, t.announcements)
		all.times = append(all.times, t.times...)
	}
	return SideReport{Contracts: all.contracts, Announcements: all.announcements, Time: timesOf(all.times)}
}

func add(all, tries map[engine.Word]Attempts) {
	for what, r := range tries {
		all[what] = Attempts{all[what].Won + r.Won, all[what].Lost + r.Lost}
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
