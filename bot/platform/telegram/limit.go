package telegram

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/support/retry"
)

// rate allows max events per period, and after burst of them one per minGap, unless that is 0.
type rate struct {
	max    int
	period time.Duration
	burst  int
	minGap time.Duration
}

// Telegram's limits of sends and edits. Its FAQ gives the numbers without a promise; one second is added for network
// delays. In private, five requests in five seconds are spread so that a press's words never wait longer than the gap.
// Hints are dispensable; their rate leaves most of a group's minute to the match.
var (
	groupRate   = rate{max: 20, period: 61 * time.Second, burst: 10, minGap: 5 * time.Second}
	privateRate = rate{max: 5, period: 5 * time.Second, burst: 2, minGap: 1150 * time.Millisecond}
	totalRate   = rate{max: 28, period: time.Second}
	hintRate    = rate{max: 6, period: 61 * time.Second}
)

const (
	hintPause  = 5 * time.Minute
	maxWindows = 4096 // chats and hints in memory, each
)

type window []time.Time

func (w *window) expire(r rate, now time.Time) {
	for len(*w) > 0 && (now.Sub((*w)[0]) >= r.period || now.Before((*w)[0])) {
		*w = (*w)[1:] // expired, or the clock was set back
	}
}

func (w *window) untilRoom(r rate, now time.Time) time.Duration {
	w.expire(r, now)
	if n := len(*w); n >= r.max {
		return r.period - now.Sub((*w)[n-r.max])
	}
	return 0
}

func (w *window) untilGap(r rate, now time.Time) time.Duration {
	w.expire(r, now)
	if n := len(*w); n > 0 && n >= r.burst {
		return max(0, r.minGap-now.Sub((*w)[n-1]))
	}
	return 0
}

// fullWindow returns the window of a process that has always used up the rate.
func fullWindow(r rate, now time.Time) (w window) {
	if r.minGap == 0 {
		return slices.Repeat(window{now}, r.max)
	}
	for ago := r.period - r.period%r.minGap; ago > 0; ago -= r.minGap {
		w = append(w, now.Add(-ago))
	}
	return w
}

type chatUse struct {
	sent, hints window // sent includes hints
	words       window // without pictures that followed their words
	paused      time.Time
}

// limiter counts requests per chat and in total. It begins with full windows, because the previous process's requests
// are unknown.
type limiter struct {
	now   func() time.Time
	began time.Time

	mu    sync.Mutex
	chats map[int64]*chatUse
	hints map[string]time.Time // last sending
	total window
}

func newLimiter(now func() time.Time) *limiter {
	began := now()
	return &limiter{
		now: now, began: began, total: fullWindow(totalRate, began),
		chats: make(map[int64]*chatUse), hints: make(map[string]time.Time),
	}
}

func (t target) rate() rate {
	if t.private() {
		return privateRate
	}
	return groupRate
}

// use requires l.mu.
func (l *limiter) use(to target, now time.Time) *chatUse {
	if u, ok := l.chats[to.chat]; ok {
		return u
	}
	if len(l.chats) >= maxWindows {
		maps.DeleteFunc(l.chats, func(_ int64, old *chatUse) bool {
			n := len(old.sent)
			return (n == 0 || now.Sub(old.sent[n-1]) >= groupRate.period) && !now.Before(old.paused)
		})
	}
	u := new(chatUse)
	if r := to.rate(); now.Sub(l.began) < r.period {
		u.sent = fullWindow(r, l.began)
		u.words = slices.Clone(u.sent)
	}
	l.chats[to.chat] = u
	return u
}

func (l *limiter) pause(to target, d time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	l.use(to, now).paused = now.Add(d)
}

// reserve counts a send or edit, or returns RetryAfter. A picture that follows its words doesn't delay the next ones.
func (l *limiter) reserve(to target, follows bool) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	if err := l.tooEarly(to, follows, now); err != nil {
		return err
	}
	u := l.use(to, now)
	u.sent, l.total = append(u.sent, now), append(l.total, now)
	if !follows {
		u.words = append(u.words, now)
	}
	return nil
}

func (l *limiter) check(to target) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.tooEarly(to, false, l.now())
}

// tooEarly requires l.mu.
func (l *limiter) tooEarly(to target, follows bool, now time.Time) error {
	if wait := l.wait(to, follows, now); wait > 0 {
		return chat.RetryAfter{Wait: wait, Unsent: true}
	}
	return nil
}

// wait requires l.mu.
func (l *limiter) wait(to target, follows bool, now time.Time) time.Duration {
	u, r := l.use(to, now), to.rate()
	gap := u.words.untilGap(r, now)
	if follows { // leaves room for the next words
		r.max, gap = r.max-1, 0
	}
	return max(u.paused.Sub(now), u.sent.untilRoom(r, now), gap, l.total.untilRoom(totalRate, now))
}

// reserveHint counts a hint, or returns the wait for room. wanted is false for a recent duplicate.
func (l *limiter) reserveHint(to target, what string) (wait time.Duration, wanted bool) {
	what = fmt.Sprint(to.chat, " ", what)
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	if len(l.hints) >= maxWindows {
		maps.DeleteFunc(l.hints, func(_ string, at time.Time) bool { return now.Sub(at) >= hintPause })
	}
	if at, given := l.hints[what]; given && now.Sub(at) < hintPause {
		return 0, false
	}
	u := l.use(to, now)
	if wait := max(u.hints.untilRoom(hintRate, now), l.wait(to, false, now)); wait > 0 {
		return wait, true
	}
	u.hints, l.hints[what] = append(u.hints, now), now
	return 0, true
}

func (l *limiter) awaitHint(ctx context.Context, to target, what string) bool {
	wait, wanted := l.reserveHint(to, what)
	for wait > 0 && wanted && retry.Sleep(ctx, wait) {
		wait, wanted = l.reserveHint(to, what)
	}
	return wanted && wait == 0
}
