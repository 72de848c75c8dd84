package telegram

import (
	"crypto/sha256"
	"encoding/json"
	"sync"
)

// recent is what this process knows of the messages it has sent lately.
// Nothing depends on it but needless work.
type recent struct {
	mu    sync.Mutex
	shown map[messageID][sha256.Size]byte // what it shows
}

type messageID struct {
	chat    int64
	message int
}

const maxRecent = 10_000

func newRecent() *recent {
	return &recent{shown: make(map[messageID][sha256.Size]byte)}
}

// digest tells contents apart.
func (m outgoing) digest() [sha256.Size]byte {
	text, err := json.Marshal([]any{m.text, m.entities, m.keys})
	if err != nil {
		return [sha256.Size]byte{}
	}
	return sha256.Sum256(text)
}

// shows says whether the message is known to show just that.
func (r *recent) shows(chat int64, message int, m outgoing) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.shown[messageID{chat, message}] == m.digest()
}

// note remembers what the message shows.
func (r *recent) note(chat int64, message int, m outgoing) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.shown) >= maxRecent {
		clear(r.shown)
	}
	r.shown[messageID{chat, message}] = m.digest()
}
