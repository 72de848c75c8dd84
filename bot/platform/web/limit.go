package web

import (
	"maps"
	"sync"
	"time"
)

// limitTime is how long what an address has taken counts.
const limitTime = 24 * time.Hour

// maxOrigins is how many addresses are remembered. When there are more within a day
// than that, those that come then take nothing.
const maxOrigins = 20_000

// allowance is how many names, or whatever there isn't without end, each address may take
// in a day.
type dailyLimit struct {
	limit int
	now   func() time.Time

	mu   sync.Mutex
	used map[string]*usage
}

func newDailyLimit(limit int, now func() time.Time) *dailyLimit {
	return &dailyLimit{limit: limit, now: now, used: make(map[string]*usage)}
}

// usage is what one address has taken since.
type usage struct {
	since time.Time
	n     int
}

// reserve counts one more taken from there, and says whether that may be. release
// undoes it. From nowhere as many may be taken as one likes.
func (a *dailyLimit) reserve(origin string) (ok bool) {
	if origin == "" {
		return true
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	now := a.now()
	old := func(_ string, t *usage) bool { return now.Sub(t.since) >= limitTime }
	if len(a.used) >= maxOrigins {
		maps.DeleteFunc(a.used, old)
	}
	t := a.used[origin]
	if t == nil || old(origin, t) {
		if t = (&usage{since: now}); len(a.used) >= maxOrigins {
			return false
		}
		a.used[origin] = t
	}
	if t.n < a.limit {
		t.n++
		return true
	}
	return false
}

// release undoes a take, of a name that wasn't to be had.
func (a *dailyLimit) release(origin string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if t := a.used[origin]; t != nil && t.n > 0 {
		t.n--
	}
}
