package alarms

import (
	"math"
	"strings"
	"sync"
	"time"

	"tarockbot/storage"
)

// never is later than all alarms.
const never = time.Duration(math.MaxInt64)

// Schedule knows when the next alarm on each timeline fires. The Runner needn't read the store before that.
type Schedule struct {
	mu      sync.Mutex
	next    map[Timeline]time.Duration
	earlier chan struct{} // holds a value after an alarm became the first of its timeline
}

// NewSchedule returns an empty Schedule.
func NewSchedule() *Schedule {
	return &Schedule{next: map[Timeline]time.Duration{WallTime: never, RunningTime: never}, earlier: make(chan struct{}, 1)}
}

// reset forgets the timeline's alarms. The caller must read them from the store.
func (s *Schedule) reset(l Timeline) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.next[l] = never
}

// add records an alarm at the time on the timeline.
func (s *Schedule) add(l Timeline, at time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if at >= s.next[l] {
		return
	}
	s.next[l] = at
	select {
	case s.earlier <- struct{}{}:
	default:
	}
}

// until returns how long after now the timeline's next alarm fires.
func (s *Schedule) until(l Timeline, now time.Duration) time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	return max(s.next[l]-now, 0)
}

// Stored records the alarms among documents that were just stored.
func (s *Schedule) Stored(docs []storage.Doc) {
	for _, doc := range docs {
		if doc.Key.Kind == KindAlarm && doc.Data != nil {
			l, _, _ := strings.Cut(doc.Key.ID, "|")
			s.add(Timeline(l), Key(doc.Key.ID).Time())
		}
	}
}
