package discordtest

import (
	"fmt"
	"slices"
	"sync"
)

// journal records the bot's requests and mistakes.
type journal struct {
	mu         sync.Mutex
	complaints []string
	requests   []string // without tokens
	public     []string // the bodies of requests to public channels
}

// complain records a mistake of the bot.
func (j *journal) complain(format string, args ...any) {
	j.mu.Lock()
	defer j.mu.Unlock()
	const enough = 100
	if len(j.complaints) < enough {
		j.complaints = append(j.complaints, fmt.Sprintf(format, args...))
	}
}

// record records a request, and its body if it is public.
func (j *journal) record(q request, public bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.requests = append(j.requests, q.name())
	if public {
		j.public = append(j.public, string(q.body))
	}
}

// Complaints returns the bot's mistakes: Discord wouldn't have accepted them.
func (j *journal) Complaints() []string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return slices.Clone(j.complaints)
}

// Requests returns all requests as "METHOD /path" without tokens.
func (j *journal) Requests() []string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return slices.Clone(j.requests)
}

// Public returns the bodies of all requests to public channels.
func (j *journal) Public() []string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return slices.Clone(j.public)
}
