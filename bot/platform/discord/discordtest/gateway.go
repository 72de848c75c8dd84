package discordtest

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"time"
)

// Trap is what goes wrong while a bot connects.
type Trap int

// The traps. Each is for one connection.
const (
	Healthy      Trap = iota
	NoHello           // nothing is said at all
	ReconnectMe       // Discord sends the bot away instead of greeting it
	InvalidOnce       // "invalid session", then it must identify again
	BadToken          // closed with 4004
	BadIntents        // closed with 4014
	CloseAtReady      // cut right after READY
)

// Gateway tells the bot of events, on connections that it opens.
type Gateway struct {
	*base
	chats        *chats
	interactions *interactions

	open       map[*connection]bool
	sessions   map[string]*session // by id
	identified int
	beats      int
	left       []int // codes
	traps      []Trap
	mute       bool
}

// connection is one of the bot's.
type connection struct {
	*Gateway
	conn    *socket
	trap    Trap
	invalid bool     // it was told once that its session is invalid
	session *session // nil until it has begun one, or resumed it
}

// session is what the bot begins by identifying. It outlives its connection,
// and the bot that resumes it is told what it has missed.
type session struct {
	id     string
	seq    int
	events []frame // the newest
	conn   *socket // nil while the bot is away
}

// maxMissed is how many events are kept to be told again.
const maxMissed = 1000

// frame is a message of the gateway.
type frame struct {
	Op int    `json:"op"`
	D  any    `json:"d"`
	S  int    `json:"s,omitempty"`
	T  string `json:"t,omitempty"`
}

// Codes of the gateway's operations.
const (
	opDispatch  = 0
	opBeat      = 1
	opIdentify  = 2
	opResume    = 6
	opReconnect = 7
	opInvalid   = 9
	opHello     = 10
	opAck       = 11
)

// Trap sets traps for the next connections, one each.
func (g *Gateway) Trap(traps ...Trap) {
	g.Lock()
	defer g.Unlock()
	g.traps = append(g.traps, traps...)
}

// Mute keeps heartbeats from being answered.
func (g *Gateway) Mute(on bool) {
	g.Lock()
	defer g.Unlock()
	g.mute = on
}

// Identified is how often a bot has begun a session.
func (g *Gateway) Identified() int {
	g.Lock()
	defer g.Unlock()
	return g.identified
}

// Beats returns how many heartbeats the server has answered.
func (g *Gateway) Beats() int {
	g.Lock()
	defer g.Unlock()
	return g.beats
}

// Connections is how many connections to the gateway are open.
func (g *Gateway) Connections() int {
	g.Lock()
	defer g.Unlock()
	return len(g.open)
}

// Left are the codes with which bots have taken leave of the gateway.
func (g *Gateway) Left() []int {
	g.Lock()
	defer g.Unlock()
	return slices.Clone(g.left)
}

// serve keeps one connection.
func (g *Gateway) serve(w http.ResponseWriter, r *http.Request) {
	conn, err := accept(w, r)
	if err != nil {
		g.complain("gateway: %v", err)
		return
	}
	c := &connection{Gateway: g, conn: conn}
	g.Lock()
	if len(g.traps) > 0 {
		c.trap, g.traps = g.traps[0], g.traps[1:]
	}
	g.open[c] = true
	g.Unlock()
	defer c.hungUp()
	if c.trap != NoHello {
		_ = conn.send(frame{Op: opHello, D: map[string]any{"heartbeat_interval": g.opt.Beat.Milliseconds()}}) // reading fails then
	}
	for {
		data, err := conn.read()
		if err != nil || !c.heard(data) {
			return
		}
	}
}

// beat answers a heartbeat.
func (c *connection) beat() bool {
	c.Lock()
	defer c.Unlock()
	if c.mute {
		return true
	}
	c.beats++
	c.Signal()
	return c.conn.send(frame{Op: opAck}) == nil
}

// hungUp ends a connection, and its session if the bot took leave for good.
func (c *connection) hungUp() {
	c.conn.close()
	c.Lock()
	defer c.Unlock()
	delete(c.open, c)
	for _, e := range c.interactions.pending {
		shut(e.lost)
	}
	if c.conn.left != 0 {
		c.left = append(c.left, c.conn.left)
	}
	if one := c.session; one != nil && one.conn == c.conn {
		one.conn = nil
		if c.conn.left == 1000 || c.conn.left == 1001 {
			delete(c.sessions, one.id)
		}
	}
	c.Signal()
}

// heard deals with what the bot says; false ends the connection.
func (c *connection) heard(data []byte) bool {
	var said struct {
		Op int             `json:"op"`
		D  json.RawMessage `json:"d"`
	}
	if err := json.Unmarshal(data, &said); err != nil {
		c.complain("gateway: not understood: %.80q", data)
		c.conn.leave(4002, "Error while decoding payload.")
		return false
	}
	switch said.Op {
	case opBeat:
		return c.beat()
	case opIdentify:
		return c.identify(said.D)
	case opResume:
		return c.resume(said.D)
	}
	return true
}

// identify begins a session, or doesn't.
func (c *connection) identify(data []byte) bool {
	var id struct {
		Token   string `json:"token"`
		Intents *int   `json:"intents"`
	}
	if err := json.Unmarshal(data, &id); err != nil || id.Intents == nil {
		c.conn.leave(4013, "Invalid intent(s).")
		return false
	}
	switch {
	case c.trap == ReconnectMe:
		return c.conn.send(frame{Op: opReconnect}) == nil
	case c.trap == BadToken || !known(id.Token):
		c.conn.leave(4004, "Authentication failed.")
		return false
	case c.trap == BadIntents || *id.Intents&^1 != 0:
		c.conn.leave(4014, "Disallowed intent(s).")
		return false
	case c.trap == InvalidOnce && !c.invalid:
		c.invalid = true
		return c.conn.send(frame{Op: opInvalid, D: false}) == nil
	}
	c.begin()
	return c.trap != CloseAtReady
}

