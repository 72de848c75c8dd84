package discordtest

import (
	"net/http"
	"time"

	"tarockbot/bot/platform/double"
)

// Fault makes requests fail. Match applies to the form of Requests. Text and Raw have no effect.
type Fault = double.Fault

// waitEnds holds the ends of demanded waits, by scope. Guarded by Server.
type waitEnds map[string]time.Time

// ClearWaits ends demanded waits, unknown to a restarted bot.
func (s *Server) ClearWaits() { s.Do(func() { clear(s.waits) }) }

// scope of all requests with the bot's token
const everything = "*"

func (ends waitEnds) earlyBy(q request) time.Duration {
	wait := time.Until(ends[q.limit()])
	if q.auth {
		wait = max(wait, time.Until(ends[everything]))
	}
	return wait
}

func (ends waitEnds) demand(f *Fault, q request) {
	scope := q.limit()
	if f.Global {
		scope = everything
	}
	if f.Status == http.StatusTooManyRequests || f.Last {
		ends[scope] = time.Now().Add(f.Wait)
	}
}

func refusalOf(f *Fault) *response {
	if f.Status == http.StatusTooManyRequests {
		return &response{status: f.Status, body: map[string]any{
			"message": "You are being rate limited.", "retry_after": f.Wait.Seconds(), "global": f.Global,
		}}
	}
	return refusal(f.Status, f.Code, "fault")
}
