package discordtest

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"

	"tarockbot/bot/platform/double"
)

// response is the response to a request.
type response struct {
	status int
	body   any

	complaint error // the bot's mistake; nil if it made none
}

func success(body any) *response { return &response{status: http.StatusOK, body: body} }

// refusal returns an error in Discord's form.
func refusal(status, code int, text string) *response {
	return &response{status: status, body: map[string]any{"code": code, "message": text}}
}

// withComplaint adds the bot's mistake in the request.
func (resp *response) withComplaint(format string, args ...any) *response {
	resp.complaint = fmt.Errorf(format, args...)
	return resp
}

// invalid returns the refusal of a form. A removed emoji is no mistake of the bot.
func invalid(err error) *response {
	resp := refusal(http.StatusBadRequest, 50035, "Invalid Form Body")
	if !errors.Is(err, errRemovedEmoji) {
		resp.complaint = err
	}
	return resp
}

func unknownMessage() *response { return refusal(http.StatusNotFound, 10008, "Unknown Message") }

// request is a request to the REST interface.
type request struct {
	method string
	parts  []string // of the path below /api/vN
	query  url.Values
	auth   bool // it has the bot's token
	raw    []byte
	body   []byte                   // the message, without files
	files  map[string]double.Upload // by their numbers

	malformed error // from unpack

	accepted *upstreamResult // by the other stand-in; nil if this server decides
}

var version = regexp.MustCompile(`^/api/v(9|10)/`)

// ServeHTTP serves the REST interface and the gateway.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/" || strings.HasPrefix(r.URL.Path, "/?") {
		s.Gateway.serve(w, r)
		return
	}
	q, err := read(r)
	if err != nil {
		return // the bot has gone
	}
	s.record(q)
	s.Lock()
	early, fault := s.waits.earlyBy(q), s.NextFault(q.name())
	s.waits.demand(fault, q)
	s.Unlock()
	if early > 0 {
		s.complain("%s: sent %v too early", q.name(), early)
	}
	if fault.ReplacesResponse() {
		s.interactions.markUnanswered(q.token())
	}
	carryOut := func() *response { return s.carryOut(r, q) }
	if resp, ok := double.Meet(fault, r, carryOut, func() *response { return refusalOf(fault) }); ok {
		writeHeaders(w, q, fault)
		double.Respond(w, resp.status, resp.body)
	}
}

// read reads a request with its files. A malformed one is no error.
func read(r *http.Request) (request, error) {
	data, err := io.ReadAll(r.Body)
	if err != nil {
		return request{}, err
	}
	q := request{method: r.Method, auth: r.Header.Get("Authorization") == "Bot "+Token, raw: data, body: data,
		query: r.URL.Query(), parts: strings.Split(version.ReplaceAllString(r.URL.Path, ""), "/")}
	q.malformed = q.unpack(r.Header.Get("Content-Type"))
	return q, nil
}

// carryOut carries the request out and returns the response.
func (s *Server) carryOut(r *http.Request, q request) *response {
	switch {
	case q.malformed != nil:
		s.complain("%s: %v", q.name(), q.malformed)
		return invalid(q.malformed)
	case s.opt.Upstream != "":
		return s.passUpstream(r, q)
	}
	return s.serve(q)
}

// writeHeaders announces the rate limits.
func writeHeaders(w http.ResponseWriter, q request, fault *Fault) {
	h := w.Header()
	h.Set("X-RateLimit-Bucket", q.limit())
	if q.parts[0] == "interactions" { // Discord announces limits that each interaction has for itself
		h.Set("X-RateLimit-Remaining", "0")
		h.Set("X-RateLimit-Reset-After", "1")
	}
	if fault.Last {
		h.Set("X-RateLimit-Remaining", "0")
		h.Set("X-RateLimit-Reset-After", fmt.Sprint(fault.Wait.Seconds()))
	}
}

// name returns the request without tokens. That of a request with a file ends in "+file".
func (q request) name() string {
	if len(q.files) > 0 {
		return q.withoutToken() + " +file"
	}
	return q.withoutToken()
}

// withoutToken returns the method and the path without tokens.
func (q request) withoutToken() string {
	parts := slices.Clone(q.parts)
	if q.token() != "" {
		parts[2] = "TOKEN"
	}
	return q.method + " /" + strings.Join(parts, "/")
}

// token returns the token of the interaction that the request responds to; "" if there is none.
func (q request) token() string {
	if len(q.parts) > 2 && (q.parts[0] == "interactions" || q.parts[0] == "webhooks") {
		return q.parts[2]
	}
	return ""
}

// limit returns the scope of the request's rate limit.
func (q request) limit() string {
	if len(q.parts) > 1 && q.parts[0] == "channels" {
		return q.method + " " + q.parts[1]
	}
	return q.withoutToken()
}

// route is a kind of request. path is a pattern, in which * is any part. serve is called with the server's
// lock held.
type route struct {
	method, path string
	free         bool // the path authorises it
	serve        func(request) *response
}

// routes returns all kinds of requests.
func (s *Server) routes() []route {
	return []route{
		{"GET", "gateway", true, func(request) *response { return success(map[string]any{"url": "ws://" + s.Gateway.Addr()}) }},
		{"GET", "gateway/bot", false, s.Gateway.serveSessions},
		{"GET", "applications/@me", false, s.App.serveSelf},
		{"GET", "applications/*/emojis", false, s.App.serveEmojis},
		{"POST", "applications/*/emojis", false, s.App.serveNewEmoji},
		{"DELETE", "applications/*/emojis/*", false, s.App.serveDeleteEmoji},
		{"GET", "applications/*/commands", false, func(request) *response { return success(slices.Clone(s.App.commands)) }},
		{"PUT", "applications/*/commands", false, s.App.serveCommands},
		{"POST", "users/@me/channels", false, s.chats.serveDirect},
		{"GET", "users/*", false, s.chats.serveUser},
		{"POST", "channels/*/messages", false, s.chats.servePost},
		{"GET", "channels/*/messages/*", false, s.chats.onMessage(serveMessage)},
		{"PATCH", "channels/*/messages/*", false, s.chats.onMessage(s.chats.change)},
		{"DELETE", "channels/*/messages/*", false, s.chats.serveDelete},
		{"POST", "channels/*/messages/*/threads", false, s.chats.serveThread},
		{"POST", "interactions/*/*/callback", true, s.interactions.serveCallback},
		{"POST", "webhooks/*/*", true, s.interactions.afterResponse(s.interactions.serveFollowUp)},
		{"PATCH", "webhooks/*/*/messages/*", true, s.interactions.afterResponse(s.interactions.serveEdit)},
	}
}

func serveMessage(_ request, m *Message) *response { return success(m.asJSON()) }

// serve carries out a request by Discord's rules.
func (s *Server) serve(q request) *response {
	name := strings.Join(q.parts, "/")
	for _, r := range s.routes() {
		matches, _ := path.Match(r.path, name) // the patterns are well formed
		if !matches || r.method != q.method {
			continue
		}
		if !r.free && !q.auth && q.accepted == nil {
			return refusal(http.StatusUnauthorized, 0, "401: Unauthorized")
		}
		s.Lock()
		defer s.Unlock()
		resp := q.checkFileSize()
		if resp == nil {
			resp = r.serve(q)
		}
		if resp.complaint != nil {
			s.complain("%s: %v", q.name(), resp.complaint)
		}
		return resp
	}
	s.complain("%s: there is no such request", q.name())
	return refusal(http.StatusNotFound, 0, "404: Not Found")
}
