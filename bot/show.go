package bot

import (
	"context"
	"errors"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"tarockbot/engine"
)

// show is the state of bringing one message up to date.
type show struct {
	busy      bool          // a goroutine is at it
	force     bool          // show even if the revision is shown already
	again     bool          // the place is lost, but may be worth another try
	failures  int           // in a row
	unretired int           // how often the old message couldn't be retired
	newFirst  bool          // the new message goes before another try to retire the old one
	gaveUp    int64         // the revision that could not be shown; the next is tried again
	rested    time.Time     // when that one is tried again itself
	anew      *rate.Limiter // counts posts in the place of messages that are gone; nil: none yet
	wake      chan struct{} // ends the wait for the next such post
	newer     chan struct{} // closed when there is something newer to show; nil: nothing is being shown

	since  time.Time // since when the message hasn't shown what it should; zero: it does
	why    error     // what the network last said of that
	logged bool      // the operator has been told
}

const (
	maxFailures = 8
	firstDelay  = time.Second      // after a failure; doubles with each
	rest        = 10 * time.Minute // after so many, or a refusal, unless there is something newer
)

// How often a message may be posted anew that somebody keeps deleting: three
// times at once, then after a pause each.
const (
	maxAnew   = 3
	anewEvery = 10 * time.Minute / maxAnew
)

// postAnew counts a post in the place of a message that is gone, and says how
// long to wait before it.
func (s *show) postAnew(now time.Time) time.Duration {
	if s.anew == nil {
		s.anew = rate.NewLimiter(rate.Every(anewEvery), maxAnew)
	}
	return s.anew.ReserveN(now, 1).DelayFrom(now)
}

// hurry ends a pause: somebody is there who wants to see the table.
func (s *show) hurry() {
	s.gaveUp = 0
	if s.wake != nil {
		close(s.wake)
		s.wake, s.anew = nil, nil
	}
}

// outdate tells who shows the message that there is something newer.
func (s *show) outdate() {
	if s.newer != nil {
		close(s.newer)
		s.newer = nil
	}
}

// showOf is the state of the message in the place, made if need be.
func (l *live) showOf(p Place) *show {
	s, ok := l.shows[p]
	if !ok {
		s = new(show)
		l.shows[p] = s
	}
	return s
}

// rests says that the revision could not be shown, and isn't tried again yet.
func (s *show) rests(rev int64) bool { return s.gaveUp >= rev && time.Now().Before(s.rested) }

// postpone ends the tries to show the revision for so long.
func (s *show) postpone(rev int64, d time.Duration) { s.gaveUp, s.rested = rev, time.Now().Add(d) }

// stale says that the message doesn't show what it should. One whose reader may
// see it no more is shown as such once, when that is forced.
func (b *Bot) stale(l *live, m message) bool {
	s := l.showOf(m.Place)
	wanted := m.unfinished(l.state) && b.mayRead(l.state, m)
	return (!m.Lost || s.again) && (s.force || wanted && !s.rests(l.state.Rev))
}

// refresh brings every message of the table up to date, as something else than the
// table has changed. The lock must be held.
func (b *Bot) refresh(l *live) {
	l.prepared = prepared{}
	b.showStale(l)
}

// showStale brings every message of the table up to date, each on its own: a
// slow place holds up no other, and only the newest state waits. The lock must
// be held.
func (b *Bot) showStale(l *live) {
	if l.state == nil || b.running.Err() != nil {
		return
	}
	for _, m := range l.state.Messages {
		switch s := l.showOf(m.Place); {
		case !b.stale(l, m) || !b.serves(m.Place):
		case s.busy:
			delete(l.prepared.screens, m.Place) // it may take long until its turn comes
			s.outdate()
		default:
			s.busy = true
			b.startShowing(showing{l, m.Place})
		}
	}
}

// refreshFor shows a person's panels afresh, after a press that changed nothing.
func (b *Bot) refreshFor(l *live, p person) {
	if l.state != nil {
		b.refreshSeat(l, l.state.seatOf(p.who()))
	}
}

func (b *Bot) refreshSeat(l *live, seat engine.Seat) {
	for _, m := range l.state.Messages {
		if m.Seat == seat && seat != engine.Nobody {
			l.showOf(m.Place).force = true
		}
	}
	b.refresh(l)
}

// showing is a message that is to be brought up to date.
type showing struct {
	l     *live
	place Place
}

