package bot

import (
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// refill is how long it takes until somebody who has used up all the inputs
// that may come at once has all of them again.
const refill = 10 * time.Second

// spam keeps one person, and one chat, from asking for more than people do. Who
// is over the limit is told once, then ignored, until they have been quiet.
type spam struct {
	mu     sync.Mutex
	people buckets
	chats  buckets
}

func newSpam(l Limits) spam {
	refilled := func(inputs int) buckets { return newBuckets(inputs, refill/time.Duration(inputs)) }
	return spam{people: refilled(l.InputsPerPerson), chats: refilled(l.InputsPerChat)}
}

// admits counts what a person does, and says whether it may be looked at. What
// a person may not isn't counted against the chat. What happens to the bot is
// always heard.
func (s *spam) admits(in Input, now time.Time) bool {
	if in.What != Said && (in.What != Reachable || in.User == "") {
		return true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	who := s.people.of(string(in.User))
	if who.TokensAt(now) >= float64(who.Burst()) {
		who.told = false
	}
	return who.AllowN(now, 1) && (in.Chat == "" || s.chats.of(string(in.Chat)).AllowN(now, 1))
}

// tell says whether the person has yet to be told that they aren't listened to.
// That counts as told.
func (s *spam) tell(who UserID) bool {
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

// maxBuckets is how many are remembered at least.
const maxBuckets = 10_000

// buckets are the fullness of each, by name. Those that haven't been used for
// long are forgotten: they are full.
type buckets struct {
	burst int           // at once
	every time.Duration // one more
	all   lately[*bucket]
}

func newBuckets(burst int, every time.Duration) buckets {
	return buckets{burst, every, lately[*bucket]{most: maxBuckets}}
}

func (b *buckets) of(name string) *bucket {
	one, ok := b.all.get(name)
	if !ok {
		one = &bucket{Limiter: rate.NewLimiter(rate.Every(b.every), b.burst)}
	}
	b.all.put(name, one)
	return one
}
