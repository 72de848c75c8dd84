package web

import (
	"slices"

	"tarockbot/bot/chat"
)

// maxStreams is the number of streams a user may have open; the oldest is closed for a newer one. Browsers
// open at most six connections to one server.
const maxStreams = 4

// stream is one open connection for events.
type stream struct {
	wake  chan struct{} // something changed
	yield chan struct{} // closed when a newer stream replaces this one
}

// join opens a stream for the user. If there are too many, the oldest is closed. The language heard is the
// browser's.
func (h *hub) join(user chat.UserID, heard string) *stream {
	h.mu.Lock()
	defer h.mu.Unlock()
	p := h.person(user)
	p.heard = heard
	s := &stream{wake: make(chan struct{}, 1), yield: make(chan struct{})}
	if len(p.streams) >= maxStreams {
		close(p.streams[0].yield)
		p.streams = slices.Delete(p.streams, 0, 1)
	}
	p.streams = append(p.streams, s)
	h.wakeCompany(user)
	return s
}

// part removes the stream.
func (h *hub) part(user chat.UserID, s *stream) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if p := h.persons[user]; p != nil {
		p.streams = slices.DeleteFunc(p.streams, func(o *stream) bool { return o == s })
		h.wakeCompany(user)
	}
}

// wake wakes the user's streams, or all streams if user is empty. The lock must be held.
func (h *hub) wake(user chat.UserID) {
	if user == "" {
		for _, p := range h.persons {
			p.wake()
		}
		return
	}
	if p := h.persons[user]; p != nil {
		p.wake()
	}
}

func (p *person) wake() {
	for _, s := range p.streams {
		select {
		case s.wake <- struct{}{}:
		default: // woken already
		}
	}
}
