package bot

import (
	"sync"
	"time"

	"golang.org/x/time/rate"

	"tarockbot/bot/chat"
	"tarockbot/bot/support/cache"
)

// refill is how long it takes until somebody who has used up all inputs that may come at once has all of
// them again.
const refill = 10 * time.Second

// spam limits how much one person, and one chat, may ask for. It tells a person over the limit once how
// long to wait; after that it answers only networks that need an answer.
type spam struct {
	mu            sync.Mutex
	people, chats buckets
}

func newSpam(l Limits) spam {
	return spam{people: newBuckets(l.InputsPerPerson), chats: newBuckets(l.InputsPerChat)}
}

// wait counts an input and returns how long it must wait; 0 if it is admitted. An input that the person's
// limit refuses isn't counted against the chat. Events are always admitted.
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
	if wait := who.reserve(now); wait > 0 || in.Chat == "" {
		return wait
	}
	return s.chats.of(string(in.Chat)).reserve(now)
}

// warnOnce reports whether the person hasn't been told yet that they are over the limit, and records that
// they are told now.
func (s *spam) warnOnce(who chat.UserID) bool {
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

// reserve counts one input and returns how long it would have to wait; 0 if it is admitted.
func (b *bucket) reserve(now time.Time) time.Duration {
	if b.AllowN(now, 1) {
		return 0
	}
	missing := 1 - b.TokensAt(now)
	return max(time.Duration(missing/float64(b.Limit())*float64(time.Second)), 1)
}

// maxBuckets is the number of buckets that are kept at least.
const maxBuckets = 10_000

// buckets holds a bucket for each name. It may forget a bucket that hasn't been used for long, because
// that is full.
type buckets struct {
	burst int // at once
	all   *cache.Map[string, *bucket]
}

func newBuckets(burst int) buckets {
	return buckets{burst, &cache.Map[string, *bucket]{Keep: maxBuckets}}
}

func (b *buckets) of(name string) *bucket {
	one, ok := b.all.Get(name)
	if !ok {
		one = &bucket{Limiter: rate.NewLimiter(rate.Every(refill/time.Duration(b.burst)), b.burst)}
		b.all.Put(name, one)
	}
	return one
}
