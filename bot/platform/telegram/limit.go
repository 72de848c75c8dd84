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

// rate limits events: at most max per period, and after burst of them at least minGap apart, unless that is 0.
type rate struct {
	max    int
	period time.Duration
	burst  int
	minGap time.Duration
}

// Telegram's limits of sends and edits. Its FAQ names the numbers without a promise; one
// second is added for delays on the way. In private two requests go at once, then one each
// 1.15 s: five in five seconds at most, so that the words of a press never wait longer.
// Hints are messages that nobody misses, such as the link to the private chat. Their rate
// leaves most of a group's minute to the match.
var (
	groupRate   = rate{max: 20, period: 61 * time.Second, burst: 10, minGap: 5 * time.Second}
	privateRate = rate{max: 5, period: 5 * time.Second, burst: 2, minGap: 1150 * time.Millisecond}
	totalRate   = rate{max: 28, period: time.Second}
	hintRate    = rate{max: 6, period: 61 * time.Second}
)

const (
	hintPause  = 5 * time.Minute // between two equal hints
	maxWindows = 4096            // chats and hints in memory; beyond that the idle ones are forgotten
)

// window is the times of recent events.
type window []time.Time

// expire forgets the events before the rate's period.
func (w *window) expire(r rate, now time.Time) {
	for len(*w) > 0 && (now.Sub((*w)[0]) >= r.period || now.Before((*w)[0])) {
		*w = (*w)[1:] // it has expired, or the clock was set back
	}
}

// untilRoom returns how long to wait until there are fewer events than the rate's maximum. It is 0 if there are now.
func (w *window) untilRoom(r rate, now time.Time) time.Duration {
	w.expire(r, now)
	if n := len(*w); n >= r.max {
		return r.period - now.Sub((*w)[n-r.max])
	}
	return 0
}

// untilGap returns how long to wait until the newest event is minGap ago. It is 0 if it is, or needn't be.
func (w *window) untilGap(r rate, now time.Time) time.Duration {
	w.expire(r, now)
	if n := len(*w); n > 0 && n >= r.burst {
		return max(0, r.minGap-now.Sub((*w)[n-1]))
	}
	return 0
}

// fullWindow returns the window of a process that has used up the rate all the time: one event per minGap,
// or all at once without a gap.
func fullWindow(r rate, now time.Time) (w window) {
	if r.minGap == 0 {
		return slices.Repeat(window{now}, r.max)
	}
	for ago := r.period - r.period%r.minGap; ago > 0; ago -= r.minGap {
		w = append(w, now.Add(-ago))
	}
	return w
}

// chatUse is what was sent recently in one chat.
type chatUse struct {
	sent, hints window    // sent includes hints
	words       window    // sent without the pictures that followed their words
	paused      time.Time // Telegram refuses everything until then
}

// limiter counts requests per chat and in total. It doesn't know what the previous process sent, so it
// starts as if every window were full. If the previous process sent even more, Telegram's refusal tells
// how long to wait.
type limiter struct {
	now   func() time.Time
	began time.Time

	mu    sync.Mutex
	chats map[int64]*chatUse
	hints map[string]time.Time // when each was last sent
	total window
}

func newLimiter(now func() time.Time) *limiter {
	began := now()
	return &limiter{
		now: now, began: began, total: fullWindow(totalRate, began),
		chats: make(map[int64]*chatUse), hints: make(map[string]time.Time),
	}
}

// rate returns the rate of the chat's messages.
func (t target) rate() rate {
	if t.private() {
		return privateRate
	}
	return groupRate
}

// use returns the chat's counts. The caller holds l.mu.
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

// pause blocks the chat for a while, at Telegram's request.
func (l *limiter) pause(to target, d time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	l.use(to, now).paused = now.Add(d)
}

// reserve counts one request that sends or edits a message in the chat. A picture that follows its words
// doesn't delay the next words by the gap. A RetryAfter means that the request must not be made yet, and
// isn't counted.
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

// check returns the RetryAfter that reserve would return now; nil for none.
func (l *limiter) check(to target) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.tooEarly(to, false, l.now())
}

// tooEarly returns the RetryAfter of a request in the chat; nil if it may be made. The caller holds l.mu.
func (l *limiter) tooEarly(to target, follows bool, now time.Time) error {
	if wait := l.wait(to, follows, now); wait > 0 {
		return chat.RetryAfter{Wait: wait, Unsent: true}
	}
	return nil
}

// wait returns how long to wait before a request in the chat; see reserve. The caller holds l.mu.
func (l *limiter) wait(to target, follows bool, now time.Time) time.Duration {
	u, r := l.use(to, now), to.rate()
	gap := u.words.untilGap(r, now)
	if follows { // it needs no gap, but leaves room for the next words
		r.max, gap = r.max-1, 0
	}
	return max(u.paused.Sub(now), u.sent.untilRoom(r, now), gap, l.total.untilRoom(totalRate, now))
}

// reserveHint counts a hint in the chat if there is room for it now. Otherwise it returns the wait before
// another try. wanted is false if the same hint was given recently.
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

// awaitHint waits until a hint may be given. It returns false if the hint isn't wanted, or if ctx ends
// first.
func (l *limiter) awaitHint(ctx context.Context, to target, what string) bool {
	wait, wanted := l.reserveHint(to, what)
	for wait > 0 && wanted && retry.Sleep(ctx, wait) {
		wait, wanted = l.reserveHint(to, what)
	}
	return wanted && wait == 0
}
