// Package discordtest is a test double of Discord: REST interface, gateway and documented limits,
// with people who press what they see.
//
// Start at New, which starts a Server, and Server.Person. A server records the bot's mistakes; a
// test checks Complaints at its end. With an Upstream the server passes requests on to another
// stand-in for Discord and only keeps what people see.
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

// IDs of things that the bot doesn't create.
const (
	App     = "900000000000000001" // the application, and the bot's user
	Guild   = "900000000000000002"
	Channel = "900000000000000003" // the server's first public channel
	// Elsewhere is a group chat of people who have installed the bot. The bot is no member there
	// and may only respond.
	Elsewhere = "900000000000000004"
)

// Options configure the server. The zero value is a healthy one.
type Options struct {
	// Upstream is the address of another stand-in that responds. The server then only keeps what
	// people see.
	Upstream string
	// Memory keeps connections in memory, for tests in a synctest bubble.
	Memory bool
	// Beat is the interval of heartbeats; 41.25 s if zero.
	Beat time.Duration
	// Sessions is the number that a bot may begin within a day; 1000 if zero.
	Sessions int
	// Commands are the application's initial commands.
	Commands []Command
	// Emojis are the names of the application's initial emojis.
	Emojis []string
}

// Server is a Discord with one server, its channels, and one bot. Its methods are for tests. The bot's
// requests are in routes.
type Server struct {
	*base
	waits        waits
	Gateway      *Gateway
	App          *Application
	chats        *chats
	interactions *interactions
}

// base is the shared part of the server's parts. Its lock guards their state.
type base struct {
	double.Service
	journal
	opt    Options
	lastID int64
}

// firstID is the first ID of messages.
const firstID = 1_000_000_000_000_000_000

// New starts a server. Close ends it.
func New(opt Options) (*Server, error) {
	opt.Beat = cmp.Or(opt.Beat, 41250*time.Millisecond)
	b := &base{opt: opt, lastID: firstID}
	if opt.Upstream != "" { // it may know IDs of earlier servers
		b.lastID += time.Now().UnixMicro()
	}
	var err error
	if opt.Memory {
		b.Host = double.InMemory()
	} else if b.Host, err = double.Listen(""); err != nil {
		return nil, fmt.Errorf("discordtest: %w", err)
	}
	app := &Application{base: b, id: App, commands: opt.Commands}
	for _, name := range opt.Emojis {
		app.emojis = append(app.emojis, AppEmoji{ID: b.newID(), Name: name})
	}
	chats := &chats{base: b, app: app, people: make(map[string]*Person), channels: map[string]bool{Channel: true}, direct: make(map[string]string),
		closedDirect: make(map[string]bool), forbidden: make(map[string]bool), messages: make(map[string]*Message), nonces: make(map[string]sent)}
	interactions := &interactions{base: b, chats: chats, pending: make(map[string]*pendingInteraction)}
	s := &Server{base: b, App: app, chats: chats, interactions: interactions, waits: make(waits),
		Gateway: &Gateway{base: b, chats: chats, interactions: interactions, open: make(map[*connection]bool)}}
	b.Serve(s)
	return s, nil
}

// Close ends the server and all its connections.
func (s *Server) Close() {
	s.Gateway.Drop()
	http.DefaultClient.CloseIdleConnections() // to another stand-in
	s.Host.Close()
}

// newID returns a new ID. The lock must be held.
func (b *base) newID() string {
	b.lastID++
	return strconv.FormatInt(b.lastID, 10)
}

// journal records the bot's requests and mistakes.
type journal struct {
	mu         sync.Mutex
	complaints []string
	requests   []string // without tokens
}

// complain records a mistake of the bot.
func (j *journal) complain(format string, args ...any) {
	j.mu.Lock()
	defer j.mu.Unlock()
	const enough = 100
	if len(j.complaints) < enough {
		j.complaints = append(j.complaints, fmt.Sprintf(format, args...))
	}
}

// record records a request.
func (j *journal) record(q request) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.requests = append(j.requests, q.name())
}

// Complaints returns the bot's mistakes: Discord wouldn't have accepted them.
func (j *journal) Complaints() []string {
	return double.Locked(&j.mu, func() []string { return slices.Clone(j.complaints) })
}

// Requests returns all requests as "METHOD /path" without tokens.
func (j *journal) Requests() []string {
	return double.Locked(&j.mu, func() []string { return slices.Clone(j.requests) })
}

// Count returns the number of requests that match the regular expression.
func (j *journal) Count(match string) (n int) {
	matches := regexp.MustCompile(match)
	for _, r := range j.Requests() {
		if matches.MatchString(r) {
			n++
		}
	}
	return n
}
