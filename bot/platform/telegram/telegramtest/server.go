// Package telegramtest is a Telegram for tests: an HTTP server on loopback that
// keeps to the documented rules of the Bot API and enforces them, with people
// and groups that a test can play. It shares no code with any client.
//
// A reader starts at Server; methods.go is what bots can call, photo.go what
// they can call about photos, rules.go what is refused, updates.go and
// webhook.go how updates reach a bot, fault.go what can go wrong,
// person.go a person with a telephone.
package telegramtest

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"tarockbot/bot/platform/bottest"
)

// The bot that the server knows.
const (
	Token    = "4242424242:AAtesttesttesttesttesttesttesttest"
	Username = "TarockTestBot"
	botID    = 4242424242
)

// Server is the Bot API and the people behind it.
type Server struct {
	now      func() time.Time
	listener net.Listener
	pipes    *bottest.Pipes // nil: connections aren't in memory
	http     *http.Server

	mu       sync.Mutex
	changed  chan struct{} // closed and renewed at every change
	people   map[int64]*Person
	chats    map[int64]*Chat
	nextID   int64
	nextCall int64
	presses  map[string]*press
	inline   map[string]*inlineQuery
	queue    []update
	nextUp   int64
	wanted   map[string]bool // kinds of updates; nil: all
	polling  *poller
	hook     *hook
	proxy    string            // where calls to the webhook go; see Proxy
	caller   *http.Client      // makes them
	commands map[string]string // scope and language -> commands
	sends    []sent
	lenient  bool
	faults   []*Fault
	script   *script
	requests []Request
	heard    map[int64]bool    // confirmed updates
	photos   map[string]*Photo // by file_id
	lossy    bool              // see LosesFiles
	hasty    bool              // see AnswersAtOnce
	blanks   int
	uploads  int
	fresh    []*Photo // uploaded of late
}

// Request is one call of the bot.
type Request struct {
	Method string
	Params map[string]string
	Code   int // what it was answered with
	At     time.Time
	Files  int // bytes of the files with it
}

// Start serves on the loopback address, "" being any free port. now is the
// server's clock; nil is the real one.
func Start(address string, now func() time.Time) (*Server, error) {
	if address == "" {
		address = "127.0.0.1:0"
	}
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("telegramtest: %w", err)
	}
	return serve(l, now), nil
}

// StartInMemory serves on connections in memory, for tests in a bubble of time. now is
// the server's clock; nil is the bubble's.
func StartInMemory(now func() time.Time) *Server {
	pipes := bottest.NewPipes()
	s := serve(pipes, now)
	s.pipes = pipes
	return s
}

// Client reaches the server; nil means that any does.
func (s *Server) Client() *http.Client {
	if s.pipes == nil {
		return nil
	}
	return through(s.pipes)
}

// through makes requests on the connections in memory.
func through(pipes *bottest.Pipes) *http.Client {
	return pipes.Client()
}

func serve(l net.Listener, now func() time.Time) *Server {
	if now == nil {
		now = time.Now
	}
	s := &Server{
		now: now, listener: l, changed: make(chan struct{}), people: make(map[int64]*Person),
		chats: make(map[int64]*Chat), nextID: 610_000_000, presses: make(map[string]*press),
		inline: make(map[string]*inlineQuery), nextUp: 700_000_001, commands: make(map[string]string),
		heard: make(map[int64]bool), photos: make(map[string]*Photo), caller: http.DefaultClient,
	}
	s.http = &http.Server{Handler: s, ReadHeaderTimeout: time.Minute}
	go func() { _ = s.http.Serve(l) }() // ends with Close
	return s
}

// URL is the server's address.
func (s *Server) URL() string { return "http://" + s.listener.Addr().String() }

// NoLimits lets the bot send as often as it likes.
func (s *Server) NoLimits() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lenient = true
}

