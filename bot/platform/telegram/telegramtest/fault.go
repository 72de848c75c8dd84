package telegramtest

import (
	"cmp"
	"math/rand/v2"
	"net/http"
	"slices"
	"time"

	"tarockbot/bot/platform/double"
)

// Fault is a planned failure of calls. Match is a regular expression over the method's name; "" matches every method
// except getUpdates. Code, Global and Last don't matter.
type Fault = double.Fault

// Match patterns of faults.
const (
	noPoll    = `^([^g]|get[^U])` // every method except getUpdates
	noGetMe   = `^([^g]|get[^M])` // every method except getMe
	rareDelay = 20 * time.Millisecond
)

// Fail plans a fault. Calls meet planned faults in the order of Fail.
func (s *Server) Fail(f Fault) {
	f.Match = cmp.Or(f.Match, noPoll)
	s.Service.Fail(f)
}

// refusal returns the answer in place of the real one.
func refusal(f *Fault) *reply {
	if f.Status == http.StatusTooManyRequests && f.Text == "" {
		return tooMany(int(f.Wait / time.Second))
	}
	return refuse(f.Status, cmp.Or(f.Text, http.StatusText(f.Status)))
}

// Odds are the probabilities of random faults, in thousandths per call or batch.
type Odds struct {
	Delay     int // a call is delayed
	Cut       int // the connection is cut after a call
	Broken    int // a call is refused with 502
	Slow      int // a call is refused with 429
	Duplicate int // an update is twice in a batch
	Reorder   int // two neighbouring updates of a batch change places
}

// FailAtRandom adds random faults until Heal. getMe never fails.
func (s *Server) FailAtRandom(seed uint64, odds Odds) {
	for _, f := range []Fault{
		{Chance: odds.Cut, Cut: true, Done: true},
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

// disorder distorts batches of updates.
type disorder struct {
	odds   Odds
	random *rand.Rand
}

// draw reports whether something with that probability, in thousandths, happens.
func (d *disorder) draw(odds int) bool { return d.random.IntN(1000) < odds }

// distort returns the queue with random duplicates and swaps.
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
