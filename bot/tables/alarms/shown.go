package alarms

import (
	"maps"
	"sync"
	"time"
)

const (
	// lostAfter is the length of an outage before messages mention it. Most platforms reconnect at once.
	lostAfter = 10 * time.Second

	// Deadlines may be wrong by that much: live matches show seconds, others minutes.
	liveDrift = time.Second
	slowDrift = time.Minute
)

// shownClock is what messages show of a platform's clocks.
type shownClock struct {
	Lost bool `json:"lost,omitempty"` // the clocks stand still
	// Live and Slow are the time of day minus the platform's running time, in milliseconds. Messages of live
	// matches compute deadlines with Live, others with Slow.
	Live int64 `json:"live"`
	Slow int64 `json:"slow"`
}

// Redraw selects the tables whose messages must be redrawn because of a platform's clocks.
type Redraw int

// The selections.
const (
	RedrawNone  Redraw = iota
	RedrawOther        // tables that are also shown on another platform
	RedrawLive         // live matches
	RedrawAll
)

// ShownClocks are what messages show of a clock. They show deadlines as times of day, but the clock counts running
// time. When the two drift apart, messages are redrawn: during an outage they say that clocks stand still, afterwards
// they show new deadlines. The clock stores what all messages show.
type ShownClocks struct {
	clock *Clock

	mu        sync.Mutex
	planned   map[string]shownClock    // what messages should show, by platform
	confirmed map[string]shownClock    // what all messages are known to show, by platform
	stored    map[string]shownClock    // confirmed in the stored document
	downSince map[string]time.Duration // running time of the bot at which the platform disconnected
}

// load sets what all messages show by the stored document.
func (s *ShownClocks) load(stored map[string]shownClock) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.planned, s.confirmed, s.stored = maps.Clone(stored), maps.Clone(stored), stored
	s.downSince = make(map[string]time.Duration)
}

// toStore returns what all messages show, and whether the stored document differs.
func (s *ShownClocks) toStore() (shown map[string]shownClock, changed bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(s.confirmed), !maps.Equal(s.confirmed, s.stored)
}

// markStored records what the stored document says.
func (s *ShownClocks) markStored(shown map[string]shownClock) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stored = shown
}

// IsLost reports whether messages should say that the platform's clocks stand still.
func (s *ShownClocks) IsLost(platform string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.planned[platform].Lost
}

// Plan decides what messages show of the platform's clocks from that time of day on, and returns which tables must
// be redrawn for it. The caller must call Confirm or Revert afterwards.
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

// Confirm records that all messages show what Plan decided. Only then is it stored, because after a crash nobody
// would redraw the other messages.
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

// isDrift reports whether two times in milliseconds differ by at least that much.
func isDrift(x, y int64, far time.Duration) bool {
	return time.Duration(x-y).Abs()*time.Millisecond >= far
}