// maxIdle is how many goroutines wait for the next message to show. A new one
// would grow its stack again for every screen.
const maxIdle = 16

// showers are the goroutines that wait for a message to show.
type showers struct {
	next chan showing
	idle chan struct{} // one each

	mu   sync.Mutex
	busy map[string]int // messages being shown, by platform
	less chan struct{}  // closed when that becomes less; nil: nobody waits for it
}

func newShowers() *showers {
	return &showers{next: make(chan showing), idle: make(chan struct{}, maxIdle), busy: make(map[string]int)}
}

// count counts messages being shown on the platform.
func (s *showers) count(platform string, more int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.busy[platform] += more
	if more < 0 && s.less != nil {
		close(s.less)
		s.less = nil
	}
}

// room waits until fewer messages than most are being shown on the platform; false
// if the context ends before.
func (s *showers) room(ctx context.Context, platform string, most int) bool {
	for {
		s.mu.Lock()
		free := s.busy[platform] < most
		if s.less == nil {
			s.less = make(chan struct{})
		}
		less := s.less
		s.mu.Unlock()
		if free {
			return ctx.Err() == nil
		}
		select {
		case <-less:
		case <-ctx.Done():
			return false
		}
	}
}

// startShowing lets a goroutine that waits show the message, else a new one.
func (b *Bot) startShowing(s showing) {
	b.countShowing(s.place, 1)
	select {
	case b.tables.showers.next <- s:
	default:
		b.work.Go(func() { b.showAll(s) })
	}
}

func (b *Bot) countShowing(place Place, more int) {
	b.tables.showers.count(place.Platform(), more)
	b.cfg.Metrics.screens.WithLabelValues(place.Platform()).Add(float64(more))
}

// showAll shows the message, and then others as long as few wait for one.
func (b *Bot) showAll(s showing) {
	for {
		b.keepShowing(s.l, s.place)
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

// keepShowing shows the message in the place until it is up to date.
func (b *Bot) keepShowing(l *live, place Place) {
	defer b.countShowing(place, -1)
	defer b.recoverTable(l, place)
	w := wait{worded: -1}
	defer w.leave()
	for {
		if b.concernsDigest(l, place) {
			b.gather(place.User)
			l.unprepare(place) // it may call its reader no more
		}
		j, ok := b.nextShow(l, place)
		if !ok {
			return
		}
		b.awaitQuiet(j.screen.Call)
		if !b.illustrate(&j, &w) {
			continue
		}
		ref, err := b.perform(j)
		if shown, took := w.end(j, err); shown && !b.lazy(place) {
			b.cfg.Metrics.pictures.WithLabelValues(place.Platform()).Observe(took.Seconds())
		}
		if to, moved := movedTo(place, err); moved {
			if err = b.moveChat(b.running, place.Chat, to); err == nil {
				continue
			}
		}
		if pause := b.shown(l, j, ref, err); !b.sleep(pause) {
			return
		}
	}
}

// job is one screen to be shown in one place.
type job struct {
	place   Place
	old     Ref
	screen  Screen
	rev     int64
	begun   bool // it is only the beginning of a message
	retires bool // it retires a message whose place another has taken

	newer   <-chan struct{} // closed when this is out of date
	partial bool            // only the words: the picture is still being drawn
}

// shows is the revision that the message shows when this is done; 0 if it is
// not all of it.
func (j job) shows() int64 {
	if j.begun || j.partial || j.retires {
		return 0
	}
	return j.rev
}

// newJob is what is to be done for the message next, in one request: a network that
// lets only one through must not be asked for two again and again. A new message is
// posted without anything to press. Once its reference is stored the message whose
// place it takes is retired, and then it becomes what it should be: whenever the
// process is killed, no second one that can be pressed is left behind. An old one
// that can't be retired doesn't hold up the new.
func (b *Bot) newJob(l *live, m message) job {
	s := l.showOf(m.Place)
	if m.Old != "" && !(s.newFirst && m.behind(l.state)) {
		return job{place: m.Place, old: m.Old, screen: b.retired(l.state, m), rev: l.state.Rev, retires: true}
	}
	j := job{place: m.Place, old: m.Ref, screen: b.newScreen(l, m), rev: l.state.Rev}
	if m.Ref == "" || m.Repost {
		j.old, j.screen.Anew = "", m.Ref != ""
		if !b.forgetful(m.Place) {
			j.screen, j.begun = j.screen.Beginning(), true
		}
	}
	return j
}

// unprepare sees to it that the screen is made when it is shown. No lock may be held.
func (l *live) unprepare(place Place) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.prepared.screens, place)
}

