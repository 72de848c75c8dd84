package bot

import (
	"context"
	"errors"
	"strings"
	"time"

	"tarockbot/engine"
)

// show is the state of bringing one message up to date.
type show struct {
	busy     bool  // a goroutine is at it
	force    bool  // show even if the revision is shown already
	repost   bool  // post anew and retire the old message
	blocked  bool  // nobody can be reached there; an input from there ends it
	failures int   // in a row
	gaveUp   int64 // the revision that could not be shown; the next is tried again
}

const (
	maxFailures = 8
	firstDelay  = time.Second // after a failure; doubles with each
)

// showOf is the state of the message, made if need be.
func (l *live) showOf(i int) *show {
	s, ok := l.shows[i]
	if !ok {
		s = new(show)
		l.shows[i] = s
	}
	return s
}

// stale says that the message doesn't show what it should.
func (l *live) stale(i int) bool {
	s := l.showOf(i)
	behind := max(l.state.Messages[i].Shown, s.gaveUp) < l.state.Rev
	return !s.blocked && (s.force || s.repost || behind)
}

// heardFrom notes that the person can be reached again where they speak. The
// lock must be held.
func (l *live) heardFrom(in Input) {
	for i, m := range l.state.Messages {
		if m.Place == (Place{User: in.User}) || m.Place == (Place{Chat: in.Chat}) {
			l.showOf(i).blocked = false
		}
	}
}

// refresh brings every message of the table up to date, each on its own: a
// slow place holds up no other, and only the newest state waits. The lock must
// be held.
func (b *Bot) refresh(l *live) {
	if l.state == nil || b.running.Err() != nil {
		return
	}
	for i := range l.state.Messages {
		if s := l.showOf(i); l.stale(i) && !s.busy {
			s.busy = true
			b.startShowing(showing{l, i})
		}
	}
}

// refreshFor shows a person's panel afresh, after a press that changed nothing.
func (b *Bot) refreshFor(l *live, p PersonID) {
	if l.state == nil {
		return
	}
	seat := l.state.seatOf(p)
	for i, m := range l.state.Messages {
		if m.Seat == seat && seat != engine.Nobody {
			l.showOf(i).force = true
		}
	}
	b.refresh(l)
}

// showing is a message that is to be brought up to date.
type showing struct {
	l *live
	i int
}

// maxIdle is how many goroutines wait for the next message to show. A new one
// would grow its stack again for every screen.
const maxIdle = 16

// showers are the goroutines that wait for a message to show.
type showers struct {
	next chan showing
	idle chan struct{} // one each
}

func newShowers() showers {
	return showers{next: make(chan showing), idle: make(chan struct{}, maxIdle)}
}

// startShowing lets a goroutine that waits show the message, else a new one.
func (b *Bot) startShowing(s showing) {
	select {
	case b.tables.showers.next <- s:
	default:
		b.work.Go(func() { b.showAll(s) })
	}
}

// showAll shows the message, and then others as long as few wait for one.
func (b *Bot) showAll(s showing) {
	for {
		b.keepShowing(s.l, s.i)
		select {
		case b.tables.showers.idle <- struct{}{}:
		default:
			return
		}
		select {
		case s = <-b.tables.showers.next:
			<-b.tables.showers.idle
		case <-b.running.Done():
			return
		}
	}
}

// keepShowing shows a message until it is up to date.
func (b *Bot) keepShowing(l *live, i int) {
	defer b.recoverTable(l, i)
	for {
		j, ok := b.nextShow(l, i)
		if !ok {
			return
		}
		ref, err := b.perform(j)
		if delay := b.shown(l, i, j, ref, err); delay > 0 && !b.sleep(delay) {
			return
		}
	}
}

// job is one screen to be shown in one place.
type job struct {
	place  Place
	old    Ref
	retire Ref // a message to be retired first
	screen Screen
	gone   Screen // what a retired message says
	rev    int64
}

// nextShow takes the message's newest screen, or ends the showing.
func (b *Bot) nextShow(l *live, i int) (job, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	s := l.showOf(i)
	if b.running.Err() != nil || b.loadTable(b.running, l) != nil || !l.stale(i) {
		s.busy = false
		return job{}, false
	}
	m := l.state.Messages[i]
	j := job{place: m.Place, old: m.Ref, screen: b.screen(l, m), rev: l.state.Rev}
	if s.repost {
		j.retire, j.old = m.Ref, ""
		j.gone = b.retired(l.state)
	}
	s.force, s.repost = false, false
	return j, true
}

