package main

import (
	"slices"
	"sync"
	"time"

	"tarockbot/bot/chat"
)

// traffic holds the requests in flight. A request stays in flight until the world ends it, with answer or respond.
type traffic struct {
	seed     uint64 // decides the outcomes
	clock    *clock
	history  *history
	faults   *faultSwitches
	checkNew func(*request) // is called for each new request

	// Only the world uses these.
	sent     map[chat.Place]int // number of requests to each place
	began    time.Time          // start of the evening
	answered []answeredRequest

	mu       sync.Mutex
	requests []*request // requests in flight, guarded by mu
}

// newTraffic returns a traffic without requests, which calls checkNew for each new request.
func newTraffic(seed uint64, c *clock, h *history, f *faultSwitches, checkNew func(*request)) *traffic {
	return &traffic{
		seed: seed, clock: c, history: h, faults: f, checkNew: checkNew, sent: make(map[chat.Place]int), began: time.Now(),
	}
}

// register numbers the new requests within their places, draws their outcomes and checks them.
func (t *traffic) register() {
	for _, r := range t.matching(func(r *request) bool { return r.number == 0 }) {
		t.sent[r.place]++
		r.number = t.sent[r.place]
		r.outcome, r.arrival = t.drawOutcome(r), t.clock.step+1+r.number%mostLate
		t.history.record("%v sends %v, and shows %x", r.process, r, hashOf(r.look))
		t.checkNew(r)
	}
}

// matching returns the requests in flight that match selects, in the order of compareRequests.
func (t *traffic) matching(match func(*request) bool) []*request {
	t.mu.Lock()
	defer t.mu.Unlock()
	found := slices.DeleteFunc(slices.Clone(t.requests), func(r *request) bool { return !match(r) })
	slices.SortFunc(found, compareRequests)
	return found
}

// add puts a request in flight.
func (t *traffic) add(r *request) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.requests = append(t.requests, r)
}

// respond ends the request's flight and sends the response to its process.
func (t *traffic) respond(r *request, resp response) {
	t.history.record("%s answers %v: %q, error %v, panics %v", r.net.name, r, resp.ref, resp.err, resp.panics)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.requests = slices.DeleteFunc(t.requests, func(other *request) bool { return other == r })
	r.done <- resp
}

// answeredRequest records a request that the network has answered, successfully or not. Only the comparison of twins reads it.
type answeredRequest struct {
	after  time.Duration // since traffic.began
	place  chat.Place
	target chat.Ref
	look   string
}

// answer lets the network answer the request, records that, and sends the response.
func (t *traffic) answer(r *request) {
	resp := r.net.receive(r)
	t.answered = append(t.answered, answeredRequest{after: time.Since(t.began), place: r.place, target: r.target, look: r.look})
	t.respond(r, resp)
}

// outcome is what the network does with a request. A new one needs a row of outcomes and its case in network.receive. Besides,
// settle holds late requests back, and endRequestsOf cuts all that don't arrive.
type outcome int

const (
	outcomeArrives outcome = iota
	outcomeLate            // other requests overtake it
	outcomeUnsent          // it doesn't arrive
	outcomeCut             // it arrives, but its reply doesn't
	outcomeLimited         // the network asks for a later retry
	outcomeRefused         // the network refuses it permanently
	outcomeFaulty          // the connection panics
)

// shareTotal is the sum of all shares of outcomes.
const shareTotal = 200

// outcomes has each outcome's name and its share of the requests. Those without a share make up the rest.
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

// String returns the outcome's name in the history.
func (o outcome) String() string { return outcomes[o].name }

// drawOutcome returns the request's outcome. While faults can happen to requests it depends only on the seed, the place and
// the number, so that the order of goroutines doesn't matter. Requests to a network in the bot's process arrive, or are late.
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
