package main

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"tarockbot/bot/chat"
)

// traffic holds the requests to networks.
type traffic struct {
	mu       sync.Mutex
	requests []*request  // on their way, guarded by mu
	alone    atomic.Bool // only one thing is happening: an input or the arrival of a request
	began    time.Time
	arrived  []arrival
}

// take removes the selected requests from those on their way and returns them.
func (t *traffic) take(such func(*request) bool) []*request {
	t.mu.Lock()
	defer t.mu.Unlock()
	all := slices.DeleteFunc(slices.Clone(t.requests), func(r *request) bool { return !such(r) })
	t.requests = slices.DeleteFunc(t.requests, such)
	return all
}

// add puts requests on their way.
func (t *traffic) add(all ...*request) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.requests = append(t.requests, all...)
}

// arrival is a screen that has arrived at a place.
type arrival struct {
	after time.Duration
	chat.Place
	old  chat.Ref
	look string
}
