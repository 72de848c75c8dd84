// Package ratelimit limits how often each key, such as a person, may act.
package ratelimit

import (
	"sync"
	"time"

	"golang.org/x/time/rate"

	"tarockbot/bot/support/cache"
)

const keptKeys = 10_000

// Limiter has a token bucket for each key. It is safe for concurrent use.
type Limiter[K comparable] struct {
	burst    int
	interval time.Duration

	mu      sync.Mutex
	buckets cache.Map[K, *rate.Limiter]
}

// New returns a limiter. Each key may act burst times at once, and regains one time per interval.
func New[K comparable](burst int, interval time.Duration) *Limiter[K] {
	return &Limiter[K]{burst: burst, interval: interval, buckets: cache.Map[K, *rate.Limiter]{Keep: keptKeys}}
}

// Take lets the key act and returns 0, or returns how long the key must wait.
func (l *Limiter[K]) Take(key K, now time.Time) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	b, ok := l.buckets.Get(key)
	if !ok {
		b = rate.NewLimiter(rate.Every(l.interval), l.burst)
		l.buckets.Put(key, b)
	}
	if b.AllowN(now, 1) {
		return 0
	}
	missing := 1 - b.TokensAt(now)
	return max(time.Duration(missing/float64(b.Limit())*float64(time.Second)), 1)
}

// IsFresh reports whether the key may act burst times.
func (l *Limiter[K]) IsFresh(key K, now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	b, ok := l.buckets.Get(key)
	return !ok || b.TokensAt(now) >= float64(l.burst)
}
