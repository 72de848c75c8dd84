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

type response struct {
	status int
	body   any

	complaint error
}

func success(body any) *response { return &response{status: http.StatusOK, body: body} }

func refusal(status, code int, text string) *response {
	return &response{status: status, body: map[string]any{"code": code, "message": text}}
}

func (resp *response) withComplaint(format string, args ...any) *response {
	resp.complaint = fmt.Errorf(format, args...)
	return resp
}

func invalid(err error) *response {
	resp := refusal(http.StatusBadRequest, 50035, "Invalid Form Body")
	if !errors.Is(err, errRemovedEmoji) {
		resp.complaint = err
	}
	return resp
}

func unknownMessage() *response { return refusal(http.StatusNotFound, 10008, "Unknown Message") }

type request struct {
	method string
	parts  []string // of the path below /api/vN
	query  url.Values
	auth   bool // has the bot's token
	raw    []byte
	body   []byte                   // without files
	files  map[string]double.Upload // by number

	malformed error

	accepted *upstreamResult // nil without an upstream server
}

var version = regexp.MustCompile(`^/api/v(9|10)/`)

// ServeHTTP serves the REST interface and the gateway.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/" || strings.HasPrefix(r.URL.Path, "/?") {
		s.Gateway.serve(w, r)
		return
	}
	q, err := readRequest(r)
	if err != nil {
		return
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
	if resp, ok := double.ApplyFault(fault, r, carryOut, func() *response { return refusalOf(fault) }); ok {
		writeHeaders(w, q, fault)
		double.Respond(w, resp.status, resp.body)
	}
}

func readRequest(r *http.Request) (request, error) {
	data, err := io.ReadAll(r.Body)
	if err != nil {
		return request{}, err
	}
	q := request{method: r.Method, auth: r.Header.Get("Authorization") == "Bot "+Token, raw: data, body: data,
		query: r.URL.Query(), parts: strings.Split(version.ReplaceAllString(r.URL.Path, ""), "/")}
	q.malformed = q.unpack(r.Header.Get("Content-Type"))
	return q, nil
}

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

func writeHeaders(w http.ResponseWriter, q request, fault *Fault) {
	h := w.Header()
	h.Set("X-RateLimit-Bucket", q.limit())
	if q.parts[0] == "interactions" { // Discord announces a limit for each interaction
		h.Set("X-RateLimit-Remaining", "0")
		h.Set("X-RateLimit-Reset-After", "1")
	}
	if fault.Last {
		h.Set("X-RateLimit-Remaining", "0")
		h.Set("X-RateLimit-Reset-After", fmt.Sprint(fault.Wait.Seconds()))
	}
}

func (q request) name() string {
	if len(q.files) > 0 {
		return q.withoutToken() + " +file"
	}
	return q.withoutToken()
}

func (q request) withoutToken() string {
	parts := slices.Clone(q.parts)
	if q.token() != "" {
		parts[2] = "TOKEN"
	}
	return q.method + " /" + strings.Join(parts, "/")
}

func (q request) token() string {
	if len(q.parts) > 2 && (q.parts[0] == "interactions" || q.parts[0] == "webhooks") {
		return q.parts[2]
	}
	return ""
}

// limit returns the rate limit's scope.
func (q request) limit() string {
	if len(q.parts) > 1 && q.parts[0] == "channels" {
		return q.method + " " + q.parts[1]
	}
	return q.withoutToken()
}

// In a path, * matches any part. The server's lock is held during serve.
type route struct {
	method, path string
	withoutToken bool // accepts requests without the bot's token
	serve        func(request) *response
}

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
		{"GET", "channels/*/messages/*", false, s.chats.withMessage(serveMessage)},
		{"PATCH", "channels/*/messages/*", false, s.chats.withMessage(s.chats.change)},
		{"DELETE", "channels/*/messages/*", false, s.chats.serveDelete},
		{"POST", "channels/*/messages/*/threads", false, s.chats.serveThread},
		{"POST", "interactions/*/*/callback", true, s.interactions.serveCallback},
		{"POST", "webhooks/*/*", true, s.interactions.afterResponse(s.interactions.serveFollowUp)},
		{"PATCH", "webhooks/*/*/messages/*", true, s.interactions.afterResponse(s.interactions.serveEdit)},
	}
}

func serveMessage(_ request, m *Message) *response { return success(m.asJSON()) }

func (s *Server) serve(q request) *response {
	name := strings.Join(q.parts, "/")
	for _, r := range s.routes() {
		matches, _ := path.Match(r.path, name)
		if !matches || r.method != q.method {
			continue
		}
		if !r.withoutToken && !q.auth && q.accepted == nil {
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
	s.complain("%s: an unknown request", q.name())
	return refusal(http.StatusNotFound, 0, "404: Not Found")
}
