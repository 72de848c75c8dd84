// Package ratelimit limits how often each of many keys, such as people, may act.
package ratelimit

import (
	"sync"
	"time"

	"golang.org/x/time/rate"

	"tarockbot/bot/support/cache"
)

// Keys is the number of keys that a Limiter remembers at least: those that acted last.
const Keys = 10_000

// Limiter lets each key act some times at once, and then once in a while. It may forget a key that hasn't acted for
// long, because that may act as often as a new one. It is safe for concurrent use.
type Limiter[K comparable] struct {
	burst int
	every time.Duration

	mu  sync.Mutex
	all cache.Map[K, *bucket]
}

// bucket is what one key has left.
type bucket struct {
	*rate.Limiter
	warned cache.Map[string, bool] // who was warned
}

// New returns a limiter that lets each key act burst times at once, and then once in every.
func New[K comparable](burst int, every time.Duration) *Limiter[K] {
	return &Limiter[K]{burst: burst, every: every, all: cache.Map[K, *bucket]{Keep: Keys}}
}

// Take lets the key act now and returns 0, or it returns how long the key must wait before it may act.
func (l *Limiter[K]) Take(key K, now time.Time) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	b := l.bucketLocked(key)
	if b.TokensAt(now) >= float64(b.Burst()) {
		b.warned.DeleteFunc(func(string, bool) bool { return true })
	}
	if b.AllowN(now, 1) {
		return 0
	}
	missing := 1 - b.TokensAt(now)
	return max(time.Duration(missing/float64(b.Limit())*float64(time.Second)), 1)
}

// WarnOnce reports whether the person wasn't warned about the key since the key could last act as often as a new one, and
// records that they are warned now.
func (l *Limiter[K]) WarnOnce(key K, person string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	b := l.bucketLocked(key)
	was, _ := b.warned.Get(person)
	b.warned.Put(person, true)
	return !was
}

func (l *Limiter[K]) bucketLocked(key K) *bucket {
	b, ok := l.all.Get(key)
	if !ok {
		b = &bucket{Limiter: rate.NewLimiter(rate.Every(l.every), l.burst)}
		l.all.Put(key, b)
	}
	return b
}
