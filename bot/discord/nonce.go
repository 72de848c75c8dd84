package discord

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"sync"
)

// nonces remembers which posts may have arrived without our knowing. The same
// message sent again bears the same nonce; once it has arrived, the next one
// that looks like it is another.
type nonces struct {
	mu    sync.Mutex
	open  map[[sha256.Size]byte]string // by place, what it is about, and content
	byKey map[string][sha256.Size]byte
}

// maxNonces is how many are remembered; then all are forgotten.
const maxNonces = 1000

// of is the nonce of the message to the channel about something. Its picture
// doesn't count, for it may be there only the next time.
func (n *nonces) of(channel, about string, m message) (string, error) {
	data, err := json.Marshal(m.words())
	if err != nil {
		return "", fmt.Errorf("discord: post: %w", err)
	}
	key := sha256.Sum256(append([]byte(channel+"\x00"+about+"\x00"), data...))
	n.mu.Lock()
	defer n.mu.Unlock()
	if nonce, ok := n.open[key]; ok {
		return nonce, nil
	}
	nonce, err := randomID()
	if err != nil {
		return "", err
	}
	if n.open == nil || len(n.open) >= maxNonces {
		n.open = make(map[[sha256.Size]byte]string)
		n.byKey = make(map[string][sha256.Size]byte)
	}
	n.open[key], n.byKey[nonce] = nonce, key
	return nonce, nil
}

// arrived says that the message with the nonce is known to have been posted.
func (n *nonces) arrived(nonce string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	delete(n.open, n.byKey[nonce])
	delete(n.byKey, nonce)
}

// nonceBytes fit into a nonce, which has 25 characters at most.
const nonceBytes = 12

// randomID is an id that nothing else has.
func randomID() (string, error) {
	var b [nonceBytes]byte
	if _, err := rand.Read(b[:]); err != nil {
		return "", fmt.Errorf("discord: random: %w", err)
	}
	return hex.EncodeToString(b[:]), nil
}
