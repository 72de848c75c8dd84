package tables

import (
	"math"
	"strings"
	"sync"
	"time"

	"tarockbot/storage"
)

// Never is after all alarms.
const Never = time.Duration(math.MaxInt64)

// Schedule knows when the next alarm on each line fires, so that nobody reads the
// store before.
type Schedule struct {
	mu      sync.Mutex
	next    map[Timeline]time.Duration // a line without an alarm isn't there
	Earlier chan struct{}              // holds one thing once an alarm was set that fires before all others on its line
}

// NewSchedule knows of no alarm.
func NewSchedule() *Schedule {
	return &Schedule{next: make(map[Timeline]time.Duration), Earlier: make(chan struct{}, 1)}
}

// Reset forgets the line's alarms: the caller reads them from the store.
func (s *Schedule) Reset(l Timeline) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.next, l)
}

// At notes that an alarm fires at the time on the line.
func (s *Schedule) At(l Timeline, at time.Duration) {
	if at == Never {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if next, has := s.next[l]; has && next <= at {
		return
	}
	s.next[l] = at
	select {
	case s.Earlier <- struct{}{}:
	default:
	}
}

// Until is how long it takes until an alarm of the line fires; now is what the
// line shows.
func (s *Schedule) Until(l Timeline, now time.Duration) time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	next, has := s.next[l]
	if !has {
		return Never
	}
	return max(next-now, 0)
}

// Stored notes the alarms among what has been stored.
func (s *Schedule) Stored(docs []storage.Doc) {
	for _, doc := range docs {
		if doc.Key.Kind == KindAlarm && doc.Data != nil {
			l, _, _ := strings.Cut(doc.Key.ID, "|")
			s.At(Timeline(l), AlarmKey(doc.Key.ID).Time())
		}
	}
}
