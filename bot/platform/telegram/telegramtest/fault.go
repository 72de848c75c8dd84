package telegramtest

import (
	"cmp"
	"math/rand/v2"
	"net/http"
	"slices"
	"time"

	"tarockbot/bot/platform/double"
)

// Fault plans failures. Match "" means every method except getUpdates. Code, Global and Last have no effect.
type Fault = double.Fault

const (
	noPoll    = `^([^g]|get[^U])` // except getUpdates
	noGetMe   = `^([^g]|get[^M])` // except getMe
	rareDelay = 20 * time.Millisecond
)

// Fail plans a fault.
func (s *Server) Fail(f Fault) {
	f.Match = cmp.Or(f.Match, noPoll)
	s.Service.Fail(f)
}

func refusal(f *Fault) *reply {
	if f.Status == http.StatusTooManyRequests && f.Text == "" {
		return tooMany(int(f.Wait / time.Second))
	}
	return refuse(f.Status, cmp.Or(f.Text, http.StatusText(f.Status)))
}

// Odds are probabilities, in thousandths per call or batch.
type Odds struct {
	Delay     int
	Cut       int // after the call
	Broken    int // with 502
	Slow      int // with 429
	Duplicate int
	Reorder   int // of neighbouring updates
}

// FailAtRandom adds random faults until Heal. getMe never fails.
func (s *Server) FailAtRandom(seed uint64, odds Odds) {
	for _, f := range []Fault{
		{Chance: odds.Cut, Cut: true, CarriedOut: true},
		{Chance: odds.Broken, Status: http.StatusBadGateway},
		{Chance: odds.Slow, Status: http.StatusTooManyRequests, Wait: time.Second},
		{Chance: odds.Delay, Delay: rareDelay},
	} {
		if seed++; f.Chance > 0 {
			f.Match, f.Times, f.Seed = noGetMe, -1, seed
			s.Fail(f)
		}
	}
	s.Do(func() { s.Updates.disorder = &disorder{odds, rand.New(rand.NewPCG(seed, seed))} })
}

// Heal cancels all planned and random faults.
func (s *Server) Heal() {
	s.Service.Heal()
	s.Do(func() { s.Updates.disorder = nil })
}

type disorder struct {
	odds   Odds
	random *rand.Rand
}

func (d *disorder) draw(odds int) bool { return d.random.IntN(1000) < odds }

func (d *disorder) distort(queue []update) []update {
	if d == nil || len(queue) == 0 {
		return queue
	}
	out := slices.Clone(queue)
	if d.draw(d.odds.Duplicate) {
		out = append(out, out[d.random.IntN(len(out))])
	}
	if i := d.random.IntN(len(out)); d.draw(d.odds.Reorder) && i > 0 {
		out[i-1], out[i] = out[i], out[i-1]
	}
	return out
}
