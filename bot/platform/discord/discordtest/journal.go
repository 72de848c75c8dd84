package discordtest

import (
	"fmt"
	"slices"
	"sync"

	"tarockbot/bot/platform/double"
)

// journal records the bot's requests and mistakes.
type journal struct {
	mu         sync.Mutex
	complaints []string
	requests   []string // without tokens
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

// record records a request.
func (j *journal) record(q request) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.requests = append(j.requests, q.name())
}

// Complaints returns the bot's mistakes: Discord wouldn't have accepted them.
func (j *journal) Complaints() []string {
	return double.Locked(&j.mu, func() []string { return slices.Clone(j.complaints) })
}

// Requests returns all requests as "METHOD /path" without tokens.
func (j *journal) Requests() []string {
	return double.Locked(&j.mu, func() []string { return slices.Clone(j.requests) })
}
