package telegram

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"sync"
	"time"

	tg "github.com/go-telegram/bot"
)

// recent is what this process knows of the messages it has sent lately.
// Nothing depends on it but needless work.
type recent struct {
	mu      sync.Mutex
	shown   map[messageID][sha256.Size]byte // what it shows; zero if unknown
	heirs   map[messageID]int               // a newer message that stands for it
	doubted map[int64]int64                 // chat -> Unix time of a send that nobody knows the outcome of
}

type messageID struct {
	chat    int64
	message int
}

const maxRecent = 10_000

func newRecent() *recent {
	return &recent{shown: make(map[messageID][sha256.Size]byte), heirs: make(map[messageID]int), doubted: make(map[int64]int64)}
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
	r.put(messageID{chat, message}, m.digest())
}

// sent remembers that there is the message.
func (r *recent) sent(chat int64, message int) { r.put(messageID{chat, message}, [sha256.Size]byte{}) }

func (r *recent) put(id messageID, digest [sha256.Size]byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.shown) >= maxRecent {
		clear(r.shown)
		clear(r.heirs)
		clear(r.doubted)
	}
	r.shown[id] = digest
}

// unsure remembers that a message may have been sent.
func (r *recent) unsure(chat int64, at time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, ok := r.doubted[chat]; !ok && len(r.doubted) < maxRecent {
		r.doubted[chat] = at.Unix()
	}
}

// orphan says whether a message of the bot is one that was sent without the
// bot's knowing it: another has taken its place, and it is never edited.
func (r *recent) orphan(chat int64, message, date int) bool {
	const clocks = 5 // seconds that Telegram's and ours may differ
	r.mu.Lock()
	defer r.mu.Unlock()
	since, ok := r.doubted[chat]
	_, known := r.shown[messageID{chat, message}]
	return ok && !known && date != 0 && int64(date) >= since-clocks
}

// uncertain: Telegram has not said what came of the request.
func uncertain(err error) bool {
	for _, told := range []error{tg.ErrorBadRequest, tg.ErrorForbidden, tg.ErrorUnauthorized, tg.ErrorNotFound, tg.ErrorConflict} {
		if errors.Is(err, told) {
			return false
		}
	}
	var slow *tg.TooManyRequestsError
	var moved *tg.MigrateError
	return !errors.As(err, &slow) && !errors.As(err, &moved)
}

// inherit lets a new message stand for the one in the chat that shows the same,
// if there is one: somebody wanted to see that again, last in the chat.
func (r *recent) inherit(chat int64, message int, m outgoing) bool {
	digest := m.digest()
	r.mu.Lock()
	defer r.mu.Unlock()
	for id, shown := range r.shown {
		if id.chat == chat && id.message != message && shown == digest {
			r.heirs[id] = message
			delete(r.shown, id)
			r.shown[messageID{chat, message}] = digest
			return true
		}
	}
	return false
}

// heirOf is the message that stands for the message now, and those that it
// has taken the place of.
func (r *recent) heirOf(chat int64, message int) (heir int, before []int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for next, ok := r.heirs[messageID{chat, message}]; ok; next, ok = r.heirs[messageID{chat, message}] {
		before = append(before, message)
		message = next
	}
	return message, before
}

// bury forgets messages that have an heir.
func (r *recent) bury(chat int64, messages []int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, m := range messages {
		delete(r.heirs, messageID{chat, m})
	}
}
