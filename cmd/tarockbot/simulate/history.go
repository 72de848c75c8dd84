package main

import (
	"crypto/sha256"
	"fmt"
	"hash"
	"slices"
	"sync"
	"time"
)

// history records all events, broken promises included, to compare two evenings. With --trace it prints them.
type history struct {
	clock   *clock
	world   string     // begins each line that is printed: "" for the evening's world
	mu      sync.Mutex // guards the fields below
	hash    hash.Hash
	pending []string // events that the hash lacks
}

// newHistory returns a history without events.
func newHistory(c *clock) history { return history{clock: c, hash: sha256.New()} }

// record adds an event to the history, with the present step and time.
func (h *history) record(format string, args ...any) {
	line := fmt.Sprintf("%d %s %s\n", h.clock.step, time.Now().Format("02 15:04:05.000"), fmt.Sprintf(format, args...))
	h.mu.Lock()
	defer h.mu.Unlock()
	if *trace {
		fmt.Print(h.world, line)
	}
	h.pending = append(h.pending, line)
}

// sum flushes the history and returns its hash in hex.
func (h *history) sum() string {
	h.flush()
	h.mu.Lock()
	defer h.mu.Unlock()
	return fmt.Sprintf("%x", h.hash.Sum(nil))
}

// flush adds the pending events to the hash. It sorts them, because goroutines record events of one moment in any order.
func (h *history) flush() {
	h.mu.Lock()
	defer h.mu.Unlock()
	slices.Sort(h.pending)
	for _, line := range h.pending {
		h.hash.Write([]byte(line))
	}
	h.pending = h.pending[:0]
}
