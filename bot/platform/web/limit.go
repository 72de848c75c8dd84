package web

import (
	"maps"
	"sync"
	"time"
)

// limitTime is how long an origin's uses count.
const limitTime = 24 * time.Hour

// maxOrigins is the number of origins remembered. While there are that many, new origins are refused.
const maxOrigins = 20_000

// dailyLimit limits the uses by each origin within limitTime.
type dailyLimit struct {
	limit int
	now   func() time.Time

	mu   sync.Mutex
	used map[string]*usage
}

func newDailyLimit(limit int, now func() time.Time) *dailyLimit {
	return &dailyLimit{limit: limit, now: now, used: make(map[string]*usage)}
}

// usage counts an origin's uses since the first.
type usage struct {
	since time.Time
	n     int
}

// isOver reports whether the uses no longer count.
func (u *usage) isOver(now time.Time) bool { return now.Sub(u.since) >= limitTime }

// reserve counts one more use by the origin and reports whether it is within the limit. An empty origin is
// not limited.
func (a *dailyLimit) reserve(origin string) (ok bool) {
	if origin == "" {
		return true
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	now := a.now()
	if len(a.used) >= maxOrigins {
		maps.DeleteFunc(a.used, func(_ string, t *usage) bool { return t.isOver(now) })
	}
	t := a.used[origin]
	if t == nil || t.isOver(now) {
		if len(a.used) >= maxOrigins {
			return false
		}
		t = &usage{since: now}
		a.used[origin] = t
	}
	if t.n < a.limit {
		t.n++
		return true
	}
	return false
}

// release takes back one reserve, after the name could not be claimed.
func (a *dailyLimit) release(origin string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if t := a.used[origin]; t != nil && t.n > 0 {
		t.n--
	}
}

// slots is a semaphore for requests, which are refused while none is free.
type slots chan struct{}

// acquire takes a slot and reports whether one was free.
func (s slots) acquire() bool {
	select {
	case s <- struct{}{}:
		return true
	default:
		return false
	}
}

func (s slots) release() { <-s }
