package main

import (
	"slices"
	"sync"
	"time"

	"tarockbot/bot/chat"
)

type traffic struct {
	seed         uint64
	clock        *clock
	history      *history
	faults       *faultSwitches
	checkRequest func(*request)

	// Only the world uses these.
	sentCount map[chat.Place]int
	began     time.Time
	answered  []answeredRequest

	mu       sync.Mutex
	requests []*request // guarded by mu
}

func newTraffic(seed uint64, c *clock, h *history, f *faultSwitches, checkRequest func(*request)) *traffic {
	return &traffic{
		seed: seed, clock: c, history: h, faults: f, checkRequest: checkRequest, sentCount: make(map[chat.Place]int), began: time.Now(),
	}
}

func (t *traffic) register() {
	for _, r := range t.requestsWhere(func(r *request) bool { return r.number == 0 }) {
		t.sentCount[r.place]++
		r.number = t.sentCount[r.place]
		r.outcome, r.arrival = t.drawOutcome(r), t.clock.step+1+r.number%maxLate
		t.history.record("%v sends %v, and shows %x", r.process, r, hashOf(r.content))
		t.checkRequest(r)
	}
}

func (t *traffic) requestsWhere(match func(*request) bool) []*request {
	t.mu.Lock()
	defer t.mu.Unlock()
	found := slices.DeleteFunc(slices.Clone(t.requests), func(r *request) bool { return !match(r) })
	slices.SortFunc(found, compareRequests)
	return found
}

func (t *traffic) add(r *request) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.requests = append(t.requests, r)
}

func (t *traffic) respond(r *request, resp response) {
	t.history.record("%s answers %v: %q, error %v, panics %v", r.net.name, r, resp.ref, resp.err, resp.panics)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.requests = slices.DeleteFunc(t.requests, func(other *request) bool { return other == r })
	r.done <- resp
}

// answeredRequest is a request that the network has answered, perhaps with an error. Only twins read it.
type answeredRequest struct {
	after   time.Duration
	place   chat.Place
	target  chat.Ref
	content string
}

func (t *traffic) answer(r *request) {
	resp := r.net.receive(r)
	t.answered = append(t.answered, answeredRequest{after: time.Since(t.began), place: r.place, target: r.target, content: r.content})
	t.respond(r, resp)
}

// outcome is the network's treatment of a request. A new outcome needs a row of outcomes and a case in
// network.receive. turns.settle holds late requests back, and endRequestsOf cuts all that don't arrive.
type outcome int

const (
	outcomeArrives outcome = iota
	outcomeLate            // other requests overtake it
	outcomeUnsent
	outcomeCut     // arrives, but the reply is lost
	outcomeLimited // the network asks for a later retry
	outcomeRefused
	outcomeFaulty
)

const shareTotal = 200

var outcomes = [...]struct {
	name  string
	share uint64
}{
	outcomeArrives: {name: "arrives"},
	outcomeLate:    {"late", 8},
	outcomeUnsent:  {"unsent", 4},
	outcomeCut:     {"cut", 4},
	outcomeLimited: {"limited", 4},
	outcomeRefused: {"refused", 1},
	outcomeFaulty:  {"faulty", 1},
}

func (o outcome) String() string { return outcomes[o].name }

// drawOutcome draws by hashing only the seed, the place and the number, because goroutines make requests in any order.
func (t *traffic) drawOutcome(r *request) outcome {
	if !t.faults.enabled || t.faults.spareRequests {
		return outcomeArrives
	}
	x := mix(t.seed, hashOf(string(r.place.Chat)+string(r.place.User)), uint64(r.number)) % shareTotal
	drawn := outcomeArrives
	for o, row := range outcomes {
		if x < row.share {
			drawn = outcome(o)
			break
		}
		x -= row.share
	}
	if r.net.isInProcess && drawn != outcomeLate {
		return outcomeArrives
	}
	return drawn
}
