package main

import (
	"slices"
	"sync"
	"time"

	"tarockbot/bot/chat"
)

// traffic holds the requests to networks. They stay on their way until world.deliverRequests delivers them.
type traffic struct {
	seed      uint64 // decides their outcomes
	clock     *clock
	history   *history
	trouble   *trouble
	check     func(*request) // is called for each new request
	mu        sync.Mutex
	requests  []*request // on their way, guarded by mu
	began     time.Time
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

// takeOne removes one of the selected requests from those on their way and returns it. draw draws its index. takeOne
// returns nil if none is selected.
func (t *traffic) takeOne(match func(*request) bool, draw func(int) int) *request {
	t.mu.Lock()
	defer t.mu.Unlock()
	all := slices.DeleteFunc(slices.Clone(t.requests), func(r *request) bool { return !match(r) })
	if len(all) == 0 {
		return nil
	}
	one := all[draw(len(all))]
	t.requests = slices.DeleteFunc(t.requests, func(r *request) bool { return r == one })
	return one
}

// add puts a request on its way.
func (t *traffic) add(r *request) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.requests = append(t.requests, r)
}

// completion records a request that the network has answered, successfully or not. Only the twins read it.
type completion struct {
	after time.Duration
	chat.Place
	target chat.Ref
	look   string
}
