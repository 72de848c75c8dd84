package web

import (
	"maps"
	"sync"
	"time"
)

const limitTime = 24 * time.Hour

// maxOrigins bounds the memory. Beyond it, new origins are refused.
const maxOrigins = 20_000

// dailyLimit counts uses within limitTime by origin.
type dailyLimit struct {
	limit int
	now   func() time.Time

	mu   sync.Mutex
	used map[string]*usage
}

func newDailyLimit(limit int, now func() time.Time) *dailyLimit {
	return &dailyLimit{limit: limit, now: now, used: make(map[string]*usage)}
}

type usage struct {
	since time.Time
	n     int
}

func (u *usage) isOver(now time.Time) bool { return now.Sub(u.since) >= limitTime }

// reserve counts a use. It returns false over the limit. An empty origin has no limit.
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

func (a *dailyLimit) release(origin string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if t := a.used[origin]; t != nil && t.n > 0 {
		t.n--
	}
}

// slots limits concurrent requests.
type slots chan struct{}

func (s slots) acquire() bool {
	select {
	case s <- struct{}{}:
		return true
	default:
		return false
	}
}

func (s slots) release() { <-s }
