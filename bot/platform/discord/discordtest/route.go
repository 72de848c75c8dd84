package discordtest

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
)

// route says who answers a request: a pattern of its path, where * is anything.
type route struct {
	method, path string
	free         bool // the path authorises it
	serve        func(requests, ask) answer
}

func routes() []route {
	return []route{
		{"GET", "gateway", true, requests.serveAddress},
		{"GET", "gateway/bot", false, requests.serveSessions},
		{"GET", "applications/@me", false, requests.serveApplication},
		{"GET", "applications/*/emojis", false, requests.serveEmojis},
		{"POST", "applications/*/emojis", false, requests.serveNewEmoji},
		{"DELETE", "applications/*/emojis/*", false, requests.serveEmojiGone},
		{"GET", "applications/*/commands", false, requests.serveCommandList},
		{"PUT", "applications/*/commands", false, requests.serveCommands},
		{"POST", "users/@me/channels", false, requests.serveDirect},
		{"GET", "users/*", false, requests.serveUser},
		{"POST", "channels/*/messages", false, requests.servePost},
		{"GET", "channels/*/messages/*", false, requests.serveMessage},
		{"PATCH", "channels/*/messages/*", false, requests.serveEdit},
		{"DELETE", "channels/*/messages/*", false, requests.serveDelete},
		{"POST", "channels/*/messages/*/threads", false, requests.serveThread},
		{"POST", "interactions/*/*/callback", true, requests.serveCallback},
		{"POST", "webhooks/*/*", true, requests.serveFollowUp},
		{"PATCH", "webhooks/*/*/messages/*", true, requests.serveHookEdit},
	}
}

// requests are what the bot can ask for. The server's lock must be held.
type requests struct{ s *Server }

// requestsOf are the server's.
func (s *Server) requestsOf() requests { return requests{s} }

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
		if no := s.requestsOf().tooLarge(q); no != nil {
			return *no
		}
		return r.serve(s.requestsOf(), q)
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
func (rs requests) invalid(q ask, err error) answer {
	if !errors.Is(err, errEmojiGone) {
		rs.s.complainLocked("%s: %v", q.name(), err)
	}
	return refusal(http.StatusBadRequest, 50035, "Invalid Form Body")
}

func (rs requests) serveAddress(ask) answer {
	return answer{http.StatusOK, map[string]any{"url": "ws://" + rs.s.listener.Addr().String()}}
}

// serveSessions tells how many sessions may be begun. The day doesn't end.
func (rs requests) serveSessions(ask) answer {
	total := cmp.Or(rs.s.opt.Sessions, 1000)
	limit := map[string]any{"total": total, "remaining": total - rs.s.identified, "reset_after": (24 * time.Hour).Milliseconds(), "max_concurrency": 1}
	return answer{http.StatusOK, map[string]any{"url": "ws://" + rs.s.listener.Addr().String(), "shards": 1, "session_start_limit": limit}}
}

func (rs requests) serveApplication(q ask) answer {
	if q.id != "" {
		rs.s.app = q.id
	}
	return answer{http.StatusOK, map[string]any{"id": rs.s.app, "name": "tarockbot"}}
}

func (rs requests) serveCommands(q ask) answer {
	var commands []Command
	decoder := json.NewDecoder(bytes.NewReader(q.body))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&commands); err != nil {
		return rs.invalid(q, err)
	}
	for _, c := range commands {
		if err := c.Check(); err != nil {
			return rs.invalid(q, err)
		}
	}
	starts := func(c Command) bool { return c.Type == entryPoint }
	if slices.ContainsFunc(rs.s.commands, starts) && !slices.ContainsFunc(commands, starts) {
		return refusal(http.StatusBadRequest, 50240, "You cannot remove this app's Entry Point command in a bulk update operation. Please include the Entry Point command in your update request or delete it separately.")
	}
	rs.s.commands = commands
	rs.s.registered++
	return answer{http.StatusOK, []any{}}
}

func (rs requests) serveCommandList(ask) answer {
	return answer{http.StatusOK, slices.Clone(rs.s.commands)}
}

func (rs requests) serveUser(q ask) answer {
	if p, ok := rs.s.people[q.parts[1]]; ok {
		return answer{http.StatusOK, p.user()}
	}
	return refusal(http.StatusNotFound, 10013, "Unknown User")
}

