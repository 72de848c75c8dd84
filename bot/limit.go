package bot

import (
	"sync"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/support/cache"
	"tarockbot/bot/support/ratelimit"
)

const refill = 10 * time.Second

const maxWarned = 10_000

// inputLimit warns each user once, until all inputs are allowed again.
type inputLimit[K comparable] struct {
	limiter *ratelimit.Limiter[K]

	mu     sync.Mutex
	warned cache.Map[K, *cache.Map[chat.UserID, bool]]
}

func newInputLimit[K comparable](inputs int) *inputLimit[K] {
	return &inputLimit[K]{
		limiter: ratelimit.New[K](inputs, refill/time.Duration(inputs)),
		warned:  cache.Map[K, *cache.Map[chat.UserID, bool]]{Keep: maxWarned},
	}
}

// take counts an input and returns 0, or returns how long the input must wait.
func (l *inputLimit[K]) take(key K, now time.Time) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.limiter.IsFresh(key, now) {
		l.warned.Delete(key)
	}
	return l.limiter.Take(key, now)
}

func (l *inputLimit[K]) warnOnce(key K, user chat.UserID) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	users, ok := l.warned.Get(key)
	if !ok {
		users = new(cache.Map[chat.UserID, bool])
		l.warned.Put(key, users)
	}
	_, warned := users.Get(user)
	users.Put(user, true)
	return !warned
}
