package discordtest

import (
	"bufio"
	"crypto/sha1" // the handshake wants it; nothing is kept secret by it
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"sync"
)

// The server's side of RFC 6455, as far as the gateway needs it. It is written
// out here so that the double doesn't share its mistakes with the library.

// Kinds of frames.
const (
	frameText  = 1
	frameClose = 8
	framePing  = 9
	framePong  = 10
)

// maxFrame is more than a bot sends.
const maxFrame = 1 << 20

var errFrame = errors.New("discordtest: not a frame that is understood")

// socket is one WebSocket connection.
type socket struct {
	conn net.Conn
	in   *bufio.Reader
	left int        // the code with which the bot took leave; 0: it didn't
	mu   sync.Mutex // of writing
}

// accept does the handshake.
func accept(w http.ResponseWriter, r *http.Request) (*socket, error) {
	const magic = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
	hijacker, ok := w.(http.Hijacker)
	key := r.Header.Get("Sec-WebSocket-Key")
	if !ok || key == "" {
		return nil, errFrame
	}
	conn, buffered, err := hijacker.Hijack()
	if err != nil {
		return nil, err
	}
	sum := sha1.Sum([]byte(key + magic))
	answer := "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: " +
		base64.StdEncoding.EncodeToString(sum[:]) + "\r\n\r\n"
	if _, err := io.WriteString(conn, answer); err != nil {
		_ = conn.Close() // it has failed already
		return nil, err
	}
	return &socket{conn: conn, in: buffered.Reader}, nil
}

func (s *socket) close() { _ = s.conn.Close() } // whoever reads will see

// read returns the next text; other frames are dealt with. A bot that takes
// leave is waited for to hang up: the library does so with its lock held.
func (s *socket) read() ([]byte, error) {
	for {
		kind, data, err := s.frame()
		switch {
		case err != nil:
			return nil, err
		case kind == frameText:
			return data, nil
		case kind == frameClose && len(data) >= 2:
			s.left = int(binary.BigEndian.Uint16(data))
		case kind == framePing:
			err = s.write(framePong, data)
		}
		if err != nil {
			return nil, err
		}
	}
}

// frame reads one frame. What the bot sends is masked and in one piece.
func (s *socket) frame() (kind byte, data []byte, err error) {
	var head [2]byte
	if _, err := io.ReadFull(s.in, head[:]); err != nil {
		return 0, nil, err
	}
	size := uint64(head[1] & 0x7f)
	for _, wide := range []uint64{126, 127} {
		if uint64(head[1]&0x7f) == wide {
			length := make([]byte, map[uint64]int{126: 2, 127: 8}[wide])
			if _, err := io.ReadFull(s.in, length); err != nil {
				return 0, nil, err
			}
			size = binary.BigEndian.Uint64(append(make([]byte, 8-len(length)), length...))
		}
	}
	if head[0]&0x80 == 0 || head[1]&0x80 == 0 || size > maxFrame {
		return 0, nil, errFrame
	}
	var mask [4]byte
	if _, err := io.ReadFull(s.in, mask[:]); err != nil {
		return 0, nil, err
	}
	data = make([]byte, size)
	if _, err := io.ReadFull(s.in, data); err != nil {
		return 0, nil, err
	}
	for i := range data {
		data[i] ^= mask[i%len(mask)]
	}
	return head[0] & 0x0f, data, nil
}

// write sends one frame.
func (s *socket) write(kind byte, data []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	head := []byte{0x80 | kind}
	switch n := len(data); {
	case n < 126:
		head = append(head, byte(n))
	case n < 1<<16:
		head = binary.BigEndian.AppendUint16(append(head, 126), uint16(n))
	default:
		head = binary.BigEndian.AppendUint64(append(head, 127), uint64(n))
	}
	_, err := s.conn.Write(append(head, data...))
	return err
}

// send sends a value as text.
func (s *socket) send(v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return s.write(frameText, data)
}

// leave ends the connection with a code.
func (s *socket) leave(code int, why string) {
	_ = s.write(frameClose, append(binary.BigEndian.AppendUint16(nil, uint16(code)), why...)) // it ends either way
	s.close()
}
