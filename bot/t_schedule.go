package bot

import (
	"math"
	"strings"
	"sync"
	"time"

	"tarockbot/storage"
)

// never is after all alarms.
const never = time.Duration(math.MaxInt64)

// schedule knows when the next alarm on each line rings, so that nobody reads the
// store before.
type schedule struct {
	mu      sync.Mutex
	next    map[timeline]time.Duration // a line without an alarm isn't there
	earlier chan struct{}              // holds one thing once an alarm was set that rings before all others on its line
}

func newSchedule() *schedule {
	return &schedule{next: make(map[timeline]time.Duration), earlier: make(chan struct{}, 1)}
}

// reset forgets the line's alarms: the caller reads them from the store.
func (s *schedule) reset(l timeline) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.next, l)
}

// at notes that an alarm rings at the time on the line.
func (s *schedule) at(l timeline, at time.Duration) {
	if at == never {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if next, has := s.next[l]; has && next <= at {
		return
	}
	s.next[l] = at
	select {
	case s.earlier <- struct{}{}:
	default:
	}
}

// until is how long it takes until an alarm of the line rings; now is what the
// line shows.
func (s *schedule) until(l timeline, now time.Duration) time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	next, has := s.next[l]
	if !has {
		return never
	}
	return max(next-now, 0)
}

// stored notes the alarms among what has been stored.
func (s *schedule) stored(docs []storage.Doc) {
	for _, doc := range docs {
		if doc.Key.Kind == kindAlarm && doc.Data != nil {
			l, _, _ := strings.Cut(doc.Key.ID, "|")
			s.at(timeline(l), alarmKey(doc.Key.ID).time())
		}
	}
}
