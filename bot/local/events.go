package local

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

const (
	aliveTime = 20 * time.Second // between signs of life
	sendTime  = 10 * time.Second // for a browser to take one event
)

// events is the stream of what changes on the visitor's page. Each event is
// everything that was missing at that moment, under a mark to go on from.
func (s server) events(w http.ResponseWriter, r *http.Request) {
	v, ok := s.member(w, r)
	if !ok {
		return
	}
	mark := r.Header.Get("Last-Event-ID")
	if mark == "" {
		mark = r.URL.Query().Get("seen")
	}
	w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
	w.Header().Set("X-Accel-Buffering", "no")
	out := eventWriter{w, http.NewResponseController(w)}
	_ = out.control.SetReadDeadline(time.Time{})
	stream := s.p.hub.join(v.user())
	defer s.p.hub.part(v.user(), stream)
	s.follow(r, v, stream, out, mark)
}

// follow sends until the browser, the process or a newer stream ends it.
func (s server) follow(r *http.Request, v visitor, stream *stream, out eventWriter, mark string) {
	alive := time.NewTicker(aliveTime)
	defer alive.Stop()
	if out.send("retry: 2000\n\n") != nil {
		return
	}
	for {
		next, err := s.sendSince(v, out, mark)
		if err != nil {
			return
		}
		mark = next
		select {
		case <-stream.wake:
		case <-alive.C:
			if out.send(":\n\n") != nil {
				return
			}
		case <-stream.yield:
			_ = out.send("event: elsewhere\ndata: {}\n\n")
			return
		case <-r.Context().Done():
			return
		}
	}
}

// sendSince sends what changed after the mark, if anything did.
func (s server) sendSince(v visitor, out eventWriter, mark string) (string, error) {
	updates, next := s.p.hub.since(v.user(), mark)
	if len(updates) == 0 {
		return next, nil
	}
	data, err := json.Marshal(updates)
	if err != nil {
		s.p.log.Error("local: an event can't be made", "error", err)
		return "", err
	}
	return next, out.send(fmt.Sprintf("id: %s\ndata: %s\n\n", next, data))
}

// eventWriter sends events at once, and gives up on a browser that is stuck.
type eventWriter struct {
	http.ResponseWriter
	control *http.ResponseController
}

func (w eventWriter) send(event string) error {
	_ = w.control.SetWriteDeadline(time.Now().Add(sendTime))
	if _, err := w.Write([]byte(event)); err != nil {
		return err
	}
	return w.control.Flush()
}