// serveDirect opens a direct channel, the same each time.
func (rs requests) serveDirect(q ask) answer {
	var want struct {
		Recipient string `json:"recipient_id"`
	}
	if err := json.Unmarshal(q.body, &want); err != nil {
		return rs.invalid(q, err)
	}
	if _, ok := rs.s.people[want.Recipient]; !ok {
		return refusal(http.StatusBadRequest, 50033, "Invalid Recipient(s)")
	}
	for channel, person := range rs.s.direct {
		if person == want.Recipient && q.id == "" {
			return answer{http.StatusOK, map[string]any{"id": channel, "type": 1}}
		}
	}
	id := q.id
	if id == "" {
		id = rs.s.newID()
	}
	rs.s.direct[id] = want.Recipient
	return answer{http.StatusOK, map[string]any{"id": id, "type": 1}}
}

// mayWrite says why the bot may not write in the channel, if so.
func (rs requests) mayWrite(channel string) *answer {
	var no answer
	person, direct := rs.s.direct[channel]
	switch {
	case direct && rs.s.closed[person]:
		no = refusal(http.StatusForbidden, 50007, "Cannot send messages to this user")
	case direct || rs.s.channels[channel] && !rs.s.kicked && !rs.s.forbidden[channel]:
		return nil
	case rs.s.channels[channel] && !rs.s.kicked:
		no = refusal(http.StatusForbidden, 50013, "Missing Permissions")
	case rs.s.channels[channel]:
		no = refusal(http.StatusForbidden, 50001, "Missing Access")
	default:
		no = refusal(http.StatusNotFound, 10003, "Unknown Channel")
	}
	return &no
}

func (rs requests) servePost(q ask) answer {
	channel := q.parts[1]
	if no := rs.mayWrite(channel); no != nil {
		return *no
	}
	b, err := rs.readMessage(q, q.body, false, nil)
	if err != nil {
		return rs.invalid(q, err)
	}
	nonce, _ := b.Nonce.(string)
	if nonce == "" || !b.EnforceNonce {
		return rs.invalid(q, fmt.Errorf("a post without an enforced nonce"))
	}
	const remembered = 5 * time.Minute
	if old, ok := rs.s.nonces[channel+nonce]; ok && time.Since(old.at) < remembered && q.id == "" {
		return answer{http.StatusOK, old.message.asJSON()}
	}
	m := &Message{ID: q.id, Channel: channel, Flags: b.Flags, Content: b.Content, Components: b.Components, Attachments: b.files}
	if m.ID == "" {
		m.ID = rs.s.newID()
	}
	m.Pinged = pinged(b)
	if person, direct := rs.s.direct[channel]; direct {
		m.Pinged = []string{person}
	}
	if m.Flags&Silent != 0 {
		m.Pinged = nil
	}
	rs.s.nonces[channel+nonce] = sent{m, time.Now()}
	rs.s.requestsOf().storeMessage(m)
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
func (rs requests) posted(q ask) (*Message, *answer) {
	if no := rs.mayWrite(q.parts[1]); no != nil {
		return nil, no
	}
	m, ok := rs.s.messages[q.parts[1]+"/"+q.parts[3]]
	if !ok || m.deleted || m.Owner != "" {
		no := unknownMessage()
		return nil, &no
	}
	return m, nil
}

func (rs requests) serveMessage(q ask) answer {
	m, no := rs.posted(q)
	if no != nil {
		return *no
	}
	return answer{http.StatusOK, m.asJSON()}
}

func (rs requests) serveEdit(q ask) answer {
	m, no := rs.posted(q)
	if no != nil {
		return *no
	}
	return rs.change(q, m)
}

// change gives a message a new content.
func (rs requests) change(q ask, m *Message) answer {
	b, err := rs.readMessage(q, q.body, m.Flags&ComponentsV2 != 0, m.Attachments)
	if err != nil {
		return rs.invalid(q, err)
	}
	rs.rewrite(m, b)
	return answer{http.StatusOK, m.asJSON()}
}

// rewrite gives a message the content. The lock must be held.
func (rs requests) rewrite(m *Message, b body) {
	m.Content, m.Attachments, m.Edits = b.Content, b.files, m.Edits+1
	m.Flags |= b.Flags & ComponentsV2
	if b.hasComponents {
		m.Components = b.Components
	}
	rs.s.signal()
}

func (rs requests) serveDelete(q ask) answer {
	m, ok := rs.s.messages[q.parts[1]+"/"+q.parts[3]]
	if !ok || m.deleted {
		return unknownMessage()
	}
	m.deleted = true
	rs.s.signal()
	return answer{status: http.StatusNoContent}
}

func (rs requests) serveThread(q ask) answer {
	if _, ok := rs.s.messages[q.parts[1]+"/"+q.parts[3]]; !ok {
		return unknownMessage()
	}
	rs.s.channels[q.parts[3]] = true
	rs.s.signal()
	return answer{http.StatusCreated, map[string]any{"id": q.parts[3], "parent_id": q.parts[1], "type": 11}}
}
