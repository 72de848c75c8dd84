package discordtest

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// answer is what a request is answered with.
type answer struct {
	status int
	body   any
	wrong  error // what the bot did wrong by asking so
}

func result(body any) *answer { return &answer{status: http.StatusOK, body: body} }

// refusal is Discord's error.
func refusal(status, code int, text string) *answer {
	return &answer{status: status, body: map[string]any{"code": code, "message": text}}
}

// blaming is the answer to what the bot should not have asked.
func (a *answer) blaming(format string, args ...any) *answer {
	a.wrong = fmt.Errorf(format, args...)
	return a
}

// invalid is the refusal of a form.
func invalid(err error) *answer {
	a := refusal(http.StatusBadRequest, 50035, "Invalid Form Body")
	if !errors.Is(err, errEmojiGone) {
		a.wrong = err
	}
	return a
}

func unknownMessage() *answer { return refusal(http.StatusNotFound, 10008, "Unknown Message") }

// ask is one request to the REST interface.
type ask struct {
	method string
	parts  []string // of the path below /api/vN
	query  url.Values
	auth   bool // the bot's token came with it
	raw    []byte
	body   []byte            // the message, without files
	files  map[string]upload // by their numbers

	// What another stand-in has chosen: the ids of what is made, and of its files.
	id       string
	attached []string
}

var version = regexp.MustCompile(`^/api/v(9|10)/`)

// ServeHTTP answers for Discord.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/" || strings.HasPrefix(r.URL.Path, "/?") {
		s.Gateway.serve(w, r)
		return
	}
	data, err := io.ReadAll(r.Body)
	if err != nil {
		return // the bot has gone
	}
	q := ask{method: r.Method, auth: r.Header.Get("Authorization") == "Bot "+Token, raw: data, body: data,
		query: r.URL.Query(), parts: strings.Split(version.ReplaceAllString(r.URL.Path, ""), "/")}
	malformed := q.unpack(r.Header.Get("Content-Type"))
	s.record(q, s.chats.isPublic(q))
	if early := s.early(q); early > 0 {
		s.complain("%s: sent %v too early", q.name(), early)
	}
	fault := s.faultFor(q)
	if fault.spoils() {
		s.interactions.lose(q.token())
	}
	if !fault.hold(r) {
		return
	}
	var a *answer
	switch {
	case fault.spoils() && !fault.Done:
	case malformed != nil:
		s.complain("%s: %v", q.name(), malformed)
		a = invalid(malformed)
	case s.opt.Upstream != "":
		a = s.pass(r, q)
	default:
		a = s.serve(q)
	}
	if fault != nil && fault.Then != nil {
		fault.Then()
	}
	if fault.spoils() {
		a = fault.answer()
	}
	w.Header().Set("X-RateLimit-Bucket", q.limit())
	if q.parts[0] == "interactions" { // Discord tells of limits that each interaction has for itself
		w.Header().Set("X-RateLimit-Remaining", "0")
		w.Header().Set("X-RateLimit-Reset-After", "1")
	}
	if fault != nil && fault.Last {
		w.Header().Set("X-RateLimit-Remaining", "0")
		w.Header().Set("X-RateLimit-Reset-After", fmt.Sprint(fault.Wait.Seconds()))
	}
	write(w, a)
}

func write(w http.ResponseWriter, a *answer) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(a.status)
	if a.body != nil {
		_ = json.NewEncoder(w).Encode(a.body) // the bot has gone
	}
}

// name is the request without tokens. One that brings a file ends in "+file".
func (q ask) name() string {
	if len(q.files) > 0 {
		return q.route() + " +file"
	}
	return q.route()
}

// route is the method and the path without tokens.
func (q ask) route() string {
	parts := slices.Clone(q.parts)
	if q.token() != "" {
		parts[2] = "TOKEN"
	}
	return q.method + " /" + strings.Join(parts, "/")
}

// token is the interaction's that the request answers; "" if it answers none.
func (q ask) token() string {
	if len(q.parts) > 2 && (q.parts[0] == "interactions" || q.parts[0] == "webhooks") {
		return q.parts[2]
	}
	return ""
}

// limit is what a 429 of the request holds for.
func (q ask) limit() string {
	if len(q.parts) > 1 && q.parts[0] == "channels" {
		return q.method + " " + q.parts[1]
	}
	return q.route()
}

// route says who answers a request: a pattern of its path, where * is anything.
type route struct {
	method, path string
	free         bool // the path authorises it
	serve        func(ask) *answer
}

// routes are all that the bot can ask for.
func (s *Server) routes() []route {
	return []route{
		{"GET", "gateway", true, s.Gateway.serveAddress},
		{"GET", "gateway/bot", false, s.Gateway.serveSessions},
		{"GET", "applications/@me", false, s.App.serveSelf},
		{"GET", "applications/*/emojis", false, s.App.serveEmojis},
		{"POST", "applications/*/emojis", false, s.App.serveNewEmoji},
		{"DELETE", "applications/*/emojis/*", false, s.App.serveEmojiGone},
		{"GET", "applications/*/commands", false, s.App.serveCommandList},
		{"PUT", "applications/*/commands", false, s.App.serveCommands},
		{"POST", "users/@me/channels", false, s.chats.serveDirect},
		{"GET", "users/*", false, s.chats.serveUser},
		{"POST", "channels/*/messages", false, s.chats.servePost},
		{"GET", "channels/*/messages/*", false, s.chats.serveMessage},
		{"PATCH", "channels/*/messages/*", false, s.chats.serveEdit},
		{"DELETE", "channels/*/messages/*", false, s.chats.serveDelete},
		{"POST", "channels/*/messages/*/threads", false, s.chats.serveThread},
		{"POST", "interactions/*/*/callback", true, s.interactions.serveCallback},
		{"POST", "webhooks/*/*", true, s.interactions.serveFollowUp},
		{"PATCH", "webhooks/*/*/messages/*", true, s.interactions.serveEdit},
	}
}

// serve answers a request by the rules.
func (s *Server) serve(q ask) *answer {
	for _, r := range s.routes() {
		if r.method != q.method || !fits(r.path, q.parts) {
			continue
		}
		if !r.free && !q.auth && q.id == "" {
			return refusal(http.StatusUnauthorized, 0, "401: Unauthorized")
		}
		s.Lock()
		defer s.Unlock()
		a := q.tooLarge()
		if a == nil {
			a = r.serve(q)
		}
		if a.wrong != nil {
			s.complain("%s: %v", q.name(), a.wrong)
		}
		return a
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
