package main

import (
	"crypto/sha256"
	"fmt"
	"hash"
	"slices"
	"sync"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/storage"
)

// history records all events, broken promises included, to compare two evenings. With --trace it prints them.
type history struct {
	clock   *clock
	prefix  string     // begins each printed line and each report; "" in the evening's own world
	mu      sync.Mutex // guards the fields below
	hash    hash.Hash
	pending []string
}

func newHistory(c *clock) *history { return &history{clock: c, hash: sha256.New()} }

func (h *history) record(format string, args ...any) {
	line := fmt.Sprintf("%d %s %s\n", h.clock.step, time.Now().Format("02 15:04:05.000"), fmt.Sprintf(format, args...))
	h.mu.Lock()
	defer h.mu.Unlock()
	if *trace {
		fmt.Print(h.prefix, line)
	}
	h.pending = append(h.pending, line)
}

func (h *history) eventHash() string {
	h.flush()
	h.mu.Lock()
	defer h.mu.Unlock()
	return fmt.Sprintf("%x", h.hash.Sum(nil))
}

// flush hashes the pending events. It sorts them, because goroutines record events of one moment in any order.
func (h *history) flush() {
	h.mu.Lock()
	defer h.mu.Unlock()
	slices.Sort(h.pending)
	for _, line := range h.pending {
		h.hash.Write([]byte(line))
	}
	h.pending = h.pending[:0]
}

func describeInput(in chat.Input) string {
	switch in.What {
	case chat.EventSaid:
		return fmt.Sprintf("%s in %q says %q", in.User, in.Chat, in.Line)
	case chat.EventChatMoved:
		return fmt.Sprintf("%q goes on as %q", in.Chat, in.MovedTo)
	}
	return fmt.Sprintf("event %v of %s in %q", in.What, in.User, in.Chat)
}

func describeDocs(docs []storage.Doc) (lines []string) {
	for _, d := range docs {
		lines = append(lines, fmt.Sprintf("%s %s, %d bytes", d.Key.Kind, d.Key.ID, len(d.Data)))
	}
	slices.Sort(lines)
	return lines
}