// newScreen is the message's screen, prepared or made now.
func (b *Bot) newScreen(l *live, m message) Screen {
	s, ok := l.prepared.screens[m.Place]
	if !ok || l.prepared.rev != l.state.Rev {
		return b.screen(l, m)
	}
	delete(l.prepared.screens, m.Place)
	return s
}

// nextShow takes the message's newest screen, or ends the showing.
func (b *Bot) nextShow(l *live, place Place) (job, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	s := l.showOf(place)
	s.wake = nil
	if b.running.Err() != nil || b.loadTable(b.running, l) != nil {
		s.busy = false
		return job{}, false
	}
	found := l.state.messageIn(place)
	if found == nil {
		delete(l.shows, place)
		return job{}, false
	}
	m := *found
	if !m.unfinished(l.state) {
		b.finished(l, m)
	} else if s.since.IsZero() {
		s.since = time.Now()
	}
	if !b.stale(l, m) {
		s.busy = false
		return job{}, false
	}
	j := b.newJob(l, m)
	b.awaitCall(l, j.screen.Call)
	s.force = s.force && j.retires
	s.newer = make(chan struct{})
	j.newer = s.newer
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
	p, _ := b.platformOf(j.place) // see serves
	return p.Show(b.running, j.place, j.old, j.screen)
}

// pause is a wait before the next try.
type pause struct {
	time time.Duration
	end  <-chan struct{} // may end it; nil: nothing does
}

// shown notes what came of showing and says how long to wait before the next try.
// A message that stands is noted, whatever else has failed.
func (b *Bot) shown(l *live, j job, ref Ref, err error) pause {
	l.mu.Lock()
	defer l.mu.Unlock()
	s := l.showOf(j.place)
	if b.loadTable(b.running, l) != nil {
		return pause{}
	}
	m := l.state.messageIn(j.place)
	if ref != "" && errors.Is(err, ErrRefused) { // only who is called by it isn't, and never will be
		b.cfg.Log.Warn("a call was refused", "platform", j.place.Platform(), "err", err)
		err = nil
	}
	switch {
	case m == nil: // the chat has moved meanwhile
		return pause{}
	case j.retires:
		return b.retiredShow(l, m, j, err)
	case err == nil:
		s.failures, s.force = 0, s.force || j.begun || j.partial
		if !s.force {
			l.called(j.screen.Call)
		}
		b.noteShown(l, m, j, ref, j.shows())
		return pause{}
	case ref != "":
		b.noteShown(l, m, j, ref, 0)
	}
	s.newFirst, s.why = s.newFirst && errors.As(err, new(RetryAfter)), err
	b.tellUnfinished(l, j.place)
	switch {
	case errors.Is(err, ErrGone):
		s.force = true
		m.Ref = ""
		return b.goneShow(s, j)
	case errors.Is(err, ErrBlocked):
		s.again = false
		s.postpone(j.rev, suspendedLife) // if that can't be noted
		s.since, s.logged = time.Time{}, false
		b.silent.add(j.place)
		b.noteLost(l, j.place, true)
		return pause{}
	}
	return b.failedShow(l, j, err)
}

// retiredShow notes that a message is retired: then it isn't tried again, whatever
// becomes of the one that has taken its place. One that can't be is left as it is;
// its buttons tell that they are old.
func (b *Bot) retiredShow(l *live, m *message, j job, err error) pause {
	s := l.showOf(j.place)
	if later, is := errors.AsType[RetryAfter](err); is {
		return pause{time: max(later.Wait, firstDelay)}
	}
	final := err == nil || errors.Is(err, ErrGone) || errors.Is(err, ErrRefused) || errors.Is(err, ErrBlocked)
	if s.unretired++; final || s.unretired == maxFailures {
		if err != nil && !errors.Is(err, ErrGone) {
			b.cfg.Log.Warn("old board not retired", "platform", j.place.Platform(), "err", err)
		}
		s.unretired, s.newFirst = 0, false
		if m.Old == j.old {
			m.Old = ""
		}
		return pause{}
	}
	s.newFirst = true
	if m.behind(l.state) {
		return pause{}
	}
	return pause{time: firstDelay << s.unretired}
}

