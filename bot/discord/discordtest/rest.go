package discordtest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// answer is what a request is answered with.
type answer struct {
	status int
	body   any
}

// refusal is Discord's error.
func refusal(status, code int, text string) answer {
	return answer{status, map[string]any{"code": code, "message": text}}
}

func unknownMessage() answer { return refusal(http.StatusNotFound, 10008, "Unknown Message") }

// ask is one request to the REST interface.
type ask struct {
	method string
	parts  []string // of the path below /api/vN
	auth   bool     // the bot's token came with it
	body   []byte
	id     string // of what is made, if another stand-in has chosen it
}

var version = regexp.MustCompile(`^/api/v(9|10)/`)

// ServeHTTP answers for Discord.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/" || strings.HasPrefix(r.URL.Path, "/?") {
		s.serveGateway(w, r)
		return
	}
	data, err := io.ReadAll(r.Body)
	if err != nil {
		return // the bot has gone
	}
	q := ask{method: r.Method, auth: r.Header.Get("Authorization") == "Bot "+Token, body: data,
		parts: strings.Split(version.ReplaceAllString(r.URL.Path, ""), "/")}
	s.note(q)
	fault := s.faultFor(q)
	if !fault.hold(r) {
		return
	}
	var a answer
	switch {
	case fault.spoils() && !fault.Done:
	case s.opt.Upstream != "":
		a = s.pass(r, q)
	default:
		a = s.serve(q)
	}
	if fault.spoils() {
		a = fault.answer()
	}
	w.Header().Set("X-RateLimit-Bucket", q.limit())
	if q.parts[0] == "interactions" { // Discord tells of limits that each interaction has for itself
		w.Header().Set("X-RateLimit-Remaining", "0")
		w.Header().Set("X-RateLimit-Reset-After", "1")
	}
	write(w, a)
}

func write(w http.ResponseWriter, a answer) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(a.status)
	if a.body != nil {
		_ = json.NewEncoder(w).Encode(a.body) // the bot has gone
	}
}

// name is the request without tokens.
func (q ask) name() string {
	parts := slices.Clone(q.parts)
	if len(parts) > 2 && (parts[0] == "interactions" || parts[0] == "webhooks") {
		parts[2] = "TOKEN"
	}
	return q.method + " /" + strings.Join(parts, "/")
}

// note keeps what was asked, and what everybody in the channel can see of it.
func (s *Server) note(q ask) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = append(s.requests, q.name())
	if until, ok := s.limited[q.limit()]; ok && time.Now().Before(until) {
		s.complainLocked("%s: sent %v too early", q.name(), time.Until(until))
	}
	if len(q.parts) > 1 && q.parts[0] == "channels" && q.parts[1] == Channel {
		s.traffic = append(s.traffic, string(q.body))
	}
}

// limit is what a 429 of the request holds for.
func (q ask) limit() string {
	if len(q.parts) > 1 && q.parts[0] == "channels" {
		return q.method + " " + q.parts[1]
	}
	return q.name()
}

// pass lets the other stand-in answer, and keeps what came of it.
func (s *Server) pass(r *http.Request, q ask) answer {
	req, err := http.NewRequestWithContext(context.WithoutCancel(r.Context()), r.Method, s.opt.Upstream+r.URL.Path, bytes.NewReader(q.body))
	if err != nil {
		return refusal(http.StatusBadGateway, 0, "no request")
	}
	req.Header = r.Header.Clone()
	there, err := s.client.Do(req)
	if err != nil {
		return refusal(http.StatusBadGateway, 0, "the other stand-in doesn't answer")
	}
	defer func() { _ = there.Body.Close() }()
	data, err := io.ReadAll(there.Body)
	if err != nil {
		return refusal(http.StatusBadGateway, 0, "the other stand-in's answer was cut")
	}
	var made struct {
		ID   string `json:"id"`
		Code int    `json:"code"`
	}
	_ = json.Unmarshal(data, &made) // not all answers have an id
	const answeredAlready = 40060   // a slow answer is sent again
	if made.Code == answeredAlready {
		return answer{there.StatusCode, json.RawMessage(data)}
	}
	if there.StatusCode >= http.StatusMultipleChoices {
		s.complain("%s: the other stand-in says %d: %.300s", q.name(), there.StatusCode, data)
	} else if q.id = made.ID; q.parts[0] != "gateway" {
		s.serve(q)
	}
	if len(data) == 0 {
		return answer{status: there.StatusCode}
	}
	return answer{there.StatusCode, json.RawMessage(data)}
}

// route says who answers a request: a pattern of its path, where * is anything.
type route struct {
	method, path string
	free         bool // the path authorises it
	serve        func(*Server, ask) answer
}

func routes() []route {
	return []route{
		{"GET", "gateway", true, (*Server).serveAddress},
		{"GET", "applications/@me", false, (*Server).serveApplication},
		{"GET", "applications/*/emojis", false, (*Server).serveEmojis},
		{"PUT", "applications/*/commands", false, (*Server).serveCommands},
		{"POST", "users/@me/channels", false, (*Server).serveDirect},
		{"GET", "users/*", false, (*Server).serveUser},
		{"POST", "channels/*/messages", false, (*Server).servePost},
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
	s.complainLocked("%s: %v", q.name(), err)
	return refusal(http.StatusBadRequest, 50035, "Invalid Form Body")
}

func (s *Server) serveAddress(ask) answer {
	return answer{http.StatusOK, map[string]any{"url": "ws://" + s.listener.Addr().String()}}
}

func (s *Server) serveApplication(q ask) answer {
	if q.id != "" {
		s.app = q.id
	}
	return answer{http.StatusOK, map[string]any{"id": s.app, "name": "tarockbot"}}
}

func (s *Server) serveEmojis(ask) answer {
	items := []any{}
	for i, name := range s.opt.Emojis {
		items = append(items, map[string]any{"id": strconv.Itoa(700 + i), "name": name})
	}
	return answer{http.StatusOK, map[string]any{"items": items}}
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
	case direct || channel == Channel && !s.kicked:
		return nil
	case channel == Channel:
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
	b, err := readBody(q.body, false)
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
	m := &Message{ID: q.id, Channel: channel, Flags: b.Flags, Content: b.Content, Components: b.Components}
	if m.ID == "" {
		m.ID = s.newID()
	}
	m.Pinged = pinged(b)
	if person, direct := s.direct[channel]; direct {
		m.Pinged = []string{person}
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

func (s *Server) serveEdit(q ask) answer {
	m, ok := s.messages[q.parts[1]+"/"+q.parts[3]]
	if no := s.mayWrite(q.parts[1]); no != nil {
		return *no
	}
	if !ok || m.deleted || m.Owner != "" {
		return unknownMessage()
	}
	return s.change(q, m)
}

// change gives a message a new content.
func (s *Server) change(q ask, m *Message) answer {
	b, err := readBody(q.body, m.Flags&ComponentsV2 != 0)
	if err != nil {
		return s.invalid(q, err)
	}
	m.Content, m.Edits = b.Content, m.Edits+1
	m.Flags |= b.Flags & ComponentsV2
	if b.hasComponents {
		m.Components = b.Components
	}
	s.signal()
	return answer{http.StatusOK, m.asJSON()}
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
	return answer{http.StatusCreated, map[string]any{"id": q.parts[3], "parent_id": q.parts[1], "type": 11}}
}
