package web

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	"tarockbot/bot/chat"
)

const (
	aliveTime = 20 * time.Second // between keep-alive comments
	sendTime  = 10 * time.Second // for a browser to receive one event
)

// events streams the changes of the visitor's page. Each event has the mark at which the next event continues.
func (s server) events(w http.ResponseWriter, r *http.Request, v visitor) {
	mark := cmp.Or(r.Header.Get("Last-Event-ID"), r.URL.Query().Get("seen"))
	w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
	w.Header().Set("X-Accel-Buffering", "no")
	out := eventWriter{w, http.NewResponseController(w)}
	_ = out.control.SetReadDeadline(time.Time{})
	stream := s.p.hub.join(v.user(), v.name, v.texts.Say("lang"))
	defer s.p.hub.part(v.user(), stream)
	s.sendEvents(r, v, stream, out, mark)
}

// sendEvents ends with the browser, the process or a newer stream.
func (s server) sendEvents(r *http.Request, v visitor, stream *stream, out eventWriter, mark string) {
	alive := time.NewTicker(aliveTime)
	defer alive.Stop()
	if out.send("retry: 2000\n\n") != nil {
		return
	}
	lastPresence, lastHere := emptyPresence, emptyOnline
	for {
		next, err := s.sendSince(v, out, mark)
		if err != nil {
			return
		}
		mark = next
		if out.sendNew(&lastPresence, s.p.hub.presenceEvent(v.user())) != nil || out.sendNew(&lastHere, s.p.hub.onlineEvent(v.user())) != nil {
			return
		}
		select {
		case <-stream.wake:
		case word := <-stream.words:
			if out.send(word.event()) != nil {
				return
			}
		case <-alive.C:
			if out.send(":\n\n") != nil {
				return
			}
		case <-stream.replaced:
			_ = out.send("event: replaced\ndata: {}\n\n")
			return
		case <-r.Context().Done():
			return
		}
	}
}

func (s server) sendSince(v visitor, out eventWriter, mark string) (string, error) {
	updates, next := s.p.hub.since(v.user(), mark)
	if len(updates) == 0 {
		return next, nil
	}
	if before, now := langOf(mark), langOf(next); before != "" && before != now {
		return next, out.send("event: language\ndata: {}\n\n")
	}
	data, err := json.Marshal(updates)
	if err != nil {
		s.cfg.Log.Error("local: an event can't be encoded", "err", err)
		return "", err
	}
	return next, out.send(fmt.Sprintf("id: %s\ndata: %s\n\n", next, data))
}

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

// sendNew sends an event that differs from the last one.
func (w eventWriter) sendNew(last *string, event string) error {
	if event == *last {
		return nil
	}
	*last = event
	return w.send(event)
}

// A mark is valid for one person. The lock must be held.
func (h *hub) mark(p *person) string {
	return fmt.Sprintf("%s.%s.%d.%d.%s", h.epoch, p.epoch, h.changes, p.changes, p.language())
}

func langOf(mark string) string {
	parts := strings.Split(mark, ".")
	if len(parts) != markParts {
		return ""
	}
	return parts[markParts-1]
}

const markParts = 5

// parseMark returns 0 for an invalid mark, and channel 0 after a change of language.
func (h *hub) parseMark(p *person, mark string) (channel, own uint64) {
	if n, _ := fmt.Sscanf(mark, h.epoch+"."+p.epoch+".%d.%d.", &channel, &own); n != 2 {
		return 0, 0
	}
	if langOf(mark) != p.language() {
		channel = 0
	}
	return channel, own
}

// since returns the changes since the mark: all after an invalid mark, none for a forgotten user.
func (h *hub) since(user chat.UserID, mark string) ([]listUpdate, string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	p := h.persons[user]
	if p == nil {
		return nil, mark
	}
	channel, own := h.parseMark(p, mark)
	updates := []listUpdate{}
	for _, list := range []struct {
		*pane
		seen uint64
	}{{&h.channel, channel}, {&p.panels, own}, {&p.answers, own}} {
		u := list.since(list.seen, reader{user, p.language()}, own)
		if list.version > list.seen || len(u.Changed) > 0 || list.seen == 0 {
			updates = append(updates, u)
		}
	}
	return updates, h.mark(p)
}
