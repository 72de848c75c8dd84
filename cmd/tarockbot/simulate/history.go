package main

import (
	"fmt"
	"hash"
	"slices"
	"sync"
	"time"
)

// history records all events, broken promises included, to compare two evenings.
type history struct {
	clock   *clock
	mu      sync.Mutex // guards the fields below
	hash    hash.Hash
	pending []string // events that the hash lacks
}

// record adds an event to the history, with the present step and time.
func (h *history) record(format string, args ...any) {
	line := fmt.Sprintf("%d %s %s\n", h.clock.step, time.Now().Format("02 15:04:05.000"), fmt.Sprintf(format, args...))
	h.mu.Lock()
	defer h.mu.Unlock()
	h.pending = append(h.pending, line)
}

// sum flushes the history and returns its hash in hex.
func (h *history) sum() string {
	h.flush()
	return fmt.Sprintf("%x", h.hash.Sum(nil))
}

// flush adds the pending events to the hash. It sorts them, because events of one moment come in any
// order.
func (h *history) flush() {
	h.mu.Lock()
	defer h.mu.Unlock()
	slices.Sort(h.pending)
	for _, line := range h.pending {
		h.hash.Write([]byte(line))
		if *trace {
			fmt.Print(line)
		}
	}
	h.pending = h.pending[:0]
}
