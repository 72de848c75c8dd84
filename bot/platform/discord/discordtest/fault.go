package discordtest

import (
	"net/http"
	"time"

	"tarockbot/bot/platform/double"
)

// Fault is a planned failure of requests. Match is a regular expression over "METHOD /path"; see Requests. Text and Raw
// don't matter.
type Fault = double.Fault

// waitEnds holds the ends of the waits that faults demanded, by scope. The server's lock guards it.
type waitEnds map[string]time.Time

// Excuse ends the demanded waits, for a bot that was restarted and can't know of them.
func (s *Server) Excuse() { s.Do(func() { clear(s.waits) }) }

// everything is the scope of all requests with the bot's token.
const everything = "*"

// earlyBy returns the remaining wait of the request; 0 or less if it isn't early. The lock must be held.
func (ends waitEnds) earlyBy(q request) time.Duration {
	wait := time.Until(ends[q.limit()])
	if q.auth {
		wait = max(wait, time.Until(ends[everything]))
	}
	return wait
}

// demand adds the wait that the fault of the request demands. The lock must be held.
func (ends waitEnds) demand(f *Fault, q request) {
	scope := q.limit()
	if f.Global {
		scope = everything
	}
	if f.Status == http.StatusTooManyRequests || f.Last {
		ends[scope] = time.Now().Add(f.Wait)
	}
}

// refusalOf returns the fault's response in place of the real one.
func refusalOf(f *Fault) *response {
	if f.Status == http.StatusTooManyRequests {
		return &response{status: f.Status, body: map[string]any{
			"message": "You are being rate limited.", "retry_after": f.Wait.Seconds(), "global": f.Global,
		}}
	}
	return refusal(f.Status, f.Code, "fault")
}
