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

// nonces remembers uncertain posts, to repeat them with the same nonce.
type nonces struct {
	mu   sync.Mutex
	open map[string]string // by channel, subject and content
}

const (
	nonceLength = 24   // Discord allows 25
	maxNonces   = 1000 // at this number all are forgotten
)

// Discord's documentation says "a few minutes".
const sameNonce = 2 * time.Minute

// nonceFor ignores the picture, which may be missing at the first try.
func (n *nonces) nonceFor(channel, about string, m message) string {
	sum := sha256.New()
	_, _ = io.WriteString(sum, channel+"\x00"+about+"\x00")
	_ = json.NewEncoder(sum).Encode(m.withoutPicture()) // only unsendable messages fail
	key := string(sum.Sum(nil))
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.open == nil || len(n.open) >= maxNonces && n.open[key] == "" {
		n.open = make(map[string]string)
	}
	n.open[key] = cmp.Or(n.open[key], rand.Text()[:nonceLength])
	return n.open[key]
}

// confirm gives later equal messages another nonce.
func (n *nonces) confirm(nonce string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	maps.DeleteFunc(n.open, func(_, open string) bool { return open == nonce })
}
