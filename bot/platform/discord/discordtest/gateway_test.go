package discordtest

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/gorilla/websocket"
)

// talker is a bot's side of the gateway.
type talker struct {
	t    *testing.T
	conn *websocket.Conn
	seq  int
}

// heard is a frame of the gateway. Code is the code that ends the connection.
type heard struct {
	Op   int             `json:"op"`
	D    json.RawMessage `json:"d"`
	S    int             `json:"s"`
	T    string          `json:"t"`
	Code int             `json:"-"`
}

func talk(t *testing.T, s *Server) *talker {
	t.Helper()
	conn, _, err := websocket.DefaultDialer.DialContext(t.Context(), "ws://"+s.Addr()+"/?v=9&encoding=json", nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	b := &talker{t: t, conn: conn}
	if h := b.hear(); h.Op != opHello {
		t.Fatalf("greeted with %+v", h)
	}
	return b
}

func (b *talker) say(op int, d any) {
	b.t.Helper()
	if err := b.conn.WriteJSON(frame{Op: op, D: d}); err != nil {
		b.t.Fatal(err)
	}
}

func (b *talker) hear() (h heard) {
	b.t.Helper()
	err := b.conn.ReadJSON(&h)
	if closed, is := errors.AsType[*websocket.CloseError](err); is {
		return heard{Code: closed.Code}
	}
	if err != nil {
		b.t.Fatal(err)
	}
	b.seq = max(b.seq, h.S)
	return h
}

// begun begins a session and returns its id.
func (b *talker) begun() string {
	b.t.Helper()
	b.say(opIdentify, map[string]any{"token": Token, "intents": 1})
	ready := b.hear()
	var d struct {
		ID string `json:"session_id"`
	}
	if err := json.Unmarshal(ready.D, &d); err != nil || ready.T != "READY" || b.hear().T != "GUILD_CREATE" {
		b.t.Fatalf("begun with %+v: %v", ready, err)
	}
	return d.ID
}

func (b *talker) resume(session string, seq int) {
	b.t.Helper()
	b.say(opResume, map[string]any{"token": Token, "session_id": session, "seq": seq})
}

func newServer(t *testing.T) *Server {
	t.Helper()
	s, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// gone waits until the server has no connection.
func gone(t *testing.T, s *Server) {
	t.Helper()
	if err := s.Wait(t.Context(), func() bool { return s.Gateway.Connections() == 0 }); err != nil {
		t.Fatal(err)
	}
}

// TestResume checks that a bot that resumes after a cut receives the events that it missed, in order
// and before any other.
func TestResume(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	b := talk(t, s)
	session := b.begun()
	for range 3 {
		s.Gateway.Drop()
		gone(t, s)
		s.Gateway.Dispatch("ONE", map[string]any{})
		s.Gateway.Dispatch("TWO", map[string]any{})
		seq := b.seq
		b = talk(t, s)
		b.resume(session, seq)
		for i, want := range []string{"ONE", "TWO", "RESUMED"} {
			if h := b.hear(); h.T != want || h.S != seq+1+i {
				t.Errorf("told %s as number %d, want %s as %d", h.T, h.S, want, seq+1+i)
			}
		}
	}
	if i := s.Gateway.Identified(); i != 1 {
		t.Errorf("%d sessions, want 1", i)
	}
}

// TestResumeRefused checks that some sessions can't be resumed.
func TestResumeRefused(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		before func(*Server, *talker) (session string, seq int)
		want   heard
	}{
		"unknown": {func(s *Server, b *talker) (string, int) { s.Gateway.Drop(); return "other", 0 }, heard{Op: opInvalid}},
		"left for good": {func(_ *Server, b *talker) (string, int) {
			if err := b.conn.WriteMessage(websocket.CloseMessage, websocket.FormatCloseMessage(websocket.CloseNormalClosure, "")); err != nil {
				b.t.Fatal(err)
			}
			_ = b.conn.Close()
			return "session1", b.seq
		}, heard{Op: opInvalid}},
		"another has begun": {func(s *Server, b *talker) (string, int) {
			s.Gateway.Drop()
			gone(b.t, s)
			talk(b.t, s).begun()
			s.Gateway.Drop()
			return "session1", b.seq
		}, heard{Op: opInvalid}},
		"from the future": {func(s *Server, b *talker) (string, int) { s.Gateway.Drop(); return "session1", b.seq + 1 }, heard{Code: 4007}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newServer(t)
			b := talk(t, s)
			b.begun()
			session, seq := c.before(s, b)
			gone(t, s)
			b = talk(t, s)
			b.resume(session, seq)
			if got := b.hear(); got.Op != c.want.Op || got.Code != c.want.Code {
				t.Errorf("answered %+v, want %+v", got, c.want)
			}
		})
	}
}
