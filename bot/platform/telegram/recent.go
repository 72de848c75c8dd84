package telegram

import (
	"crypto/sha256"
	"encoding/json"

	"tarockbot/bot/support/cache"
)

// recent caches sent content, to save requests.
type recent struct{ cache.Map[messageID, content] }

type content struct {
	words       [sha256.Size]byte // zero if unknown
	picture     string            // Picture.Key or somePicture; "" if none or unknown
	undeletable bool              // Telegram refuses to delete it
}

const somePicture = "?"

// digest hashes the text, because captions omit parts that the picture shows.
func (m outgoing) digest() [sha256.Size]byte {
	text, err := json.Marshal([]any{m.text, m.entities, m.keys})
	if err != nil {
		return [sha256.Size]byte{}
	}
	return sha256.Sum256(text)
}

// shows reports whether the message shows m. It returns false if the content is unknown. An awaited picture may differ.
func (r *recent) shows(at messageID, m outgoing) bool {
	words := m.digest()
	now, ok := r.Get(at)
	return ok && now.words == words && (now.picture == m.photo.key() || m.photo.awaited())
}

func (r *recent) record(at messageID, m outgoing) {
	now := content{words: m.digest(), picture: m.photo.key()}
	if m.photo.awaited() {
		now.picture = r.find(at).picture
	}
	r.Put(at, now)
}

func (r *recent) recordForeign(m ref) {
	if _, known := r.Get(m.messageID); m.photo && !known {
		r.Put(m.messageID, content{picture: somePicture})
	}
}

func (r *recent) hasPicture(at messageID) bool { return r.find(at).picture != "" }

func (r *recent) find(at messageID) content {
	now, _ := r.Get(at)
	return now
}
