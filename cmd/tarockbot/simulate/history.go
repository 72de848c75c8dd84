package main

import (
	"fmt"
	"hash"
	"slices"
	"strings"
	"sync"
	"time"
)

// history records all events, to compare two evenings, and the bot's log.
type history struct {
	mu      sync.Mutex // guards all
	hash    hash.Hash
	pending []string // events that the hash lacks
	log     strings.Builder
}

// record adds an event to the history.
func (w *world) record(format string, args ...any) {
	line := fmt.Sprintf("%d %s ", w.steps, time.Now().Format("02 15:04:05.000")) + fmt.Sprintf(format, args...) + "\n"
	w.history.mu.Lock()
	defer w.history.mu.Unlock()
	w.history.pending = append(w.history.pending, line)
}

// fail reports a broken promise.
func (w *world) fail(promise, format string, args ...any) {
	w.t.Helper()
	w.t.Errorf("step %d: %s: %s", w.steps, promise, fmt.Sprintf(format, args...))
	w.record("%s is broken: %s", promise, fmt.Sprintf(format, args...))
}

// Write implements io.Writer for the bot's log.
func (h *history) Write(p []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if *trace {
		fmt.Print("log ", string(p))
	}
	return h.log.Write(p)
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
