package discordtest

import (
	"fmt"
	"slices"
	"sync"
)

// journal is what the bot has asked for, and what it did wrong.
type journal struct {
	mu         sync.Mutex
	complaints []string
	requests   []string // without tokens
	traffic    []string // bodies that everybody in a channel can see
}

// complain notes what the bot did wrong.
func (j *journal) complain(format string, args ...any) {
	j.mu.Lock()
	defer j.mu.Unlock()
	const enough = 100
	if len(j.complaints) < enough {
		j.complaints = append(j.complaints, fmt.Sprintf(format, args...))
	}
}

// record notes what was asked, and in public as it was sent.
func (j *journal) record(q ask, public bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.requests = append(j.requests, q.name())
	if public {
		j.traffic = append(j.traffic, string(q.body))
	}
}

// Complaints are what the bot did that Discord wouldn't have let pass.
func (j *journal) Complaints() []string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return slices.Clone(j.complaints)
}

// Requests are all requests so far, as "METHOD /path" without tokens.
func (j *journal) Requests() []string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return slices.Clone(j.requests)
}

// Public is all that was ever sent to public channels, as it was sent.
func (j *journal) Public() []string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return slices.Clone(j.traffic)
}
