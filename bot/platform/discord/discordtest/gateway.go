package discordtest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
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

// gateway is one connection of the bot.
type gateway struct {
	conn    *socket
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
func (s *Server) Trap(traps ...Trap) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.traps = append(s.traps, traps...)
}

// Mute keeps heartbeats from being answered.
func (s *Server) Mute(on bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.mute = on
}

// Identified is how often a bot has begun a session.
func (s *Server) Identified() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.identified
}

// Beats returns how many heartbeats the server has answered.
func Beats(s *Server) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.beats
}

// Connections is how many connections to the gateway are open.
func (s *Server) Connections() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.gateways)
}

// Left are the codes with which bots have taken leave of the gateway.
func (s *Server) Left() []int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.left)
}

// connections are the bot's connections to the gateway.
type connections struct{ s *Server }

// connections are the server's.
func (s *Server) connections() connections { return connections{s} }

// serveGateway keeps one connection.
func (cs connections) serveGateway(w http.ResponseWriter, r *http.Request) {
	conn, err := accept(w, r)
	if err != nil {
		cs.s.complain("gateway: %v", err)
		return
	}
	g := &gateway{conn: conn}
	cs.s.mu.Lock()
	trap := Healthy
	if len(cs.s.traps) > 0 {
		trap, cs.s.traps = cs.s.traps[0], cs.s.traps[1:]
	}
	cs.s.gateways[g] = true
	cs.s.mu.Unlock()
	defer cs.hungUp(g)
	if trap != NoHello {
		_ = conn.send(frame{Op: opHello, D: map[string]any{"heartbeat_interval": cs.s.opt.Beat.Milliseconds()}}) // reading fails then
	}
	for {
		data, err := conn.read()
		if err != nil || !cs.heard(g, data, trap) {
			return
		}
	}
}

// beat answers a heartbeat.
func (cs connections) beat(g *gateway) bool {
	cs.s.mu.Lock()
	defer cs.s.mu.Unlock()
	if cs.s.mute {
		return true
	}
	cs.s.beats++
	cs.s.signal()
	return g.conn.send(frame{Op: opAck}) == nil
}

// hungUp ends a connection, and its session if the bot took leave for good.
func (cs connections) hungUp(g *gateway) {
	g.conn.close()
	cs.s.mu.Lock()
	defer cs.s.mu.Unlock()
	delete(cs.s.gateways, g)
	for _, e := range cs.s.pending {
		e.lose()
	}
	if g.conn.left != 0 {
		cs.s.left = append(cs.s.left, g.conn.left)
	}
	if one := g.session; one != nil && one.conn == g.conn {
		one.conn = nil
		if g.conn.left == 1000 || g.conn.left == 1001 {
			delete(cs.s.sessions, one.id)
		}
	}
	cs.s.signal()
}

// heard deals with what the bot says; false ends the connection.
func (cs connections) heard(g *gateway, data []byte, trap Trap) bool {
	var said struct {
		Op int             `json:"op"`
		D  json.RawMessage `json:"d"`
	}
	if err := json.Unmarshal(data, &said); err != nil {
		cs.s.complain("gateway: not understood: %.80q", data)
		g.conn.leave(4002, "Error while decoding payload.")
		return false
	}
	switch said.Op {
	case opBeat:
		return cs.beat(g)
	case opIdentify:
		return cs.identify(g, said.D, trap)
	case opResume:
		return cs.resume(g, said.D)
	}
	return true
}

// identify begins a session, or doesn't.
func (cs connections) identify(g *gateway, data []byte, trap Trap) bool {
	var id struct {
		Token   string `json:"token"`
		Intents *int   `json:"intents"`
	}
	if err := json.Unmarshal(data, &id); err != nil || id.Intents == nil {
		g.conn.leave(4013, "Invalid intent(s).")
		return false
	}
	switch {
	case trap == ReconnectMe:
		return g.conn.send(frame{Op: opReconnect}) == nil
	case trap == BadToken || !known(id.Token):
		g.conn.leave(4004, "Authentication failed.")
		return false
	case trap == BadIntents || *id.Intents&^1 != 0:
		g.conn.leave(4014, "Disallowed intent(s).")
		return false
	case trap == InvalidOnce && !g.invalid:
		g.invalid = true
		return g.conn.send(frame{Op: opInvalid, D: false}) == nil
	}
	cs.begin(g)
	return trap != CloseAtReady
}

