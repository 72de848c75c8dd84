package discordtest

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// route says who answers a request: a pattern of its path, where * is anything.
type route struct {
	method, path string
	free         bool // the path authorises it
	serve        func(*Server, ask) answer
}

func routes() []route {
	return []route{
		{"GET", "gateway", true, (*Server).serveAddress},
		{"GET", "gateway/bot", false, (*Server).serveSessions},
		{"GET", "applications/@me", false, (*Server).serveApplication},
		{"GET", "applications/*/emojis", false, (*Server).serveEmojis},
		{"POST", "applications/*/emojis", false, (*Server).serveNewEmoji},
		{"DELETE", "applications/*/emojis/*", false, (*Server).serveEmojiGone},
		{"PUT", "applications/*/commands", false, (*Server).serveCommands},
		{"POST", "users/@me/channels", false, (*Server).serveDirect},
		{"GET", "users/*", false, (*Server).serveUser},
		{"POST", "channels/*/messages", false, (*Server).servePost},
		{"GET", "channels/*/messages/*", false, (*Server).serveMessage},
		{"PATCH", "channels/*/messages/*", false, (*Server).serveEdit},
		{"DELETE", "channels/*/messages/*", false, (*Server).serveDelete},
		{"POST", "channels/*/messages/*/threads", false, (*Server).serveThread},
		{"POST", "interactions/*/*/callback", true, (*Server).serveCallback},
		{"POST", "webhooks/*/*", true, (*Server).serveFollowUp},
		{"PATCH", "webhooks/*/*/messages/*", true, (*Server).serveHookEdit},
	}
}

// serve answers a request by the rules.
func (s *Server) serve(q ask) answer {
	for _, r := range routes() {
		if r.method != q.method || !fits(r.path, q.parts) {
			continue
		}
		if !r.free && !q.auth && q.id == "" {
			return refusal(http.StatusUnauthorized, 0, "401: Unauthorized")
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		if no := s.tooLarge(q); no != nil {
			return *no
		}
		return r.serve(s, q)
	}
	s.complain("%s: there is no such request", q.name())
	return refusal(http.StatusNotFound, 0, "404: Not Found")
}

func fits(pattern string, parts []string) bool {
	want := strings.Split(pattern, "/")
	if len(want) != len(parts) {
		return false
	}
	for i, w := range want {
		if w != "*" && w != parts[i] {
			return false
		}
	}
	return true
}

// invalid is the refusal of a form, which is the bot's fault.
func (s *Server) invalid(q ask, err error) answer {
	if !errors.Is(err, errEmojiGone) {
		s.complainLocked("%s: %v", q.name(), err)
	}
	return refusal(http.StatusBadRequest, 50035, "Invalid Form Body")
}

func (s *Server) serveAddress(ask) answer {
	return answer{http.StatusOK, map[string]any{"url": "ws://" + s.listener.Addr().String()}}
}

// serveSessions tells how many sessions may be begun. The day doesn't end.
func (s *Server) serveSessions(ask) answer {
	total := cmp.Or(s.opt.Sessions, 1000)
	limit := map[string]any{"total": total, "remaining": total - s.identified, "reset_after": (24 * time.Hour).Milliseconds(), "max_concurrency": 1}
	return answer{http.StatusOK, map[string]any{"url": "ws://" + s.listener.Addr().String(), "shards": 1, "session_start_limit": limit}}
}

func (s *Server) serveApplication(q ask) answer {
	if q.id != "" {
		s.app = q.id
	}
	return answer{http.StatusOK, map[string]any{"id": s.app, "name": "tarockbot"}}
}

func (s *Server) serveCommands(q ask) answer {
	var commands []Command
	decoder := json.NewDecoder(bytes.NewReader(q.body))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&commands); err != nil {
		return s.invalid(q, err)
	}
	const most = 8000
	for _, c := range commands {
		if err := c.check(false); err != nil {
			return s.invalid(q, err)
		}
		if n := c.size(); n > most {
			return s.invalid(q, fmt.Errorf("a command of %d characters", n))
		}
	}
	s.commands = commands
	s.registered++
	return answer{http.StatusOK, []any{}}
}

func (s *Server) serveUser(q ask) answer {
	if p, ok := s.people[q.parts[1]]; ok {
		return answer{http.StatusOK, p.user()}
	}
	return refusal(http.StatusNotFound, 10013, "Unknown User")
}

// serveDirect opens a direct channel, the same each time.
func (s *Server) serveDirect(q ask) answer {
	var want struct {
		Recipient string `json:"recipient_id"`
	}
	if err := json.Unmarshal(q.body, &want); err != nil {
		return s.invalid(q, err)
	}
	if _, ok := s.people[want.Recipient]; !ok {
		return refusal(http.StatusBadRequest, 50033, "Invalid Recipient(s)")
	}
	for channel, person := range s.direct {
		if person == want.Recipient && q.id == "" {
			return answer{http.StatusOK, map[string]any{"id": channel, "type": 1}}
		}
	}
	id := q.id
	if id == "" {
		id = s.newID()
	}
	s.direct[id] = want.Recipient
	return answer{http.StatusOK, map[string]any{"id": id, "type": 1}}
}

