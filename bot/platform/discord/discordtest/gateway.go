package discordtest

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"time"

	"tarockbot/bot/platform/double"
)

// Trap is a fault of one connection.
type Trap int

// Traps of one connection.
const (
	_            Trap = iota
	NoHello           // nothing is sent
	ReconnectMe       // the bot must reconnect
	InvalidOnce       // the bot must identify twice
	BadToken          // closed with 4004
	BadIntents        // closed with 4014
	CloseAtReady      // cut right after READY
)

// Gateway sends events to the bot.
type Gateway struct {
	*shared
	chats        *chats
	interactions *interactions

	open       map[*connection]bool
	identified int
	beats      int
	closeCodes []int
	traps      []Trap
	mute       bool
}

type connection struct {
	gateway *Gateway
	conn    *socket
	trap    Trap
	invalid bool
	begun   bool
	seq     int
}

type frame struct {
	Op int    `json:"op"`
	D  any    `json:"d"`
	S  int    `json:"s,omitempty"`
	T  string `json:"t,omitempty"`
}

const (
	opDispatch  = 0
	opBeat      = 1
	opIdentify  = 2
	opReconnect = 7
	opInvalid   = 9
	opHello     = 10
	opAck       = 11
)

const (
	closeDecode           = 4002
	closeBadToken         = 4004
	closeBadIntents       = 4013
	closeForbiddenIntents = 4014
)

// Trap sets traps for the next connections, one each.
func (g *Gateway) Trap(traps ...Trap) {
	g.Do(func() { g.traps = append(g.traps, traps...) })
}

// Mute stops or restarts the answers to heartbeats.
func (g *Gateway) Mute(on bool) { g.Do(func() { g.mute = on }) }

// Identified returns the number of sessions begun by bots.
func (g *Gateway) Identified() int { return double.Locked(g, func() int { return g.identified }) }

// Beats returns the number of answered heartbeats.
func (g *Gateway) Beats() int { return double.Locked(g, func() int { return g.beats }) }

// Connections returns the number of open connections.
func (g *Gateway) Connections() int { return double.Locked(g, func() int { return len(g.open) }) }

// CloseCodes returns the codes of connections closed by bots.
func (g *Gateway) CloseCodes() []int {
	return double.Locked(g, func() []int { return slices.Clone(g.closeCodes) })
}

func (g *Gateway) serve(w http.ResponseWriter, r *http.Request) {
	conn, err := accept(w, r)
	if err != nil {
		g.complain("gateway: %v", err)
		return
	}
	c := &connection{gateway: g, conn: conn}
	g.Lock()
	if len(g.traps) > 0 {
		c.trap, g.traps = g.traps[0], g.traps[1:]
	}
	g.open[c] = true
	g.Unlock()
	defer c.closed()
	if c.trap != NoHello {
		hello := map[string]any{"heartbeat_interval": g.opt.Beat.Milliseconds()}
		_ = conn.send(frame{Op: opHello, D: hello})
	}
	for {
		data, err := conn.read()
		if err != nil || !c.handleFrame(data) {
			return
		}
	}
}

func (c *connection) beat() bool {
	c.gateway.Lock()
	defer c.gateway.Unlock()
	if c.gateway.mute {
		return true
	}
	c.gateway.beats++
	c.gateway.Signal()
	return c.conn.send(frame{Op: opAck}) == nil
}

func (c *connection) closed() {
	c.conn.close()
	c.gateway.Lock()
	defer c.gateway.Unlock()
	delete(c.gateway.open, c)
	for _, i := range c.gateway.interactions.pending {
		i.unanswered = true
	}
	if c.conn.closeCode != 0 {
		c.gateway.closeCodes = append(c.gateway.closeCodes, c.conn.closeCode)
	}
	c.gateway.Signal()
}

// handleFrame returns false to end the connection.
func (c *connection) handleFrame(data []byte) bool {
	var received struct {
		Op int             `json:"op"`
		D  json.RawMessage `json:"d"`
	}
	if err := json.Unmarshal(data, &received); err != nil {
		c.gateway.complain("gateway: an invalid frame: %.80q", data)
		return c.conn.closeWith(closeDecode, "Error while decoding payload.")
	}
	switch received.Op {
	case opBeat:
		return c.beat()
	case opIdentify:
		return c.identify(received.D)
	}
	return true
}

