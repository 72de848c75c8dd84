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
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"tarockbot/bot/platform/double"
)

// The bot that the server knows.
const (
	Token    = "4242424242:AAtesttesttesttesttesttesttesttest"
	Username = "TarockTestBot"
	botID    = 4242424242
)

// Server is the Bot API and the people behind it. Its own methods are for tests; methods
// are what the bot can call.
type Server struct {
	*base
	faults
	limits
	photos
	Updates  *Updates
	people   map[int64]*Person
	chats    map[int64]*Chat
	nextID   int64
	nextCall int64
	presses  map[string]*press
	inline   map[string]*inlineQuery
	commands map[string]string // by scope and language
	requests []Request
}

// base is what the parts of a server share. Its lock is that of their state.
type base struct {
	double.Changes
	*double.Host
	now func() time.Time
}

// Request is one call of the bot.
type Request struct {
	Method string
	Params map[string]string
	Code   int // what it was answered with
	At     time.Time
	Files  int // bytes of the files with it
}

// Start serves on the address, "" being any free port of this machine. now is the server's
// clock; nil is the real one.
func Start(address string, now func() time.Time) (*Server, error) {
	host, err := double.Listen(address)
	if err != nil {
		return nil, fmt.Errorf("telegramtest: %w", err)
	}
	return serve(host, now), nil
}

// StartInMemory serves on connections in memory, for tests in a bubble of time. now is
// the server's clock; nil is the bubble's.
func StartInMemory(now func() time.Time) *Server { return serve(double.InMemory(), now) }

func serve(host *double.Host, now func() time.Time) *Server {
	if now == nil {
		now = time.Now
	}
	s := &Server{
		base: &base{Host: host, now: now}, photos: photos{known: make(map[string]*Photo)}, people: make(map[int64]*Person),
		chats: make(map[int64]*Chat), nextID: 610_000_000, presses: make(map[string]*press),
		inline: make(map[string]*inlineQuery), commands: make(map[string]string),
	}
	s.Updates = &Updates{base: s.base, faults: &s.faults, next: 700_000_001, heard: make(map[int64]bool), caller: http.DefaultClient}
	host.Serve(s)
	return s
}

// Close ends the server and all its connections.
func (s *Server) Close() {
	s.Lock()
	s.Updates.deleteWebhook(nil)
	s.Updates.caller.CloseIdleConnections()
	s.Unlock()
	s.Host.Close()
}

// Requests returns the bot's calls of the method so far; "" means all but the
// polls.
func (s *Server) Requests(method string) []Request {
	s.Lock()
	defer s.Unlock()
	return slices.DeleteFunc(slices.Clone(s.requests), func(r Request) bool {
		return r.Method != method && (method != "" || r.Method == "getUpdates")
	})
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
	var files uploads
	if err == nil {
		files, err = s.readFiles(r, params)
	}
	if err != nil {
		write(w, badRequest(err.Error()))
		return
	}
	call, f := Request{Method: method, Params: params, Files: files.bytes()}, double.Locked(s, func() *Fault { return s.fault(method) })
	if f.before(w, r) {
		s.record(call, f.code())
		return
	}
	reply := s.answer(r.Context(), method, params, files)
	s.record(call, cmp.Or(reply.Code, http.StatusOK))
	f.after()
	write(w, reply)
}

// record keeps a call, and what it is answered with.
func (s *Server) record(r Request, code int) {
	s.Lock()
	defer s.Unlock()
	r.Code, r.At = code, s.now()
	s.requests = append(s.requests, r)
	if code != http.StatusOK {
		s.Signal()
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

func result(v any) *reply { return &reply{OK: true, Result: v} }

func refuse(code int, text string) *reply { return &reply{Code: code, Description: text} }

func badRequest(text string) *reply {
	return refuse(http.StatusBadRequest, "Bad Request: "+text)
}

func write(w http.ResponseWriter, r *reply) {
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