// mayWrite says why the bot may not write in the channel, if so.
func (s *Server) mayWrite(channel string) *answer {
	var no answer
	person, direct := s.direct[channel]
	switch {
	case direct && s.closed[person]:
		no = refusal(http.StatusForbidden, 50007, "Cannot send messages to this user")
	case direct || s.channels[channel] && !s.kicked && !s.forbidden[channel]:
		return nil
	case s.channels[channel] && !s.kicked:
		no = refusal(http.StatusForbidden, 50013, "Missing Permissions")
	case s.channels[channel]:
		no = refusal(http.StatusForbidden, 50001, "Missing Access")
	default:
		no = refusal(http.StatusNotFound, 10003, "Unknown Channel")
	}
	return &no
}

func (s *Server) servePost(q ask) answer {
	channel := q.parts[1]
	if no := s.mayWrite(channel); no != nil {
		return *no
	}
	b, err := s.readMessage(q, q.body, false, nil)
	if err != nil {
		return s.invalid(q, err)
	}
	nonce, _ := b.Nonce.(string)
	if nonce == "" || !b.EnforceNonce {
		return s.invalid(q, fmt.Errorf("a post without an enforced nonce"))
	}
	const remembered = 5 * time.Minute
	if old, ok := s.nonces[channel+nonce]; ok && time.Since(old.at) < remembered && q.id == "" {
		return answer{http.StatusOK, old.message.asJSON()}
	}
	m := &Message{ID: q.id, Channel: channel, Flags: b.Flags, Content: b.Content, Components: b.Components, Attachments: b.files}
	if m.ID == "" {
		m.ID = s.newID()
	}
	m.Pinged = pinged(b)
	if person, direct := s.direct[channel]; direct {
		m.Pinged = []string{person}
	}
	if m.Flags&Silent != 0 {
		m.Pinged = nil
	}
	s.nonces[channel+nonce] = sent{m, time.Now()}
	s.keep(m)
	return answer{http.StatusOK, m.asJSON()}
}

// pinged are those whom the text mentions and the bot lets be notified.
func pinged(b body) []string {
	text := Message{Content: b.Content, Components: b.Components}.Text()
	var list []string
	for _, id := range b.AllowedMentions.Users {
		if strings.Contains(text, "<@"+id+">") {
			list = append(list, id)
		}
	}
	return list
}

// posted is the message in a channel that the request is about.
func (s *Server) posted(q ask) (*Message, *answer) {
	if no := s.mayWrite(q.parts[1]); no != nil {
		return nil, no
	}
	m, ok := s.messages[q.parts[1]+"/"+q.parts[3]]
	if !ok || m.deleted || m.Owner != "" {
		no := unknownMessage()
		return nil, &no
	}
	return m, nil
}

func (s *Server) serveMessage(q ask) answer {
	m, no := s.posted(q)
	if no != nil {
		return *no
	}
	return answer{http.StatusOK, m.asJSON()}
}

func (s *Server) serveEdit(q ask) answer {
	m, no := s.posted(q)
	if no != nil {
		return *no
	}
	return s.change(q, m)
}

// change gives a message a new content.
func (s *Server) change(q ask, m *Message) answer {
	b, err := s.readMessage(q, q.body, m.Flags&ComponentsV2 != 0, m.Attachments)
	if err != nil {
		return s.invalid(q, err)
	}
	s.rewrite(m, b)
	return answer{http.StatusOK, m.asJSON()}
}

// rewrite gives a message the content. The lock must be held.
func (s *Server) rewrite(m *Message, b body) {
	m.Content, m.Attachments, m.Edits = b.Content, b.files, m.Edits+1
	m.Flags |= b.Flags & ComponentsV2
	if b.hasComponents {
		m.Components = b.Components
	}
	s.signal()
}

func (s *Server) serveDelete(q ask) answer {
	m, ok := s.messages[q.parts[1]+"/"+q.parts[3]]
	if !ok || m.deleted {
		return unknownMessage()
	}
	m.deleted = true
	s.signal()
	return answer{status: http.StatusNoContent}
}

func (s *Server) serveThread(q ask) answer {
	if _, ok := s.messages[q.parts[1]+"/"+q.parts[3]]; !ok {
		return unknownMessage()
	}
	s.channels[q.parts[3]] = true
	s.signal()
	return answer{http.StatusCreated, map[string]any{"id": q.parts[3], "parent_id": q.parts[1], "type": 11}}
}
