package discordtest

import (
	"errors"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

const maxFrame = 1 << 20

type socket struct {
	conn      *websocket.Conn
	closeCode int        // the bot's; 0 if it sent none
	mu        sync.Mutex // guards writing
}

func accept(w http.ResponseWriter, r *http.Request) (*socket, error) {
	conn, err := new(websocket.Upgrader).Upgrade(w, r, nil)
	if err != nil {
		return nil, err
	}
	conn.SetReadLimit(maxFrame)
	conn.SetCloseHandler(func(int, string) error { return nil }) // see read
	return &socket{conn: conn}, nil
}

func (s *socket) close() { _ = s.conn.Close() }

// After a close frame, read waits until the bot hangs up, because the bot's library holds its lock until it has hung up.
func (s *socket) read() ([]byte, error) {
	_, data, err := s.conn.ReadMessage()
	if closed, is := errors.AsType[*websocket.CloseError](err); is && closed.Code != websocket.CloseAbnormalClosure {
		s.closeCode = closed.Code
		_, _ = io.Copy(io.Discard, s.conn.NetConn())
	}
	return data, err
}

func (s *socket) send(v any) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.conn.WriteJSON(v)
}

// closeWith always returns false, for handleFrame.
func (s *socket) closeWith(code int, why string) bool {
	message := websocket.FormatCloseMessage(code, why)
	_ = s.conn.WriteControl(websocket.CloseMessage, message, time.Time{})
	s.close()
	return false
}
