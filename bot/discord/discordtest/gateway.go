package discordtest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
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

// gateway is one connection of the bot.
type gateway struct {
	conn    *socket
	session string
	seq     int
	ready   bool
}

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

// serveGateway keeps one connection.
func (s *Server) serveGateway(w http.ResponseWriter, r *http.Request) {
	conn, err := accept(w, r)
	if err != nil {
		s.complain("gateway: %v", err)
		return
	}
	g := &gateway{conn: conn}
	s.mu.Lock()
	trap := Healthy
	if len(s.traps) > 0 {
		trap, s.traps = s.traps[0], s.traps[1:]
	}
	s.gateways[g] = true
	s.mu.Unlock()
	defer func() {
		conn.close()
		s.mu.Lock()
		delete(s.gateways, g)
		s.signal()
		s.mu.Unlock()
	}()
	if trap != NoHello {
		_ = conn.send(frame{Op: opHello, D: map[string]any{"heartbeat_interval": s.opt.Beat.Milliseconds()}}) // reading fails then
	}
	for {
		data, err := conn.read()
		if err != nil || !s.heard(g, data, trap) {
			return
		}
	}
}

// heard deals with what the bot says; false ends the connection.
func (s *Server) heard(g *gateway, data []byte, trap Trap) bool {
	var said struct {
		Op int             `json:"op"`
		D  json.RawMessage `json:"d"`
	}
	if err := json.Unmarshal(data, &said); err != nil {
		s.complain("gateway: not understood: %.80q", data)
		g.conn.leave(4002, "Error while decoding payload.")
		return false
	}
	switch said.Op {
	case opBeat:
		s.mu.Lock()
		mute := s.mute
		s.mu.Unlock()
		return mute || g.conn.send(frame{Op: opAck}) == nil
	case opIdentify:
		return s.identify(g, said.D, trap)
	case opResume:
		s.complain("gateway: resumed, which this bot can't have wanted")
		return g.conn.send(frame{Op: opInvalid, D: false}) == nil
	}
	return true
}

// identify begins a session, or doesn't.
func (s *Server) identify(g *gateway, data []byte, trap Trap) bool {
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
	case trap == BadToken || id.Token != "Bot "+Token && id.Token != Token:
		g.conn.leave(4004, "Authentication failed.")
		return false
	case trap == BadIntents || *id.Intents&^1 != 0:
		g.conn.leave(4014, "Disallowed intent(s).")
		return false
	case trap == InvalidOnce && g.session == "":
		g.session = "invalid"
		return g.conn.send(frame{Op: opInvalid, D: false}) == nil
	}
	s.begin(g)
	return trap != CloseAtReady
}

// begin greets the bot and sends it the server it is in.
func (s *Server) begin(g *gateway) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.identified++
	g.session, g.ready = fmt.Sprint("session", s.identified), true
	var guilds []any
	if !s.kicked {
		guilds = append(guilds, map[string]any{"id": Guild, "unavailable": true})
	}
	g.dispatch("READY", map[string]any{"v": 9, "session_id": g.session, "resume_gateway_url": "ws://" + s.listener.Addr().String(),
		"user": botUser(), "application": map[string]any{"id": App, "flags": 0}, "guilds": guilds, "shard": []int{0, 1}})
	if !s.kicked {
		g.dispatch("GUILD_CREATE", guild())
	}
	s.signal()
}

// guild is the one server.
func guild() map[string]any {
	return map[string]any{"id": Guild, "name": "a server", "owner_id": "1", "unavailable": false, "member_count": 3,
		"joined_at": "2026-01-02T03:04:05.000000+00:00", "system_channel_id": Channel, "preferred_locale": "de",
		"members": []any{}, "roles": []any{}, "emojis": []any{},
		"channels": []any{map[string]any{"id": Channel, "type": 0, "name": "general", "guild_id": Guild}}}
}

func botUser() map[string]any {
	return map[string]any{"id": App, "username": "tarockbot", "discriminator": "0", "global_name": nil, "avatar": nil,
		"bot": true, "public_flags": 0, "flags": 0}
}

// dispatch sends an event. The server's lock must be held.
func (g *gateway) dispatch(kind string, d any) {
	g.seq++
	if g.conn.send(frame{Op: opDispatch, D: d, S: g.seq, T: kind}) != nil {
		g.conn.close()
	}
}

// Dispatch sends an event to the bot; false if it isn't connected.
func (s *Server) Dispatch(kind string, d any) bool {
	if s.opt.Upstream != "" {
		return s.dispatchUpstream(kind, d)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	sent := false
	for g := range s.gateways {
		if g.ready {
			g.dispatch(kind, d)
			sent = true
		}
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
			if g.ready {
				return true
			}
		}
		return false
	})
}

// dispatchUpstream lets the other stand-in send the event.
func (s *Server) dispatchUpstream(kind string, d any) bool {
	data, err := json.Marshal(map[string]any{"t": kind, "d": d})
	if err != nil {
		return false
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.opt.Upstream+"/_control/discord/dispatch", bytes.NewReader(data))
	if err != nil {
		return false
	}
	answer, err := s.client.Do(req)
	if err != nil {
		s.complain("the other stand-in: %v", err)
		return false
	}
	_ = answer.Body.Close() // the status says all
	return answer.StatusCode == http.StatusOK
}
