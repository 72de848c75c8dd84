package discordtest

import (
	"net/http"
	"time"

	"tarockbot/bot/platform/double"
)

// Fault makes requests fail. Match is compared with requests as Requests returns them. Text and Raw have no effect.
type Fault = double.Fault

// waitEnds holds the ends of demanded waits, by the rate limit's scope. The server's lock guards it.
type waitEnds map[string]time.Time

// ClearWaits ends the demanded waits, which a restarted bot doesn't know.
func (s *Server) ClearWaits() { s.Do(func() { clear(s.waits) }) }

// scope of all requests with the bot's token
const allRequests = "*"

func (ends waitEnds) earlyBy(q request) time.Duration {
	wait := time.Until(ends[q.limit()])
	if q.auth {
		wait = max(wait, time.Until(ends[allRequests]))
	}
	return wait
}

func (ends waitEnds) demand(f *Fault, q request) {
	scope := q.limit()
	if f.Global {
		scope = allRequests
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
