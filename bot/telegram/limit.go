package telegram

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/retry"
)

// rate is how often something may happen: at most most times per period, and
// when it has happened ease times, only with a gap between, so that whoever
// comes next doesn't wait for long.
type rate struct {
	most int
	per  time.Duration
	ease int
	gap  time.Duration
}

// Telegram's limits. It doesn't promise the numbers; they are those that its
// FAQ names, with a second to spare for what arrives later than it was sent.
// Edits count like sends.
var (
	groupRate   = rate{most: 20, per: 61 * time.Second, ease: 10, gap: 5 * time.Second}
	privateRate = rate{most: 5, per: 5 * time.Second, ease: 3, gap: time.Second}
	totalRate   = rate{most: 28, per: time.Second, ease: 28}
)

// Hints are what nobody misses, such as the way into the private chat. They
// leave most of a group's minute to what is played, and aren't repeated for a while.
var hintRate = rate{most: 6, per: 61 * time.Second, ease: 6}

const hintPause = 5 * time.Minute

// window is when something happened of late.
type window []time.Time

// wait is how long until the rate allows one more; 0 is now.
func (w *window) wait(r rate, now time.Time) time.Duration {
	for len(*w) > 0 && (now.Sub((*w)[0]) >= r.per || now.Before((*w)[0])) {
		*w = (*w)[1:] // long ago, or the clock was set back
	}
	switch times, n := *w, len(*w); {
	case n >= r.most:
		return r.per - now.Sub(times[n-r.most])
	case n >= r.ease && n > 0:
		return max(0, r.gap-now.Sub(times[n-1]))
	}
	return 0
}

// full is a window in which as much may have happened as the rate allows, and as
// late: all that it lets through without a gap just now, and before that one thing
// per gap.
func full(r rate, now time.Time) (w window) {
	for i := r.most - r.ease; i > 0; i-- {
		w = append(w, now.Add(-time.Duration(i)*r.gap))
	}
	return append(w, slices.Repeat([]time.Time{now}, r.ease)...)
}

// chatUse is what happened in a chat of late; hints are among what was sent.
type chatUse struct{ sent, hints window }

// limiter counts by chat and in all. What the process before has sent it doesn't
// know: it begins as if that had just used up everything.
type limiter struct {
	now   func() time.Time
	began time.Time

	mu     sync.Mutex
	chats  map[int64]*chatUse
	paused map[int64]time.Time
	hints  map[string]time.Time // when each was last given
	total  window
}

func newLimiter(now func() time.Time) *limiter {
	began := now()
	return &limiter{
		now: now, began: began, total: full(totalRate, began),
		chats: make(map[int64]*chatUse), paused: make(map[int64]time.Time), hints: make(map[string]time.Time),
	}
}

// maxWindows is for how many chats is counted; then the idle ones are
// forgotten.
const maxWindows = 4096

// rate is what the chat's messages keep to.
func (t target) rate() rate {
	if t.private() {
		return privateRate
	}
	return groupRate
}

// window is the chat's. The lock must be held.
func (l *limiter) window(to target, now time.Time) *chatUse {
	w, ok := l.chats[to.chat]
	if ok {
		return w
	}
	if len(l.chats) >= maxWindows {
		maps.DeleteFunc(l.chats, func(_ int64, old *chatUse) bool {
			n := len(old.sent)
			return n == 0 || now.Sub(old.sent[n-1]) >= groupRate.per
		})
	}
	w = new(chatUse)
	if r := to.rate(); now.Sub(l.began) < r.per {
		w.sent = full(r, l.began)
	}
	l.chats[to.chat] = w
	return w
}

// pause leaves the chat alone for a while, as Telegram asked.
func (l *limiter) pause(chat int64, d time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	maps.DeleteFunc(l.paused, func(_ int64, until time.Time) bool { return !now.Before(until) })
	l.paused[chat] = now.Add(d)
}

// take asks for one request that sends or edits a message in the chat. Nil means
// that it may be made, and is counted; otherwise nothing is counted, and it may be
// asked for again after the wait.
func (l *limiter) take(to target) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	if err := retryAfter(l.waitAt(to, now)); err != nil {
		return err
	}
	used := l.window(to, now)
	used.sent, l.total = append(used.sent, now), append(l.total, now)
	return nil
}

// room is the RetryAfter that one more request in the chat would get; nil for none.
func (l *limiter) room(to target) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return retryAfter(l.waitAt(to, l.now()))
}

// retryAfter is the error of what has to wait so long; nil if it needn't.
func retryAfter(wait time.Duration) error {
	if wait <= 0 {
		return nil
	}
	return chat.RetryAfter{Wait: wait}
}

// waitAt is how long to wait before a request in the chat. The lock must be held.
func (l *limiter) waitAt(to target, now time.Time) time.Duration {
	if until, ok := l.paused[to.chat]; ok && now.Before(until) {
		return until.Sub(now)
	}
	return max(l.window(to, now).sent.wait(to.rate(), now), l.total.wait(totalRate, now))
}

// hint asks to give somebody in the chat a hint, and says how long to wait before
// asking again; 0 means that there is room for its request, and that it counts as
// given. It isn't wanted if it was given of late.
func (l *limiter) hint(to target, what string) (wait time.Duration, wanted bool) {
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
	w := l.window(to, now)
	if wait := max(w.hints.wait(hintRate, now), l.waitAt(to, now)); wait > 0 {
		return wait, true
	}
	w.hints, l.hints[what] = append(w.hints, now), now
	return 0, true
}

// awaitHint waits until a hint may be given; false if it isn't wanted, or that
// takes too long.
func (l *limiter) awaitHint(ctx context.Context, to target, what string) bool {
	for {
		wait, wanted := l.hint(to, what)
		if !wanted || wait == 0 {
			return wanted
		}
		if !retry.Sleep(ctx, wait) {
			return false
		}
	}
}