func known(token string) bool { return token == "Bot "+Token || token == Token }

// resume goes on with a session, if there is such a one: first the bot is told
// what it has missed.
func (cs connections) resume(g *gateway, data []byte) bool {
	var id struct {
		Token   string `json:"token"`
		Session string `json:"session_id"`
		Seq     int    `json:"seq"`
	}
	if err := json.Unmarshal(data, &id); err != nil || !known(id.Token) {
		g.conn.leave(4004, "Authentication failed.")
		return false
	}
	cs.s.mu.Lock()
	defer cs.s.mu.Unlock()
	one := cs.s.sessions[id.Session]
	switch {
	case one == nil || one.conn != nil || id.Seq < one.seq-len(one.events):
		return g.conn.send(frame{Op: opInvalid, D: false}) == nil
	case id.Seq > one.seq:
		g.conn.leave(4007, "Invalid seq.")
		return false
	}
	one.conn, g.session = g.conn, one
	for _, f := range one.events[len(one.events)-(one.seq-id.Seq):] {
		if g.conn.send(f) != nil {
			return false
		}
	}
	one.dispatch("RESUMED", map[string]any{})
	cs.s.signal()
	return true
}

// begin greets the bot and sends it the server it is in. A bot that begins anew
// doesn't come back to what it was cut off from.
func (cs connections) begin(g *gateway) {
	cs.s.mu.Lock()
	defer cs.s.mu.Unlock()
	maps.DeleteFunc(cs.s.sessions, func(_ string, one *session) bool { return one.conn == nil })
	cs.s.identified++
	one := &session{id: fmt.Sprint("session", cs.s.identified), conn: g.conn}
	cs.s.sessions[one.id], g.session = one, one
	var guilds []any
	if !cs.s.kicked {
		guilds = append(guilds, map[string]any{"id": Guild, "unavailable": true})
	}
	one.dispatch("READY", map[string]any{"v": 9, "session_id": one.id, "resume_gateway_url": "ws://" + cs.s.listener.Addr().String(),
		"user": botUser(), "application": map[string]any{"id": App, "flags": 0}, "guilds": guilds, "shard": []int{0, 1}})
	if !cs.s.kicked {
		one.dispatch("GUILD_CREATE", guild())
	}
	cs.s.signal()
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
func (s *Server) Dispatch(kind string, d any) bool {
	if s.opt.Upstream != "" {
		return s.connections().dispatchUpstream(kind, d)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	sent := false
	for _, one := range s.sessions {
		sent = sent || one.conn != nil
		one.dispatch(kind, d)
	}
	return sent
}

// Say sends a bare operation, such as 7, reconnect, to the bot.
func (s *Server) Say(op int, d any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for g := range s.gateways {
		_ = g.conn.send(frame{Op: op, D: d}) // a connection that is gone needs nothing
	}
}

// Drop cuts all connections to the gateway.
func (s *Server) Drop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for g := range s.gateways {
		g.conn.close()
	}
}

// Connected waits until the bot has a session.
func (s *Server) Connected(ctx context.Context) error {
	if s.opt.Upstream != "" {
		return nil
	}
	return s.Wait(ctx, func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		for g := range s.gateways {
			if g.session != nil {
				return true
			}
		}
		return false
	})
}

// dispatchUpstream lets the other stand-in send the event.
func (cs connections) dispatchUpstream(kind string, d any) bool {
	data, err := json.Marshal(map[string]any{"t": kind, "d": d})
	if err != nil {
		return false
	}
	req, err := http.NewRequestWithContext(context.Background(), http.MethodPost, cs.s.opt.Upstream+"/_control/discord/dispatch", bytes.NewReader(data))
	if err != nil {
		return false
	}
	answer, err := cs.s.client.Do(req)
	if err != nil {
		cs.s.complain("the other stand-in: %v", err)
		return false
	}
	_ = answer.Body.Close() // the status says all
	return answer.StatusCode == http.StatusOK
}
