// Package discordtest is a test double of Discord: its REST interface, gateway and documented limits, and people who
// press controls. Start reading at New and Server.Person. At a test's end, Complaints returns the bot's mistakes.
package discordtest

import (
	"cmp"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"sync"
	"time"

	"tarockbot/bot/platform/double"
)

// Token is the bot's token.
const Token = "MTIzNDU2Nzg5.canary.b0tT0ken"

// IDs of objects that exist from the start.
const (
	App     = "900000000000000001" // also the bot's user
	Guild   = "900000000000000002"
	Channel = "900000000000000003" // the first public channel
	// GroupChat is a group chat without the bot, which may only respond there.
	GroupChat = "900000000000000004"
)

// Options configures a server. The zero value works.
type Options struct {
	// Upstream is the address of another fake Discord, which responds. This server then only stores messages.
	Upstream string
	// for tests in a synctest bubble
	Memory bool
	// between heartbeats; 41.25 s if zero
	Beat time.Duration
	// allowed in a day; 1000 if zero
	Sessions int
	// the application's initial commands and emojis
	Commands []Command
	Emojis   []string
}

// Server simulates a Discord with one server and one bot. See routes for its requests.
type Server struct {
	*shared
	waits        waitEnds
	Gateway      *Gateway
	App          *Application
	chats        *chats
	interactions *interactions
}

type shared struct {
	double.Service
	journal
	opt    Options
	lastID int64
}

const firstID = 1_000_000_000_000_000_000

// New starts a server. Close it at the end.
func New(opt Options) (*Server, error) {
	opt.Beat = cmp.Or(opt.Beat, 41250*time.Millisecond)
	b := &shared{opt: opt, lastID: firstID}
	if opt.Upstream != "" { // it may know IDs of earlier servers
		b.lastID += time.Now().UnixMicro()
	}
	var err error
	if opt.Memory {
		b.Host = double.InMemory()
	} else if b.Host, err = double.Listen(""); err != nil {
		return nil, fmt.Errorf("discordtest: %w", err)
	}
	app := &Application{shared: b, id: App, commands: opt.Commands}
	for _, name := range opt.Emojis {
		app.emojis = append(app.emojis, AppEmoji{ID: b.newID(), Name: name})
	}
	chats := &chats{
		shared: b, app: app, people: make(map[string]*Person), channels: map[string]bool{Channel: true},
		direct: make(map[string]string), closedDirect: make(map[string]bool), mayNotWrite: make(map[string]bool),
		messages: make(map[string]*Message), nonces: make(map[string]sentMessage),
	}
	interactions := &interactions{shared: b, chats: chats, pending: make(map[string]*pendingInteraction)}
	gateway := &Gateway{shared: b, chats: chats, interactions: interactions, open: make(map[*connection]bool)}
	s := &Server{shared: b, App: app, chats: chats, interactions: interactions, Gateway: gateway, waits: make(waitEnds)}
	b.Serve(s)
	return s, nil
}

// Close ends the server.
func (s *Server) Close() {
	s.Gateway.Drop()
	http.DefaultClient.CloseIdleConnections()
	s.Host.Close()
}

// The lock must be held.
func (b *shared) newID() string {
	b.lastID++
	return strconv.FormatInt(b.lastID, 10)
}

type journal struct {
	mu         sync.Mutex
	complaints []string
	requests   []string
}

func (j *journal) complain(format string, args ...any) {
	j.mu.Lock()
	defer j.mu.Unlock()
	const enough = 100
	if len(j.complaints) < enough {
		j.complaints = append(j.complaints, fmt.Sprintf(format, args...))
	}
}

func (j *journal) record(q request) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.requests = append(j.requests, q.name())
}

// Complaints returns requests that Discord would refuse.
func (j *journal) Complaints() []string {
	return double.Locked(&j.mu, func() []string { return slices.Clone(j.complaints) })
}

// Requests returns all requests as "METHOD /path", without tokens.
func (j *journal) Requests() []string {
	return double.Locked(&j.mu, func() []string { return slices.Clone(j.requests) })
}

// Count counts the Requests that match the regular expression.
func (j *journal) Count(match string) (n int) {
	matches := regexp.MustCompile(match)
	for _, r := range j.Requests() {
		if matches.MatchString(r) {
			n++
		}
	}
	return n
}