// goneShow posts the message anew, after a pause if that has happened often.
func (b *Bot) goneShow(s *show, j job) pause {
	p := pause{time: s.postAnew(b.cfg.Now())}
	if p.time > 0 {
		s.wake = make(chan struct{})
		p.end = s.wake
		b.silent.add(j.place)
	}
	return p
}

// noteShown notes that the message is the ref, and which revision it shows; 0 if it
// isn't all of one.
func (b *Bot) noteShown(l *live, m *message, j job, ref Ref, rev int64) {
	s := l.showOf(m.Place)
	s.newFirst, m.Repost = false, m.Repost && j.old != ""
	posted := m.Ref != ref
	switch {
	case posted && j.old == "":
		m.Ref, m.Old, m.Shown = ref, m.Ref, rev
	default:
		m.Ref, m.Shown = ref, max(m.Shown, rev)
	}
	if rev > 0 || j.partial {
		b.finished(l, *m)
	}
	switch {
	case m.Lost:
		b.noteLost(l, m.Place, false)
	case posted:
		l.unkept = true
		b.keepRef(l, m.Place)
	}
}

// noteLost is setLost for what the network has told. What can't be stored is
// found out again.
func (b *Bot) noteLost(l *live, place Place, lost bool) {
	if m := l.state.messageIn(place); m.Lost == lost {
		return
	}
	if lost {
		b.cfg.Log.Info("nothing can be shown in a place", "table", l.id, "platform", place.Platform(), "public", place.Chat != "")
	}
	if err := b.setLost(l, place, lost); err != nil {
		b.cfg.Log.Warn("not noted whether a place is lost", "platform", place.Platform(), "lost", lost, "err", err)
	}
}

// failedShow tries again later. After a while, and at once if the network wouldn't
// ever show it, that is left until there is something new to show, or for some time.
func (b *Bot) failedShow(l *live, j job, err error) pause {
	s := l.showOf(j.place)
	if later, is := errors.AsType[RetryAfter](err); is {
		s.force = true
		return pause{time: max(later.Wait, firstDelay)}
	}
	if s.failures++; s.failures < maxFailures && !errors.Is(err, ErrRefused) {
		s.force = true
		return pause{time: firstDelay << s.failures}
	}
	s.postpone(j.rev, rest)
	b.logUnfinished(l, j.place)
	if m := l.state.messageIn(j.place); errors.Is(err, ErrRefused) {
		m.Repost = false
	}
	return pause{}
}

// keepRef stores a new message's reference at once; without it a restart would
// post a second message, so it is stored even while the bot stops. A platform
// that forgets needs none.
func (b *Bot) keepRef(l *live, place Place) {
	if b.forgetful(place) {
		return
	}
	doc, err := tableDoc(l.state, l.version)
	if err == nil {
		err = b.store.Commit(context.WithoutCancel(b.running), doc)
	}
	if err != nil {
		b.cfg.Log.Warn("message reference not stored", "err", err)
		return
	}
	l.version++
	l.unkept = false
}

// sleep waits; false if the bot is stopping.
func (b *Bot) sleep(p pause) bool {
	if p.time <= 0 {
		return true
	}
	timer := time.NewTimer(p.time)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-p.end:
		return true
	case <-b.running.Done():
		return false
	}
}

// recoverTable keeps a fault at one table from reaching any other: the table
// is read from the store again when it is next needed.
func (b *Bot) recoverTable(l *live, place Place) {
	if r := recover(); r != nil {
		_ = b.fault("table "+string(l.id), r) // it is in the log; there is nobody to tell
		l.mu.Lock()
		defer l.mu.Unlock()
		l.state = nil
		delete(l.shows, place)
	}
}

// forgetful says that the messages of the place don't outlive the process.
func (b *Bot) forgetful(p Place) bool {
	platform, _ := b.platformOf(p)
	_, forgets := platform.(Forgetful)
	return forgets
}

func (b *Bot) platformOf(p Place) (Platform, bool) {
	platform, ok := b.platforms[p.Platform()]
	return platform, ok
}

// serves says whether anything is to be shown in the place: its platform may
// have been left out this time, and it may be banned.
func (b *Bot) serves(p Place) bool {
	_, ok := b.platformOf(p)
	return ok && !b.cfg.Bans.place(p)
}
