package local

import (
	"slices"
	"strconv"
	"strings"

	"tarockbot/bot"
)

// maxStreams is how many a person may have open; the oldest yields. Browsers
// open no more than six connections to one server.
const maxStreams = 4

// stream is one open connection for events.
type stream struct {
	wake  chan struct{} // something changed
	yield chan struct{} // closed when a newer stream takes the place
}

// join opens a stream for the person; the oldest yields if there are too many.
func (h *hub) join(user bot.UserID) *stream {
	h.mu.Lock()
	defer h.mu.Unlock()
	p := h.person(user)
	s := &stream{wake: make(chan struct{}, 1), yield: make(chan struct{})}
	if len(p.streams) >= maxStreams {
		close(p.streams[0].yield)
		p.streams = slices.Delete(p.streams, 0, 1)
	}
	p.streams = append(p.streams, s)
	return s
}

// part ends the stream.
func (h *hub) part(user bot.UserID, s *stream) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if p := h.persons[user]; p != nil {
		p.streams = slices.DeleteFunc(p.streams, func(o *stream) bool { return o == s })
	}
}

// wake marks the person's streams, or everybody's if user is "".
func (h *hub) wake(user bot.UserID) {
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
		default: // marked already
		}
	}
}

// mark names the present version. The lock must be held.
func (h *hub) mark() string { return h.epoch + "." + strconv.FormatUint(h.version, 10) }

// parseMark is the version of a mark; 0 for one of another process, which has seen nothing.
func (h *hub) parseMark(mark string) uint64 {
	epoch, n, _ := strings.Cut(mark, ".")
	if epoch != h.epoch {
		return 0
	}
	v, err := strconv.ParseUint(n, 10, 64)
	if err != nil {
		return 0
	}
	return v
}

// since returns what the person lacks who has seen the mark, and the mark of
// now. A mark of another process lacks everything, empty lists too.
func (h *hub) since(user bot.UserID, mark string) ([]listUpdate, string) {
	seen := h.parseMark(mark)
	h.mu.Lock()
	defer h.mu.Unlock()
	p := h.person(user)
	updates := []listUpdate{}
	for _, list := range []*pane{&h.channel, &p.panels, &p.answers} {
		if list.version > seen || seen == 0 {
			updates = append(updates, list.since(seen, user))
		}
	}
	return updates, h.mark()
}
