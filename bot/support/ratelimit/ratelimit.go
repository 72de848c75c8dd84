// Package ratelimit limits how often each of many keys, such as people, may act.
package ratelimit

import (
	"sync"
	"time"

	"golang.org/x/time/rate"

	"tarockbot/bot/support/cache"
)

// keep is the number of keys that a Limiter remembers at least: the keys that acted last.
const keep = 10_000

// Limiter lets each key act several times at once, and then once per interval. It may forget a key that hasn't acted
// for long, because such a key may act as often as a new one. It is safe for concurrent use.
type Limiter[K comparable] struct {
	burst    int
	interval time.Duration

	mu      sync.Mutex
	buckets cache.Map[K, *rate.Limiter]
}

// New returns a limiter that lets each key act up to burst times at once. A key regains one of these times per interval.
func New[K comparable](burst int, interval time.Duration) *Limiter[K] {
	return &Limiter[K]{burst: burst, interval: interval, buckets: cache.Map[K, *rate.Limiter]{Keep: keep}}
}

// Take lets the key act now and returns 0, or it returns how long the key must wait before it may act.
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

// IsFresh reports whether the key may act as often as a new one.
func (l *Limiter[K]) IsFresh(key K, now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	b, ok := l.buckets.Get(key)
	return !ok || b.TokensAt(now) >= float64(l.burst)
}
