package main

import (
	"slices"
	"sync"
	"time"

	"tarockbot/bot/chat"
)

// traffic holds the requests to networks. They stay on their way until the world delivers or cuts them.
type traffic struct {
	seed      uint64 // decides their outcomes
	clock     *clock
	history   *history
	trouble   *trouble
	check     func(*request) // is called for each new request
	mu        sync.Mutex
	requests  []*request // on their way, guarded by mu
	began     time.Time  // the start of the evening
	completed []completion
}

// register numbers the new requests within their places, draws their outcomes and checks them.
func (t *traffic) register() {
	t.mu.Lock()
	defer t.mu.Unlock()
	slices.SortFunc(t.requests, compareRequests)
	for _, r := range t.requests {
		if r.number == 0 {
			r.net.sent[r.place]++
			r.number, r.sentAt = r.net.sent[r.place], t.clock.step
			r.outcome = r.drawOutcome()
			t.check(r)
		}
	}
}

// matching returns the requests on their way that match selects.
func (t *traffic) matching(match func(*request) bool) []*request {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(t.requests), func(r *request) bool { return !match(r) })
}

// add puts a request on its way.
func (t *traffic) add(r *request) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.requests = append(t.requests, r)
}

// respond takes the request off its way and sends the response to its process.
func (t *traffic) respond(r *request, answer response) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.requests = slices.DeleteFunc(t.requests, func(other *request) bool { return other == r })
	r.done <- answer
}

// completion records a request that the network has answered, successfully or not. Only the twins read it.
type completion struct {
	after  time.Duration // since traffic.began
	place  chat.Place
	target chat.Ref
	look   string
}
