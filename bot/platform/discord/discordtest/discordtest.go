// Package discordtest is a Discord on this machine, to try the platform out
// with: its REST interface and its gateway, with the limits that Discord
// documents, and people who press what they see.
//
// Start at New, which starts a Server, and Server.Person. A server keeps what
// the bot did wrong; a test asks for Complaints at its end. With an Upstream
// the server passes requests on to another stand-in for Discord and only keeps
// what people see.
package discordtest

import (
	"cmp"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"tarockbot/bot/platform/bottest"
)

// Token is the bot's token.
const Token = "MTIzNDU2Nzg5.canary.b0tT0ken"

// What there is besides what the bot makes.
const (
	App     = "900000000000000001" // the application, and the bot's user
	Guild   = "900000000000000002"
	Channel = "900000000000000003" // the server's first public channel
	// Elsewhere is a group of people who have brought the bot along: it is no
	// member there and may only answer.
	Elsewhere = "900000000000000004"
)

// Options say how the server behaves; the zero value is healthy.
type Options struct {
	// Upstream is another stand-in's address that shall answer; the fake then
	// only keeps what people see.
	Upstream string
	// Memory keeps connections in memory, for tests in a bubble of time.
	Memory bool
	// Beat is the interval of heartbeats; 41.25 s if zero.
	Beat time.Duration
	// Sessions is how many may be begun within a day; 1000 if zero.
	Sessions int
	// Commands are those that the application has to begin with.
	Commands []Command
	// Emojis are the names of those that the application has to begin with.
	Emojis []string
}

// Server is one Discord with one server, its channels, and one bot. Its own methods are
// for tests; what the bot can ask for is in routes.
type Server struct {
	*base
	faults
	Gateway      *Gateway
	App          *Application
	chats        *chats
	interactions *interactions
}

// base is what the parts of a server share. Its lock is that of their state.
type base struct {
	bottest.Changes
	*bottest.Host
	journal
	opt    Options
	lastID int64
}

// firstID is where the ids of messages begin.
const firstID = 1_000_000_000_000_000_000

// New starts a server; Close ends it.
func New(opt Options) (*Server, error) {
	opt.Beat = cmp.Or(opt.Beat, 41250*time.Millisecond)
	b := &base{opt: opt, lastID: firstID}
	if opt.Upstream != "" { // it may have seen other servers' ids
		b.lastID += time.Now().UnixMicro()
	}
	var err error
	if opt.Memory {
		b.Host = bottest.InMemory()
	} else if b.Host, err = bottest.Listen(""); err != nil {
		return nil, fmt.Errorf("discordtest: %w", err)
	}
	app := &Application{base: b, id: App, commands: opt.Commands}
	for _, name := range opt.Emojis {
		app.emojis = append(app.emojis, AppEmoji{ID: b.newID(), Name: name})
	}
	chats := newChats(b, app)
	interactions := &interactions{base: b, chats: chats, pending: make(map[string]*exchange)}
	s := &Server{base: b, App: app, chats: chats, interactions: interactions, faults: faults{limited: make(map[string]time.Time)},
		Gateway: &Gateway{base: b, chats: chats, interactions: interactions, open: make(map[*connection]bool), sessions: make(map[string]*session)}}
	b.Serve(s)
	return s, nil
}

// Close ends the server and all its connections.
func (s *Server) Close() {
	s.Gateway.Drop()
	http.DefaultClient.CloseIdleConnections() // to another stand-in
	s.Host.Close()
}

// newID is a fresh id. The lock must be held.
func (b *base) newID() string {
	b.lastID++
	return strconv.FormatInt(b.lastID, 10)
}
