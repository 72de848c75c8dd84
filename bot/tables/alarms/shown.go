package alarms

import (
	"maps"
	"sync"
	"time"
)

const (
	// lostAfter delays the notice of an outage: most platforms reconnect at once.
	lostAfter = 10 * time.Second

	// Live matches show seconds, others minutes.
	liveDrift = time.Second
	slowDrift = time.Minute
)

type shownClock struct {
	Lost bool `json:"lost,omitempty"`
	// Live and Slow are the time of day minus running time, in milliseconds.
	Live int64 `json:"live"`
	Slow int64 `json:"slow"`
}

// Redraw selects tables to redraw.
type Redraw int

// The selections.
const (
	RedrawNone  Redraw = iota
	RedrawOther        // shown on another platform as well
	RedrawLive         // live matches
	RedrawAll
)

// ShownClocks tracks what messages show of a clock. They show deadlines as times of day, so drifting running time
// requires redrawing.
type ShownClocks struct {
	clock *Clock

	mu        sync.Mutex
	planned   map[string]shownClock // for all messages
	confirmed map[string]shownClock // shown by all messages
	stored    map[string]shownClock
	downSince map[string]time.Duration // running time
}

func (s *ShownClocks) load(stored map[string]shownClock) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.planned, s.confirmed, s.stored = maps.Clone(stored), maps.Clone(stored), stored
	s.downSince = make(map[string]time.Duration)
}

func (s *ShownClocks) toStore() (shown map[string]shownClock, changed bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(s.confirmed), !maps.Equal(s.confirmed, s.stored)
}

func (s *ShownClocks) markStored(shown map[string]shownClock) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stored = shown
}

// IsLost reports whether messages say that clocks stand still.
func (s *ShownClocks) IsLost(platform string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.planned[platform].Lost
}

// Plan selects the tables to redraw. Confirm or Revert must follow.
func (s *ShownClocks) Plan(platform string, now time.Time) (redraw Redraw) {
	ran, ranOn, up := s.clock.lastLook(platform)
	s.mu.Lock()
	defer s.mu.Unlock()
	was, known := s.planned[platform]
	next := was
	switch drift := now.UnixMilli() - ranOn.Milliseconds(); {
	case !up:
		if since, down := s.downSince[platform]; !down {
			s.downSince[platform] = ran
		} else if ran-since >= lostAfter && !was.Lost {
			next.Lost, redraw = true, RedrawOther
		}
	case !known:
		next = shownClock{Live: drift, Slow: drift}
	case was.Lost || isDrift(drift, was.Slow, slowDrift):
		next, redraw = shownClock{Live: drift, Slow: drift}, RedrawAll
	case isDrift(drift, was.Live, liveDrift):
		next.Live, redraw = drift, RedrawLive
	}
	if up {
		delete(s.downSince, platform)
	}
	s.planned[platform] = next
	return redraw
}

// Confirm records that all messages show the plan. Only then is it stored, because a crash stops the redrawing.
func (s *ShownClocks) Confirm(platform string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if now, known := s.planned[platform]; known {
		s.confirmed[platform] = now
	}
}

// Revert undoes Plan, because some messages couldn't be redrawn.
func (s *ShownClocks) Revert(platform string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if before, known := s.confirmed[platform]; known {
		s.planned[platform] = before
	} else {
		delete(s.planned, platform)
	}
}

func isDrift(x, y int64, far time.Duration) bool {
	return time.Duration(x-y).Abs()*time.Millisecond >= far
}