// AnswersAtOnce lets a poll wait for nothing, as servers do that don't know of that.
func (s *Server) AnswersAtOnce() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hasty = true
}

// Close ends the server and all its connections.
func (s *Server) Close() {
	s.mu.Lock()
	s.methods().deleteWebhook(nil)
	s.caller.CloseIdleConnections()
	s.mu.Unlock()
	_ = s.http.Close()
}

// signal tells everybody who waits that something has changed. The lock must
// be held.
func (s *Server) signal() {
	close(s.changed)
	s.changed = make(chan struct{})
}

// Changes is closed at the next change of anything.
func (s *Server) Changes() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.changed
}

// Requests are the bot's calls of the method so far; "" means all but the
// polls.
func (s *Server) Requests(method string) []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []Request
	for _, r := range s.requests {
		if r.Method == method || method == "" && r.Method != "getUpdates" {
			all = append(all, r)
		}
	}
	return all
}

// ServeHTTP answers one call.
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
	params, err := readParams(r)
	if err != nil {
		write(w, refuse(http.StatusBadRequest, "Bad Request: "+err.Error()))
		return
	}
	files, err := s.readUploads(r, params)
	if err != nil {
		write(w, refuse(http.StatusBadRequest, "Bad Request: "+err.Error()))
		return
	}
	f := s.fault(method)
	if f.before(w, r) {
		s.record(Request{Method: method, Params: params, Code: f.code(), Files: files.bytes()})
		return
	}
	reply := s.answer(r.Context(), method, params, files)
	s.record(Request{Method: method, Params: params, Code: reply.Code, Files: files.bytes()})
	if !f.after(w) {
		write(w, reply)
	}
}

func (s *Server) record(r Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r.Code == 0 {
		r.Code = http.StatusOK
	}
	r.At = s.now()
	s.requests = append(s.requests, r)
	if r.Code != http.StatusOK {
		s.signal()
	}
}

// reply is an answer of the Bot API.
type reply struct {
	OK          bool           `json:"ok"`
	Result      any            `json:"result,omitempty"`
	Code        int            `json:"error_code,omitempty"`
	Description string         `json:"description,omitempty"`
	Parameters  map[string]any `json:"parameters,omitempty"`
}

func result(v any) reply { return reply{OK: true, Result: v} }

func refuse(code int, text string) reply { return reply{Code: code, Description: text} }

func badRequest(text string) reply {
	return refuse(http.StatusBadRequest, "Bad Request: "+text)
}

func write(w http.ResponseWriter, r reply) {
	w.Header().Set("Content-Type", "application/json")
	if !r.OK {
		w.WriteHeader(r.Code)
	}
	_ = json.NewEncoder(w).Encode(r) // the caller may have gone
}

// maxForm is the greatest call that is read, in bytes.
const maxForm = 10 << 20

// readParams reads a call's parameters from any of the forms that the Bot API
// takes. Values that aren't strings are left as JSON.
func readParams(r *http.Request) (map[string]string, error) {
	params := make(map[string]string)
	for k, v := range r.URL.Query() {
		params[k] = v[0]
	}
	kind := r.Header.Get("Content-Type")
	switch {
	case strings.HasPrefix(kind, "application/json"):
		var raw map[string]json.RawMessage
		if err := json.NewDecoder(r.Body).Decode(&raw); err != nil {
			return nil, fmt.Errorf("can't parse JSON object")
		}
		for k, v := range raw {
			var text string
			if json.Unmarshal(v, &text) != nil {
				text = string(v)
			}
			params[k] = text
		}
	case strings.HasPrefix(kind, "multipart/form-data") && r.ContentLength != 0:
		if err := r.ParseMultipartForm(maxForm); err != nil {
			if strings.Contains(err.Error(), "EOF") {
				return params, nil // a call without parameters has an empty body
			}
			return nil, err
		}
		for k, v := range r.MultipartForm.Value {
			params[k] = v[0]
		}
	}
	return params, nil
}
