package bot

import (
	"sync"
	"time"

	"tarockbot/bot/cache"
	"tarockbot/bot/chat"

	"golang.org/x/time/rate"
)

// refill is how long it takes until somebody who has used up all the inputs
// that may come at once has all of them again.
const refill = 10 * time.Second

// spam keeps one person, and one chat, from asking for more than people do. Who
// is over the limit is told how long to wait; again only where each act has to be
// answered, until they have been quiet.
type spam struct {
	mu     sync.Mutex
	people buckets
	chats  buckets
}

func newSpam(l Limits) spam {
	refilled := func(inputs int) buckets { return newBuckets(inputs, refill/time.Duration(inputs)) }
	return spam{people: refilled(l.InputsPerPerson), chats: refilled(l.InputsPerChat)}
}

// wait counts what a person does, and says how long it must wait to be looked at;
// 0 if it needn't. What a person may not isn't counted against the chat. What
// happens to the bot is always heard.
func (s *spam) wait(in chat.Input, now time.Time) time.Duration {
	if in.What != chat.Said && (in.What != chat.Reachable || in.User == "") {
		return 0
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	who := s.people.of(string(in.User))
	if who.TokensAt(now) >= float64(who.Burst()) {
		who.told = false
	}
	if wait := who.take(now); wait > 0 || in.Chat == "" {
		return wait
	}
	return s.chats.of(string(in.Chat)).take(now)
}

// tell says whether the person has yet to be told that they aren't listened to.
// That counts as told.
func (s *spam) tell(who chat.UserID) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	one := s.people.of(string(who))
	was := one.told
	one.told = true
	return !was
}

// bucket is what one person or chat has left.
type bucket struct {
	*rate.Limiter
	told bool // that they aren't listened to
}

// take counts one input, and says how long it would have to wait; 0 if it is
// admitted.
func (b *bucket) take(now time.Time) time.Duration {
	if b.AllowN(now, 1) {
		return 0
	}
	missing := 1 - b.TokensAt(now)
	return max(time.Duration(missing/float64(b.Limit())*float64(time.Second)), 1)
}

// maxBuckets is how many are remembered at least.
const maxBuckets = 10_000

// buckets are the fullness of each, by name. Those that haven't been used for
// long are forgotten: they are full.
type buckets struct {
	burst int           // at once
	every time.Duration // one more
	all   *cache.Map[string, *bucket]
}

func newBuckets(burst int, every time.Duration) buckets {
	return buckets{burst, every, &cache.Map[string, *bucket]{Keep: maxBuckets}}
}

func (b *buckets) of(name string) *bucket {
	one, ok := b.all.Get(name)
	if !ok {
		one = &bucket{Limiter: rate.NewLimiter(rate.Every(b.every), b.burst)}
		b.all.Put(name, one)
	}
	return one
}
