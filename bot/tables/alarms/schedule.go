package alarms

import (
	"math"
	"strings"
	"sync"
	"time"

	"tarockbot/storage"
)

const never = time.Duration(math.MaxInt64)

// Schedule spares reads of the store before the next alarm.
type Schedule struct {
	mu      sync.Mutex
	next    map[Timeline]time.Duration
	earlier chan struct{} // signals an earlier first alarm
}

// NewSchedule returns an empty Schedule.
func NewSchedule() *Schedule {
	return &Schedule{next: map[Timeline]time.Duration{WallTime: never, RunningTime: never}, earlier: make(chan struct{}, 1)}
}

func (s *Schedule) reset(l Timeline) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.next[l] = never
}

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

func (s *Schedule) until(l Timeline, now time.Duration) time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	return max(s.next[l]-now, 0)
}

// Stored records the alarms among stored documents.
func (s *Schedule) Stored(docs []storage.Doc) {
	for _, doc := range docs {
		if doc.Key.Kind == KindAlarm && doc.Data != nil {
			l, _, _ := strings.Cut(doc.Key.ID, "|")
			s.add(Timeline(l), Key(doc.Key.ID).Time())
		}
	}
}