// perform speaks to the platform; no lock is held. A fault of the platform is
// a failure like any other.
func (b *Bot) perform(j job) (ref Ref, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = b.fault("platform", r)
		}
	}()
	p, ok := b.platformOf(j.place)
	if !ok {
		return "", ErrBlocked
	}
	if j.retire != "" {
		if _, err := p.Show(b.running, j.place, j.retire, j.gone); err != nil && !errors.Is(err, ErrGone) {
			b.cfg.Log.Warn("old board not retired", "err", err)
		}
	}
	return p.Show(b.running, j.place, j.old, j.screen)
}

// shown notes what came of showing and says how long to wait before the next try.
func (b *Bot) shown(l *live, i int, j job, ref Ref, err error) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	s := l.showOf(i)
	if b.loadTable(b.running, l) != nil || i >= len(l.state.Messages) {
		return 0
	}
	m := &l.state.Messages[i]
	switch {
	case err == nil:
		s.failures = 0
		m.Shown = max(m.Shown, j.rev)
		if m.Ref != ref {
			m.Ref = ref
			b.keepRef(l, m.Place)
		}
		return 0
	case errors.Is(err, ErrGone) && s.failures < maxFailures:
		s.failures++
		s.force = true
		m.Ref = ""
		return 0
	case errors.Is(err, ErrBlocked):
		s.blocked = true
		return 0
	}
	return b.failedShow(s, j, err)
}

// failedShow tries again later, and gives up after a while until there is
// something new to show.
func (b *Bot) failedShow(s *show, j job, err error) time.Duration {
	var later RetryAfter
	if errors.As(err, &later) {
		s.force = true
		return max(later.Wait, firstDelay)
	}
	if s.failures++; s.failures >= maxFailures {
		b.cfg.Log.Error("message not shown", "platform", platformName(j.place), "err", err)
		s.gaveUp, s.failures = j.rev, 0
		return 0
	}
	s.force = true
	return firstDelay << s.failures
}

// keepRef stores a new message's reference at once; without it a restart would
// post a second message, so it is stored even while the bot stops. A platform
// that forgets needs none.
func (b *Bot) keepRef(l *live, place Place) {
	if p, ok := b.platformOf(place); ok {
		if _, forgets := p.(Forgetful); forgets {
			return
		}
	}
	doc, err := l.state.doc(l.version)
	if err == nil {
		err = b.cfg.Store.Commit(context.WithoutCancel(b.running), doc)
	}
	if err != nil {
		b.cfg.Log.Warn("message reference not stored", "err", b.storeError(err))
		return
	}
	l.version++
}

// sleep waits; false if the bot is stopping.
func (b *Bot) sleep(d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-b.running.Done():
		return false
	}
}

// recoverTable keeps a fault at one table from reaching any other: the table
// is read from the store again when it is next needed.
func (b *Bot) recoverTable(l *live, i int) {
	if r := recover(); r != nil {
		_ = b.fault("table "+string(l.id), r) // it is in the log; there is nobody to tell
		l.mu.Lock()
		defer l.mu.Unlock()
		l.state = nil
		delete(l.shows, i)
	}
}

// platformName is the name before the colon of the place's id.
func platformName(p Place) string {
	name, _, _ := strings.Cut(string(p.Chat)+string(p.User), ":")
	return name
}

func (b *Bot) platformOf(p Place) (Platform, bool) {
	platform, ok := b.platforms[platformName(p)]
	return platform, ok
}

// catchUp brings every table's messages up to date after a start.
func (b *Bot) catchUp(ctx context.Context, all []brief) error {
	for _, brief := range all {
		if err := b.catchUpTable(ctx, brief.ID); err != nil {
			return err
		}
	}
	return nil
}

// catchUpTable shows what isn't shown. A platform that forgets gets everything
// anew but challenges that came to nothing.
func (b *Bot) catchUpTable(ctx context.Context, id TableID) error {
	l := b.tables.lock(id)
	defer l.mu.Unlock()
	if err := b.loadTable(ctx, l); err != nil {
		if ctx.Err() != nil {
			return err
		}
		b.cfg.Log.Error("table left out", "table", id, "err", err)
		return nil
	}
	for i := range l.state.Messages {
		m := &l.state.Messages[i]
		if p, ok := b.platformOf(m.Place); ok && l.state.Stage != closed {
			if _, forgets := p.(Forgetful); forgets {
				m.Ref, m.Shown = "", 0
			}
		}
	}
	b.refresh(l)
	return nil
}
