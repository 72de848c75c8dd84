package discord

import "sync"

// status is whether Discord sends what people do.
type status struct {
	ready chan struct{} // closed once a session has been ready

	mu     sync.Mutex
	online bool // a session is ready
}

func newStatus() *status { return &status{ready: make(chan struct{})} }

// set notes whether a session is ready, and the first time that one is.
func (s *status) set(online bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.online = online
	select {
	case <-s.ready:
	default:
		if online {
			close(s.ready)
		}
	}
}

// isOnline says whether a session is ready.
func (s *status) isOnline() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.online
}
