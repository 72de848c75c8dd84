package discord

import (
	"cmp"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"io"
	"maps"
	"sync"
	"time"
)

// nonces remembers posts that may have arrived. The same message sent again has the same nonce; once it
// has arrived, an equal message is a new one.
type nonces struct {
	mu   sync.Mutex
	open map[string]string // by channel, subject and content
}

const (
	nonceLength = 24   // characters; Discord allows 25
	maxNonces   = 1000 // then all are forgotten
)

// sameNonce is the minimum time for which Discord recognises a nonce: its documentation says "a few
// minutes".
const sameNonce = 2 * time.Minute

// nonceFor returns the nonce of the message to the channel about something. It ignores the picture, which may be
// ready only the next time.
func (n *nonces) nonceFor(channel, about string, m message) string {
	sum := sha256.New()
	_, _ = io.WriteString(sum, channel+"\x00"+about+"\x00")
	_ = json.NewEncoder(sum).Encode(m.withoutPicture()) // a message that can't be encoded isn't sent
	key := string(sum.Sum(nil))
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.open == nil || len(n.open) >= maxNonces && n.open[key] == "" {
		n.open = make(map[string]string)
	}
	n.open[key] = cmp.Or(n.open[key], rand.Text()[:nonceLength])
	return n.open[key]
}

// confirm records that the message with the nonce has arrived.
func (n *nonces) confirm(nonce string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	maps.DeleteFunc(n.open, func(_, open string) bool { return open == nonce })
}
