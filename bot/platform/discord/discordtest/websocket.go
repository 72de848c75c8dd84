package discordtest

import (
	"bufio"
	"crypto/sha1" // required by the handshake, not for secrecy
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"sync"
)

// The server's side of RFC 6455, as far as the gateway needs it. It doesn't use the bot's library, to
// find mistakes in that.

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

// socket is a WebSocket connection.
type socket struct {
	conn      net.Conn
	in        *bufio.Reader
	closeCode int        // the bot's; 0 if it sent none
	mu        sync.Mutex // guards writing
}

// accept performs the handshake.
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
		_ = conn.Close() // the connection has failed
		return nil, err
	}
	return &socket{conn: conn, in: buffered.Reader}, nil
}

func (s *socket) close() { _ = s.conn.Close() } // reading returns the error

// read returns the next text and handles other frames. After a close frame it waits for the bot to hang
// up, because the bot's library waits for that with its lock held.
func (s *socket) read() ([]byte, error) {
	for {
		kind, data, err := s.readFrame()
		switch {
		case err != nil:
			return nil, err
		case kind == frameText:
			return data, nil
		case kind == frameClose && len(data) >= 2:
			s.closeCode = int(binary.BigEndian.Uint16(data))
		case kind == framePing:
			err = s.writeFrame(framePong, data)
		}
		if err != nil {
			return nil, err
		}
	}
}

// readFrame reads one frame. Frames of the bot are masked and not fragmented.
func (s *socket) readFrame() (kind byte, data []byte, err error) {
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

// writeFrame writes one frame.
func (s *socket) writeFrame(kind byte, data []byte) error {
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

// send writes a value as text.
func (s *socket) send(v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return s.writeFrame(frameText, data)
}

// closeWith closes the connection with a code.
func (s *socket) closeWith(code int, why string) {
	_ = s.writeFrame(frameClose, append(binary.BigEndian.AppendUint16(nil, uint16(code)), why...)) // the connection is closed anyway
	s.close()
}