func (c *connection) identify(data []byte) bool {
	var id struct {
		Token   string `json:"token"`
		Intents *int   `json:"intents"`
	}
	if err := json.Unmarshal(data, &id); err != nil || id.Intents == nil {
		return c.conn.closeWith(closeBadIntents, "Invalid intent(s).")
	}
	switch {
	case c.trap == ReconnectMe:
		return c.conn.send(frame{Op: opReconnect}) == nil
	case c.trap == BadToken || !isToken(id.Token):
		return c.conn.closeWith(closeBadToken, "Authentication failed.")
	case c.trap == BadIntents || *id.Intents&^1 != 0:
		return c.conn.closeWith(closeForbiddenIntents, "Disallowed intent(s).")
	case c.trap == InvalidOnce && !c.invalid:
		c.invalid = true
		return c.conn.send(frame{Op: opInvalid, D: false}) == nil
	}
	c.beginSession()
	return c.trap != CloseAtReady
}

func isToken(token string) bool { return token == "Bot "+Token || token == Token }

func (c *connection) beginSession() {
	c.gateway.Lock()
	defer c.gateway.Unlock()
	c.gateway.identified++
	c.begun = true
	var guilds []any
	if !c.gateway.chats.kicked {
		guilds = append(guilds, map[string]any{"id": Guild, "unavailable": true})
	}
	c.dispatch("READY", map[string]any{"v": 9, "session_id": fmt.Sprint("session", c.gateway.identified),
		"resume_gateway_url": "ws://" + c.gateway.Addr(), "user": botUser(), "application": map[string]any{"id": App, "flags": 0},
		"guilds": guilds, "shard": []int{0, 1}})
	if !c.gateway.chats.kicked {
		c.dispatch("GUILD_CREATE", guild())
	}
	c.gateway.Signal()
}

const joined = "2026-01-02T03:04:05.000000+00:00"

func guild() map[string]any {
	return map[string]any{"id": Guild, "name": "a server", "owner_id": "1", "unavailable": false, "member_count": 3,
		"joined_at": joined, "system_channel_id": Channel, "preferred_locale": "en-US",
		"members": []any{}, "roles": []any{}, "emojis": []any{},
		"channels": []any{map[string]any{"id": Channel, "type": channelText, "name": "general", "guild_id": Guild}}}
}

func botUser() map[string]any {
	return map[string]any{"id": App, "username": "tarockbot", "discriminator": "0", "global_name": nil, "avatar": nil,
		"bot": true, "public_flags": 0, "flags": 0}
}

// The lock must be held.
func (c *connection) dispatch(kind string, d any) {
	c.seq++
	if c.conn.send(frame{Op: opDispatch, D: d, S: c.seq, T: kind}) != nil {
		c.conn.close()
	}
}

// Dispatch sends an event. It returns false if no bot is connected.
func (g *Gateway) Dispatch(kind string, d any) bool {
	if g.opt.Upstream != "" {
		return g.dispatchUpstream(kind, d)
	}
	g.Lock()
	defer g.Unlock()
	sent := false
	for c := range g.open {
		if c.begun {
			c.dispatch(kind, d)
			sent = true
		}
	}
	return sent
}

// SendOp sends an operation without an event, such as 7, reconnect.
func (g *Gateway) SendOp(op int, d any) {
	g.Lock()
	defer g.Unlock()
	for c := range g.open {
		_ = c.conn.send(frame{Op: op, D: d})
	}
}

// Drop cuts all connections.
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
	return g.Await(ctx, func() bool {
		for c := range g.open {
			if c.begun {
				return true
			}
		}
		return false
	})
}

// The daily limit never resets.
func (g *Gateway) serveSessions(request) *response {
	total := cmp.Or(g.opt.Sessions, 1000)
	limit := map[string]any{"total": total, "remaining": total - g.identified,
		"reset_after": (24 * time.Hour).Milliseconds(), "max_concurrency": 1}
	return success(map[string]any{"url": "ws://" + g.Addr(), "shards": 1, "session_start_limit": limit})
}
