// Package telegramtest enforces the documented rules of the Bot API. Tests control its people and groups. It shares no
// code with any client. Start at Server; methods.go lists the methods, rules.go the limits.
package telegramtest

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"tarockbot/bot/platform/double"
)

// The server knows only this bot.
const (
	Token    = "4242424242:AAtesttesttesttesttesttesttesttest"
	Username = "TarockTestBot"
	botID    = 4242424242
)

// Server is the Bot API. Its lock guards all fields and their parts.
type Server struct {
	*shared
	Updates *Updates
	limits  limits
	photos  photos

	people    map[int64]*Person
	chats     map[int64]*Chat
	lastID    int64 // of people and, negated, of chats
	presses   map[string]*press
	inline    map[string]*inlineQuery
	lastQuery int64
	commands  map[string]string // by scope and language
	requests  []Request
}

// shared is common to Server and Updates.
type shared struct {
	double.Service
	now func() time.Time
}

// Request is a finished call.
type Request struct {
	Method string
	Params map[string]string
	Code   int // HTTP status
	At     time.Time
	Files  int // bytes
}

// Start serves at the address; "" means any free port. A nil now means time.Now.
func Start(address string, now func() time.Time) (*Server, error) {
	host, err := double.Listen(address)
	if err != nil {
		return nil, fmt.Errorf("telegramtest: %w", err)
	}
	return serve(host, now), nil
}

// StartInMemory serves in memory, for synctest bubbles.
func StartInMemory(now func() time.Time) *Server { return serve(double.InMemory(), now) }

func serve(host *double.Host, now func() time.Time) *Server {
	if now == nil {
		now = time.Now
	}
	s := &Server{
		shared: &shared{Service: double.Service{Host: host}, now: now}, photos: photos{known: make(map[string]*Photo)},
		people: make(map[int64]*Person), chats: make(map[int64]*Chat), lastID: 610_000_000,
		presses: make(map[string]*press), inline: make(map[string]*inlineQuery), commands: make(map[string]string),
	}
	s.Updates = &Updates{shared: s.shared, next: 700_000_001, confirmed: make(map[int64]bool), caller: http.DefaultClient}
	host.Serve(s)
	return s
}

// Close stops the server.
func (s *Server) Close() {
	s.Lock()
	s.Updates.dropHook()
	s.Updates.caller.CloseIdleConnections()
	s.Unlock()
	s.Host.Close()
}

// Requests returns finished calls; "" means all methods except getUpdates.
func (s *Server) Requests(method string) []Request {
	s.Lock()
	defer s.Unlock()
	return slices.DeleteFunc(slices.Clone(s.requests), func(r Request) bool {
		return r.Method != method && (method != "" || r.Method == "getUpdates")
	})
}

// Commands returns menus by scope and language.
func (s *Server) Commands() map[string]string {
	return double.Locked(s, func() map[string]string { return maps.Clone(s.commands) })
}

func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	rest, ok := strings.CutPrefix(r.URL.Path, "/bot")
	token, method, named := strings.Cut(rest, "/")
	switch {
	case !ok || !named:
		write(w, refuse(http.StatusNotFound, "Not Found"))
		return
	case token != Token:
		write(w, refuse(http.StatusUnauthorized, "Unauthorized"))
		return
	}
	call, err := s.readCall(method, r)
	if err != nil {
		write(w, badRequest(err.Error()))
		return
	}
	fault := double.Locked(s, func() *Fault { return s.NextFault(method) })
	carryOut := func() *reply { return s.record(call, call.answer(r.Context())) }
	answer, ok := double.ApplyFault(fault, r, carryOut, func() *reply { return s.record(call, refusal(fault)) })
	switch {
	case !ok:
	case fault.Raw:
		w.WriteHeader(fault.Status)
		_, _ = io.WriteString(w, fault.Text)
	default:
		write(w, answer)
	}
}

func (s *Server) record(call apiCall, answer *reply) *reply {
	code := cmp.Or(answer.Code, http.StatusOK)
	s.Do(func() {
		q := Request{Method: call.method, Params: call.params, Code: code, At: s.now(), Files: call.files.size()}
		s.requests = append(s.requests, q)
	})
	return answer
}
