package discordtest

import (
	"errors"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// maxFrame is more than a bot sends.
const maxFrame = 1 << 20

// socket is the server's side of a WebSocket connection.
type socket struct {
	conn      *websocket.Conn
	closeCode int        // the bot's; 0 if it sent none
	mu        sync.Mutex // guards writing
}

// accept performs the handshake.
func accept(w http.ResponseWriter, r *http.Request) (*socket, error) {
	conn, err := new(websocket.Upgrader).Upgrade(w, r, nil)
	if err != nil {
		return nil, err
	}
	conn.SetReadLimit(maxFrame)
	conn.SetCloseHandler(func(int, string) error { return nil }) // see read
	return &socket{conn: conn}, nil
}

func (s *socket) close() { _ = s.conn.Close() } // reading returns the error

// read returns the next text. After a close frame it doesn't answer, but waits for the bot to hang up, because the
// bot's library waits for that with its lock held.
func (s *socket) read() ([]byte, error) {
	_, data, err := s.conn.ReadMessage()
	if closed, is := errors.AsType[*websocket.CloseError](err); is && closed.Code != websocket.CloseAbnormalClosure {
		s.closeCode = closed.Code
		_, _ = io.Copy(io.Discard, s.conn.NetConn()) // until the bot hangs up
	}
	return data, err
}

// send writes a value as text.
func (s *socket) send(v any) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.conn.WriteJSON(v)
}

// closeWith closes the connection with a code. It returns false, as the handler of the last frame does.
func (s *socket) closeWith(code int, why string) bool {
	message := websocket.FormatCloseMessage(code, why)
	_ = s.conn.WriteControl(websocket.CloseMessage, message, time.Time{}) // the connection is closed anyway
	s.close()
	return false
}
