package web

import (
	"slices"

	"tarockbot/bot/chat"
)

// Browsers open at most six connections to one server.
const maxStreams = 4

type stream struct {
	wake     chan struct{}
	words    chan spokenWord
	replaced chan struct{} // closed when a newer stream replaces it
}

// join closes the oldest stream if there are too many. browserLang is the browser's language.
func (h *hub) join(user chat.UserID, name, browserLang string) *stream {
	h.mu.Lock()
	defer h.mu.Unlock()
	p := h.person(user)
	p.name, p.browserLang = name, browserLang
	s := &stream{wake: make(chan struct{}, 1), words: make(chan spokenWord, 1), replaced: make(chan struct{})}
	if len(p.streams) >= maxStreams {
		close(p.streams[0].replaced)
		p.streams = slices.Delete(p.streams, 0, 1)
	}
	p.streams = append(p.streams, s)
	h.wake("")
	return s
}

func (h *hub) part(user chat.UserID, s *stream) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if p := h.persons[user]; p != nil {
		p.streams = slices.DeleteFunc(p.streams, func(o *stream) bool { return o == s })
		h.wake("")
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
		default:
		}
	}
}
