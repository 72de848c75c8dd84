package discord

import (
	"cmp"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"io"
	"maps"
	"sync"
)

// nonces remembers which posts may have arrived without our knowing. The same
// message sent again bears the same nonce; once it has arrived, the next one
// that looks like it is another.
type nonces struct {
	mu   sync.Mutex
	open map[string]string // by place, what it is about, and content
}

const (
	nonceLength = 24   // of 25 characters that Discord takes
	maxNonces   = 1000 // remembered; then all are forgotten
)

// of is the nonce of the message to the channel about something, whatever its picture:
// that may be there only the next time.
func (n *nonces) of(channel, about string, m message) string {
	sum := sha256.New()
	_, _ = io.WriteString(sum, channel+"\x00"+about+"\x00")
	_ = json.NewEncoder(sum).Encode(m.words()) // what can't be encoded isn't sent either
	key := string(sum.Sum(nil))
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.open == nil || len(n.open) >= maxNonces && n.open[key] == "" {
		n.open = make(map[string]string)
	}
	n.open[key] = cmp.Or(n.open[key], rand.Text()[:nonceLength])
	return n.open[key]
}

// confirm says that the message with the nonce is known to have been posted.
func (n *nonces) confirm(nonce string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	maps.DeleteFunc(n.open, func(_, open string) bool { return open == nonce })
}