func known(token string) bool { return token == "Bot "+Token || token == Token }

// resume goes on with a session, if there is such a one: first the bot is told
// what it has missed.
func (c *connection) resume(data []byte) bool {
	var id struct {
		Token   string `json:"token"`
		Session string `json:"session_id"`
		Seq     int    `json:"seq"`
	}
	if err := json.Unmarshal(data, &id); err != nil || !known(id.Token) {
		c.conn.leave(4004, "Authentication failed.")
		return false
	}
	c.Lock()
	defer c.Unlock()
	one := c.sessions[id.Session]
	switch {
	case one == nil || one.conn != nil || id.Seq < one.seq-len(one.events):
		return c.conn.send(frame{Op: opInvalid, D: false}) == nil
	case id.Seq > one.seq:
		c.conn.leave(4007, "Invalid seq.")
		return false
	}
	one.conn, c.session = c.conn, one
	for _, f := range one.events[len(one.events)-(one.seq-id.Seq):] {
		if c.conn.send(f) != nil {
			return false
		}
	}
	one.dispatch("RESUMED", map[string]any{})
	c.Signal()
	return true
}

// begin greets the bot and sends it the server it is in. A bot that begins anew
// doesn't come back to what it was cut off from.
func (c *connection) begin() {
	c.Lock()
	defer c.Unlock()
	maps.DeleteFunc(c.sessions, func(_ string, one *session) bool { return one.conn == nil })
	c.identified++
	one := &session{id: fmt.Sprint("session", c.identified), conn: c.conn}
	c.sessions[one.id], c.session = one, one
	var guilds []any
	if !c.chats.kicked {
		guilds = append(guilds, map[string]any{"id": Guild, "unavailable": true})
	}
	one.dispatch("READY", map[string]any{"v": 9, "session_id": one.id, "resume_gateway_url": "ws://" + c.Addr(),
		"user": botUser(), "application": map[string]any{"id": App, "flags": 0}, "guilds": guilds, "shard": []int{0, 1}})
	if !c.chats.kicked {
		one.dispatch("GUILD_CREATE", guild())
	}
	c.Signal()
}

// guild is the one server.
func guild() map[string]any {
	return map[string]any{"id": Guild, "name": "a server", "owner_id": "1", "unavailable": false, "member_count": 3,
		"joined_at": "2026-01-02T03:04:05.000000+00:00", "system_channel_id": Channel, "preferred_locale": "en-US",
		"members": []any{}, "roles": []any{}, "emojis": []any{},
		"channels": []any{map[string]any{"id": Channel, "type": 0, "name": "general", "guild_id": Guild}}}
}

func botUser() map[string]any {
	return map[string]any{"id": App, "username": "tarockbot", "discriminator": "0", "global_name": nil, "avatar": nil,
		"bot": true, "public_flags": 0, "flags": 0}
}

// dispatch sends an event, or keeps it for when the bot resumes. The server's
// lock must be held.
func (one *session) dispatch(kind string, d any) {
	one.seq++
	f := frame{Op: opDispatch, D: d, S: one.seq, T: kind}
	if one.events = append(one.events, f); len(one.events) > maxMissed {
		one.events = slices.Clone(one.events[maxMissed/2:])
	}
	if one.conn != nil && one.conn.send(f) != nil {
		one.conn.close()
	}
}

// Dispatch sends an event to the bot; false if it isn't connected. What it
// misses it is told if it resumes its session.
func (g *Gateway) Dispatch(kind string, d any) bool {
	if g.opt.Upstream != "" {
		return g.dispatchUpstream(kind, d)
	}
	g.Lock()
	defer g.Unlock()
	sent := false
	for _, one := range g.sessions {
		sent = sent || one.conn != nil
		one.dispatch(kind, d)
	}
	return sent
}

// Say sends a bare operation, such as 7, reconnect, to the bot.
func (g *Gateway) Say(op int, d any) {
	g.Lock()
	defer g.Unlock()
	for c := range g.open {
		_ = c.conn.send(frame{Op: op, D: d}) // a connection that is gone needs nothing
	}
}

// Drop cuts all connections to the gateway.
func (g *Gateway) Drop() {
	g.Lock()
	defer g.Unlock()
	for c := range g.open {
		c.conn.close()
	}
}

// Connected waits until the bot has a session.
func (g *Gateway) Connected(ctx context.Context) error {
	if g.opt.Upstream != "" {
		return nil
	}
	return g.Wait(ctx, func() bool {
		g.Lock()
		defer g.Unlock()
		for c := range g.open {
			if c.session != nil {
				return true
			}
		}
		return false
	})
}

func (g *Gateway) serveAddress(ask) *answer {
	return result(map[string]any{"url": "ws://" + g.Addr()})
}

// serveSessions tells how many sessions may be begun. The day doesn't end.
func (g *Gateway) serveSessions(ask) *answer {
	total := cmp.Or(g.opt.Sessions, 1000)
	limit := map[string]any{"total": total, "remaining": total - g.identified, "reset_after": (24 * time.Hour).Milliseconds(), "max_concurrency": 1}
	return result(map[string]any{"url": "ws://" + g.Addr(), "shards": 1, "session_start_limit": limit})
}
