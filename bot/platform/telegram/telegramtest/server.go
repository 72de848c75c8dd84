// Package telegramtest is a Telegram for tests: an HTTP server with the documented rules of the Bot API, which it
// enforces, and with people and groups that a test controls. It shares no code with any client.
//
// Start at Server. call.go reads the bot's calls. methods.go lists the API's methods and has most of them. message.go and
// photo.go read the content of messages, rules.go has the documented limits, updates.go and webhook.go deliver updates to
// the bot. chat.go has chats, membership.go how they change, person.go people, with press.go for what they press and how the bot
// answers. fault.go makes calls fail.
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

// The only bot that the server accepts.
const (
	Token    = "4242424242:AAtesttesttesttesttesttesttesttest"
	Username = "TarockTestBot"
	botID    = 4242424242
)

// Server is the Bot API with its people and chats. Tests call its methods, the bot those of apiCall. The lock guards
// all fields and their parts.
type Server struct {
	*shared
	Updates *Updates
	limits  limits
	photos  photos

	people    map[int64]*Person
	chats     map[int64]*Chat
	lastID    int64 // of a person or a group, without the sign
	presses   map[string]*press
	inline    map[string]*inlineQuery
	lastQuery int64             // the last id in presses or inline
	commands  map[string]string // by scope and language
	requests  []Request
}

// shared is what Server and Updates share: one lock for both, among others.
type shared struct {
	double.Service
	now func() time.Time
}

// Request is a finished call of the bot.
type Request struct {
	Method string
	Params map[string]string
	Code   int // the HTTP status of the answer
	At     time.Time
	Files  int // the size of its files in bytes
}

// Start starts a server at the address; "" is any free port of this machine. now is the server's clock; nil is the
// real one.
func Start(address string, now func() time.Time) (*Server, error) {
	host, err := double.Listen(address)
	if err != nil {
		return nil, fmt.Errorf("telegramtest: %w", err)
	}
	return serve(host, now), nil
}

// StartInMemory starts a server with connections in memory, for tests in a synctest bubble. now is the server's
// clock; nil is the bubble's.
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

// Close stops the server and closes its connections.
func (s *Server) Close() {
	s.Lock()
	s.Updates.dropHook()
	s.Updates.caller.CloseIdleConnections()
	s.Unlock()
	s.Host.Close()
}

// Requests returns the finished calls of the method; "" means every method except getUpdates.
func (s *Server) Requests(method string) []Request {
	s.Lock()
	defer s.Unlock()
	return slices.DeleteFunc(slices.Clone(s.requests), func(r Request) bool {
		return r.Method != method && (method != "" || r.Method == "getUpdates")
	})
}

// Commands returns the menus that the bot has set, by scope and language.
func (s *Server) Commands() map[string]string {
	return double.Locked(s, func() map[string]string { return maps.Clone(s.commands) })
}

// ServeHTTP answers a call.
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
	answer, ok := double.Meet(fault, r, carryOut, func() *reply { return s.record(call, refusal(fault)) })
	switch {
	case !ok: // the bot has gone
	case fault.Raw:
		w.WriteHeader(fault.Status)
		_, _ = io.WriteString(w, fault.Text) // the caller may have gone
	default:
		write(w, answer)
	}
}

// record appends the call to the requests, wakes all that wait for what it has changed, and returns the answer.
func (s *Server) record(call apiCall, answer *reply) *reply {
	code := cmp.Or(answer.Code, http.StatusOK)
	s.Do(func() {
		q := Request{Method: call.method, Params: call.params, Code: code, At: s.now(), Files: call.files.size()}
		s.requests = append(s.requests, q)
	})
	return answer
}
