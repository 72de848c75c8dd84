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

// rate allows max events per period. After burst of them it allows one event per minGap, unless minGap is 0.
type rate struct {
	max    int
	period time.Duration
	burst  int
	minGap time.Duration
}

// Telegram's limits of sends and edits. Its FAQ gives the numbers without a promise; one second is added for network
// delays. privateRate spreads its requests, so that the text after a press never waits longer than minGap.
// Hints are dispensable, so hintRate leaves most of a group's minute to the match.
var (
	groupRate   = rate{max: 20, period: 61 * time.Second, burst: 10, minGap: 5 * time.Second}
	privateRate = rate{max: 5, period: 5 * time.Second, burst: 2, minGap: 1150 * time.Millisecond}
	totalRate   = rate{max: 28, period: time.Second}
	hintRate    = rate{max: 6, period: 61 * time.Second}
)

const (
	hintPause  = 5 * time.Minute
	maxWindows = 4096 // the most chats, and the most hints, in memory
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
	words       window // sent, without pictures added to shown texts
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

// usage requires l.mu.
func (l *limiter) usage(to target, now time.Time) *chatUse {
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
	l.usage(to, now).paused = now.Add(d)
}

// reserve counts a send or edit, or returns RetryAfter. A picture added to a shown text doesn't delay the next text.
func (l *limiter) reserve(to target, addsPicture bool) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	if err := l.tooEarly(to, addsPicture, now); err != nil {
		return err
	}
	u := l.usage(to, now)
	u.sent, l.total = append(u.sent, now), append(l.total, now)
	if !addsPicture {
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
func (l *limiter) tooEarly(to target, addsPicture bool, now time.Time) error {
	if wait := l.wait(to, addsPicture, now); wait > 0 {
		return chat.RetryAfter{Wait: wait, Unsent: true}
	}
	return nil
}

// wait requires l.mu.
func (l *limiter) wait(to target, addsPicture bool, now time.Time) time.Duration {
	u, r := l.usage(to, now), to.rate()
	gap := u.words.untilGap(r, now)
	if addsPicture { // leaves room for the next text
		r.max, gap = r.max-1, 0
	}
	return max(u.paused.Sub(now), u.sent.untilRoom(r, now), gap, l.total.untilRoom(totalRate, now))
}

// reserveHint counts a hint, or returns how long it must wait. wanted is false for a recent duplicate.
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
	u := l.usage(to, now)
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
