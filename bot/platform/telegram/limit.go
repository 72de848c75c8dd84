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

// rate is how often something may happen: at most most times per period; after ease
// times only with a gap between, so that whoever comes next doesn't wait for long.
type rate struct {
	most int
	per  time.Duration
	ease int
	gap  time.Duration
}

// Telegram's limits, of sends and edits alike. It doesn't promise the numbers: its FAQ
// names them, and a second is to spare for what arrives later than it was sent. In private two
// things go at once, and then one each 1.15 s: five in five seconds at most, so that the words of a press
// never wait longer than that. Hints
// are what nobody misses, such as the way into the private chat; they leave most of a
// group's minute to what is played.
var (
	groupRate   = rate{most: 20, per: 61 * time.Second, ease: 10, gap: 5 * time.Second}
	privateRate = rate{most: 5, per: 5 * time.Second, ease: 2, gap: 1150 * time.Millisecond}
	totalRate   = rate{most: 28, per: time.Second, ease: 28}
	hintRate    = rate{most: 6, per: 61 * time.Second, ease: 6}
)

const (
	hintPause  = 5 * time.Minute // no hint is repeated before
	maxWindows = 4096            // chats, and hints, that are known; beyond that the idle ones are forgotten
)

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

// paced is a window in which as much has happened as the rate allows all the time: one thing
// per gap, or all at once where there is none.
func paced(r rate, now time.Time) (w window) {
	if r.gap == 0 {
		return slices.Repeat(window{now}, r.most)
	}
	for ago := r.per - r.per%r.gap; ago > 0; ago -= r.gap {
		w = append(w, now.Add(-ago))
	}
	return w
}

// chatUse is what happened in a chat of late.
type chatUse struct {
	sent, hints window    // hints are among what was sent
	words       window    // of what was sent, all but pictures that followed their words
	paused      time.Time // until then Telegram wants it to be left alone
}

// limiter counts by chat and in all. What the process before has sent it doesn't know: it
// begins as if that had sent all the time. If that has sent more at the end, Telegram says so
// once, and how long to wait. To wait in every chat for what is so in few would take longer.
type limiter struct {
	now   func() time.Time
	began time.Time

	mu    sync.Mutex
	chats map[int64]*chatUse
	hints map[string]time.Time // when each was last given
	total window
}

func newLimiter(now func() time.Time) *limiter {
	began := now()
	return &limiter{
		now: now, began: began, total: paced(totalRate, began),
		chats: make(map[int64]*chatUse), hints: make(map[string]time.Time),
	}
}

// rate is what the chat's messages keep to.
func (t target) rate() rate {
	if t.private() {
		return privateRate
	}
	return groupRate
}

// use is the chat's. The lock must be held.
func (l *limiter) use(to target, now time.Time) *chatUse {
	if u, ok := l.chats[to.chat]; ok {
		return u
	}
	if len(l.chats) >= maxWindows {
		maps.DeleteFunc(l.chats, func(_ int64, old *chatUse) bool {
			n := len(old.sent)
			return (n == 0 || now.Sub(old.sent[n-1]) >= groupRate.per) && !now.Before(old.paused)
		})
	}
	u := new(chatUse)
	if r := to.rate(); now.Sub(l.began) < r.per {
		u.sent = paced(r, l.began)
		u.words = slices.Clone(u.sent)
	}
	l.chats[to.chat] = u
	return u
}

// pause leaves the chat alone for a while, as Telegram asked.
func (l *limiter) pause(to target, d time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	l.use(to, now).paused = now.Add(d)
}

// reserve counts one request that sends or edits a message in the chat. A picture that follows its words leaves room
// for the next words, which don't wait for the gap after it. A RetryAfter means that the request must not
// be made yet, and isn't counted.
func (l *limiter) reserve(to target, follows bool) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	if wait := l.wait(to, follows, now); wait > 0 {
		return chat.RetryAfter{Wait: wait, Unsent: true}
	}
	u := l.use(to, now)
	u.sent, l.total = append(u.sent, now), append(l.total, now)
	if !follows {
		u.words = append(u.words, now)
	}
	return nil
}

// room is the RetryAfter that one more request in the chat would get; nil for none.
func (l *limiter) room(to target) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if wait := l.wait(to, false, l.now()); wait > 0 {
		return chat.RetryAfter{Wait: wait, Unsent: true}
	}
	return nil
}

// wait is how long to wait before a request in the chat; see take. The lock must be held.
func (l *limiter) wait(to target, follows bool, now time.Time) time.Duration {
	u, r := l.use(to, now), to.rate()
	all, gap := rate{most: r.most, per: r.per, ease: r.most}, u.words.wait(r, now)
	if follows {
		all.most, gap = all.most-1, 0
	}
	return max(u.paused.Sub(now), u.sent.wait(all, now), gap, l.total.wait(totalRate, now))
}

// hint asks to give a hint in the chat, and says how long to wait before asking again;
// 0: there is room for it, and it counts as given. It isn't wanted if it was given of
// late.
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
	u := l.use(to, now)
	if wait := max(u.hints.wait(hintRate, now), l.wait(to, false, now)); wait > 0 {
		return wait, true
	}
	u.hints, l.hints[what] = append(u.hints, now), now
	return 0, true
}

// awaitHint waits until a hint may be given; false if it isn't wanted, or that
// takes too long.
func (l *limiter) awaitHint(ctx context.Context, to target, what string) bool {
	wait, wanted := l.hint(to, what)
	for wait > 0 && wanted && retry.Sleep(ctx, wait) {
		wait, wanted = l.hint(to, what)
	}
	return wanted && wait == 0
}
