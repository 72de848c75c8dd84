package bot

import (
	"sync"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/support/cache"
	"tarockbot/bot/support/ratelimit"
)

// refill is how long it takes until somebody who has used up all inputs that may come at once has all of
// them again.
const refill = 10 * time.Second

// maxWarned is the number of limited users or chats whose warnings are remembered at least.
const maxWarned = 10_000

// inputLimit limits the inputs of each user or of each chat. It remembers which users were warned, because a user who
// goes on is warned only once.
type inputLimit[K comparable] struct {
	limiter *ratelimit.Limiter[K]

	mu     sync.Mutex
	warned cache.Map[K, *cache.Map[chat.UserID, bool]]
}

// newInputLimit returns a limit of inputs that come at once. All of them are allowed again after refill.
func newInputLimit[K comparable](inputs int) *inputLimit[K] {
	return &inputLimit[K]{
		limiter: ratelimit.New[K](inputs, refill/time.Duration(inputs)),
		warned:  cache.Map[K, *cache.Map[chat.UserID, bool]]{Keep: maxWarned},
	}
}

// take counts an input and returns 0, or it returns how long the input must wait. Once all inputs are allowed again,
// it forgets who was warned.
func (l *inputLimit[K]) take(key K, now time.Time) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.limiter.IsFresh(key, now) {
		l.warned.Delete(key)
	}
	return l.limiter.Take(key, now)
}

// warnOnce reports whether the user wasn't warned about the key yet, and records the warning.
func (l *inputLimit[K]) warnOnce(key K, user chat.UserID) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	users, ok := l.warned.Get(key)
	if !ok {
		users = new(cache.Map[chat.UserID, bool])
		l.warned.Put(key, users)
	}
	_, was := users.Get(user)
	users.Put(user, true)
	return !was
}
