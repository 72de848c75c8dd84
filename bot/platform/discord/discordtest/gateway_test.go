package discordtest

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"slices"
	"testing"
)

// talker is a bot's side of the gateway, frame by frame.
type talker struct {
	t    *testing.T
	conn net.Conn
	in   *bufio.Reader
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
	conn, err := net.Dial("tcp", s.Addr())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	b := &talker{t: t, conn: conn, in: bufio.NewReader(conn)}
	b.write([]byte("GET /?v=9&encoding=json HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" +
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"))
	if r, err := http.ReadResponse(b.in, nil); err != nil || r.StatusCode != http.StatusSwitchingProtocols {
		t.Fatalf("handshake: %v, %v", r, err)
	}
	if h := b.hear(); h.Op != opHello {
		t.Fatalf("greeted with %+v", h)
	}
	return b
}

func (b *talker) write(data []byte) {
	b.t.Helper()
	if _, err := b.conn.Write(data); err != nil {
		b.t.Fatal(err)
	}
}

// send sends one short frame with a mask of zeros.
func (b *talker) send(kind byte, data []byte) {
	b.t.Helper()
	head := binary.BigEndian.AppendUint16([]byte{0x80 | kind, 0x80 | 126}, uint16(len(data)))
	b.write(slices.Concat(head, make([]byte, 4), data))
}

func (b *talker) say(op int, d any) {
	b.t.Helper()
	data, err := json.Marshal(frame{Op: op, D: d})
	if err != nil {
		b.t.Fatal(err)
	}
	b.send(frameText, data)
}

func (b *talker) hear() (h heard) {
	b.t.Helper()
	var head [2]byte
	if _, err := io.ReadFull(b.in, head[:]); err != nil {
		b.t.Fatal(err)
	}
	size := int(head[1])
	if size == 126 {
		var long [2]byte
		if _, err := io.ReadFull(b.in, long[:]); err != nil {
			b.t.Fatal(err)
		}
		size = int(binary.BigEndian.Uint16(long[:]))
	}
	data := make([]byte, size)
	if _, err := io.ReadFull(b.in, data); err != nil {
		b.t.Fatal(err)
	}
	if head[0]&0x0f == frameClose {
		return heard{Code: int(binary.BigEndian.Uint16(data))}
	}
	if err := json.Unmarshal(data, &h); err != nil {
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
			b.send(frameClose, []byte{0x03, 0xe8})
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
